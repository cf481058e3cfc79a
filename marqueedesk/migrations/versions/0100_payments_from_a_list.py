"""Store which list of bookings a card payment was made from."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0100"
down_revision = "0099"
upgrade, downgrade = steps.both_ways(
    steps.columns("booking_payments", c.row_id("list_id", null=True)),
)
