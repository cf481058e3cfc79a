"""Store fees in the currency of the account's balance, if it differs from the payment's."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0104"
down_revision = "0103"
upgrade, downgrade = steps.both_ways(
    steps.columns(
        "booking_payments",
        c.cents("settled_fee_cents", null=True),
        c.text(null=True, settled_currency=3, exchange_rate=30),
    ),
    steps.columns("payment_disputes", c.cents("settled_fee_cents", null=True), c.text(null=True, settled_currency=3)),
)
