"""Add payment methods other than cards: a business's list, its payment instructions, and the method of each payment."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0062"
down_revision = "0061"
upgrade, downgrade = steps.both_ways(
    steps.columns(
        "payment_policies",
        c.document("methods", null=True),
        c.long_text("how_to_pay", null=True),
        c.flag("how_to_pay_beside_cards", default=False),
    ),
    steps.columns("booking_payments", c.text(method_name=40, null=True)),
)
