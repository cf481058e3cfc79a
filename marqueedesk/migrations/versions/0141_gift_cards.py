"""Add gift cards and credits, and link payments and refunds to them."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0141"
down_revision = "0138"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("gift_cards").of(
        c.text(code_digest=64, ending=4),
        c.cents("sold_cents", "told_cents"),
        c.text(currency=3),
        c.text(null=True, paid_by=20, method_name=40),
        c.day("sold_on", null=True),
        c.text(default="", recipient=200),
        c.row_id("booking_id", "customer_id", null=True),
        c.day("expires_on", null=True),
        c.text(made_by=120),
        c.moment("voided_at", null=True),
        c.moment("created_at"),
        steps.check("sold_cents >= 0", "ck_gift_cards_sold"),
        steps.reference("operator_id", "operators", "fk_gift_cards_operator_id_operators", ondelete="RESTRICT"),
        steps.unique(["operator_id", "code_digest"], "uq_gift_cards_operator_id_code_digest"),
    ),
    steps.columns("booking_payments", c.row_id("gift_card_id", null=True)),
    steps.index(
        "ix_booking_payments_gift_card",
        "booking_payments",
        ["operator_id", "gift_card_id"],
        where="gift_card_id IS NOT NULL",
    ),
)
