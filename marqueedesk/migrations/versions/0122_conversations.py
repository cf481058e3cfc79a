"""Store conversations with customers, texts in both directions, and how messages to customers go."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0122"
down_revision = "0121"
_ENTRIES = "conversation_entries"
upgrade, downgrade = steps.both_ways(
    steps.owned_table(_ENTRIES).of(
        c.row_id("customer_id"),
        c.text(kind=10, direction=3),
        c.long_text("text"),
        c.moment("at"),
        c.text(state=10, null=True),
        c.text(reason=300, null=True),
        c.moment("held_until", null=True),
        c.row_id("user_id", "booking_id", "quote_id", "mail_id", null=True),
        c.text(phone=20, sender=120, null=True),
        c.document("link", null=True),
        c.number("segments", null=True),
        c.number("pictures", default=0),
        c.flag("answers_keyword", default=False),
        c.moment("good_until", "handed_at", null=True),
        c.number("attempts", default=0),
        c.text(key=200, null=True),
        steps.owned_reference(
            "customer_id", "customers", "fk_conversation_entries_operator_id_customer_id", ondelete="CASCADE"
        ),
        steps.reference(
            "operator_id", "operators", "fk_conversation_entries_operator_id_operators", ondelete="CASCADE"
        ),
        steps.unique(["operator_id", "key"], "uq_conversation_entries_operator_id_key"),
        steps.check("kind IN ('text', 'email', 'note', 'call', 'question')", "ck_conversation_entries_kind"),
        steps.check("direction IN ('in', 'out')", "ck_conversation_entries_direction"),
        steps.check("state IN ('waiting', 'sent', 'delivered', 'failed', 'held')", "ck_conversation_entries_state"),
    ),
    steps.index("ix_conversation_entries_customer", _ENTRIES, ["operator_id", "customer_id", "id"]),
    steps.index("ix_conversation_entries_phone", _ENTRIES, ["phone", "at"]),
    steps.index("ix_conversation_entries_mail", _ENTRIES, ["operator_id", "mail_id"], where="mail_id IS NOT NULL"),
    steps.index("ix_conversation_entries_at", _ENTRIES, ["operator_id", "kind", "at"]),
    steps.keyed_table("conversations", c.row_id("customer_id")).of(
        c.moment("last_at"),
        c.number("unread", default=0),
        steps.owned_reference(
            "customer_id", "customers", "fk_conversations_operator_id_customer_id", ondelete="CASCADE"
        ),
        steps.reference("operator_id", "operators", "fk_conversations_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_conversations_last_at", "conversations", ["operator_id", "last_at"]),
    steps.table("provider_texts", c.text(provider_id=64)).of(
        c.row_id("operator_id", "entry_id", null=True),
        c.text(status=20, error_code=20, null=True),
        c.moment("at"),
    ),
    steps.index("ix_provider_texts_at", "provider_texts", ["at"]),
    steps.keyed_table("text_opt_outs", c.text(phone=20)).of(
        c.moment("at"),
        steps.reference("operator_id", "operators", "fk_text_opt_outs_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.table("shared_text_opt_outs", c.text(phone=20)).of(c.moment("at")),
    steps.keyed_table("sms_settings").of(
        c.cents("monthly_cap_cents", null=True),
        c.text(number=20, messaging_service_sid=120, null=True),
        c.flag("staff_see", default=False),
        c.moment("updated_at"),
        steps.reference("operator_id", "operators", "fk_sms_settings_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.columns("message_settings", c.document("channels", default="{}")),
)
