"""Add discount codes, and the code of a booking."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0046"
down_revision = "0045"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("discount_codes").of(
        c.text(code=40, key=80),
        c.cents("cents"),
        c.number("basis_points"),
        c.day("first_day", "last_day", null=True),
        c.number("uses", null=True),
        c.cents("minimum_cents"),
        steps.reference("operator_id", "operators", "fk_discount_codes_operator_id_operators", ondelete="CASCADE"),
        steps.unique(["operator_id", "key"], "uq_discount_codes_operator_id_key"),
    ),
    steps.columns("bookings", c.text(discount_code=80, null=True)),
    steps.index(
        "ix_bookings_discount_code",
        "bookings",
        ["operator_id", "discount_code"],
        where="discount_code IS NOT NULL",
    ),
)
