"""Store visitors who saw a price and agreed to an email, and the recipients of follow-up emails."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0098"
down_revision = "0097"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("priced_leads").of(
        c.text(customer_email=254, sign_key=500),
        c.text(customer_name=200, null=True),
        c.text(message=500, delivery=40, pickup=40),
        c.document("lines", "details"),
        c.day("delivery_day"),
        c.cents("total_cents"),
        c.text(nonce=32, sender_network=32),
        c.moment("priced_at"),
        c.moment("emailed_at", null=True),
        steps.unique(
            ["operator_id", "customer_email", "sign_key"], "uq_priced_leads_operator_id_customer_email_sign_key"
        ),
        steps.reference("operator_id", "operators", "fk_priced_leads_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_priced_leads_priced_at", "priced_leads", ["priced_at"]),
    steps.owned_table("follow_up_recipients").of(
        c.text(customer_email=254, nonce=32),
        c.moment("sent_at"),
        c.moment("yearly_at", "stopped_at", null=True),
        steps.unique(["operator_id", "customer_email"], "uq_follow_up_recipients_operator_id_customer_email"),
        steps.reference(
            "operator_id", "operators", "fk_follow_up_recipients_operator_id_operators", ondelete="CASCADE"
        ),
    ),
    steps.index("ix_follow_up_recipients_sent_at", "follow_up_recipients", ["sent_at"]),
)
