"""Store the amount of a booking's bank debits that were returned after they had been received."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0153"
down_revision = "0152"
upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.cents("returned_debit_cents", default=0)),
)
