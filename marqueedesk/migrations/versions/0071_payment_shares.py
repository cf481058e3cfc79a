"""Add shares of a booking's price, each with its own link, and the payments for them."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0071"
down_revision = "0070"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("payment_shares").of(
        c.row_id("booking_id"),
        c.text(name=100),
        c.cents("amount_cents"),
        c.text(nonce=32),
        c.moment("created_at"),
        c.moment("withdrawn_at", null=True),
        steps.check("amount_cents > 0", "ck_payment_shares_amount"),
        steps.reference("operator_id", "operators", "fk_payment_shares_operator_id", ondelete="RESTRICT"),
        steps.owned_reference(
            "booking_id", "bookings", "fk_payment_shares_operator_id_booking_id", ondelete="RESTRICT"
        ),
    ),
    steps.index("ix_payment_shares_booking", "payment_shares", ["operator_id", "booking_id"]),
    steps.columns("booking_payments", c.row_id("share_id", null=True)),
)
