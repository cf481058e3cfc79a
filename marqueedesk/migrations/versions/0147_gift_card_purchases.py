"""Store card purchases of gift cards, and the withdrawn amount and block of a gift card."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0147"
down_revision = "0146"
upgrade, downgrade = steps.both_ways(
    steps.columns("gift_cards", c.cents("withdrawn_cents", default=0), c.moment("blocked_at", null=True)),
    steps.owned_table("gift_card_purchases").of(
        c.text(token_digest=64, state=12),
        c.cents("amount_cents"),
        c.text(currency=3, buyer=200, buyer_email=254, recipient=200),
        c.text(default="", recipient_email=254, message=500),
        c.day("send_on", null=True),
        c.long_text("sealed_code", null=True),
        c.text(code_digest=64, ending=4),
        c.moment("shown_at", null=True),
        c.row_id("gift_card_id", null=True),
        c.text(key=80),
        c.text(null=True, provider_id=255),
        c.text(account_id=255),
        c.flag("live"),
        c.document("card", null=True),
        c.text(null=True, failure=500),
        c.cents("fee_cents", default=0),
        c.flag("returns_fee"),
        c.cents("fee_returned_cents", "provider_fee_cents", default=0),
        c.text(null=True, refund_key=80),
        c.cents("refunded_cents", default=0),
        c.moment("refunded_at", null=True),
        c.text(null=True, dispute=10),
        c.cents("lost_cents", "dispute_fee_cents", default=0),
        c.moment("disputed_at", "asked_at", null=True),
        c.moment("created_at"),
        c.moment("settled_at", null=True),
        steps.check("amount_cents > 0", "ck_gift_card_purchases_amount"),
        steps.check("state IN ('asked', 'open', 'processing', 'received', 'canceled')", "ck_gift_card_purchases_state"),
        steps.unique(["operator_id", "token_digest"], "uq_gift_card_purchases_operator_id_token_digest"),
        steps.unique(["operator_id", "key"], "uq_gift_card_purchases_operator_id_key"),
        steps.unique(["operator_id", "provider_id"], "uq_gift_card_purchases_operator_id_provider_id"),
        steps.unique(["operator_id", "gift_card_id"], "uq_gift_card_purchases_operator_id_gift_card_id"),
        steps.reference(
            "operator_id", "operators", "fk_gift_card_purchases_operator_id_operators", ondelete="RESTRICT"
        ),
        steps.owned_reference(
            "gift_card_id", "gift_cards", "fk_gift_card_purchases_operator_id_gift_cards", ondelete="RESTRICT"
        ),
    ),
)
