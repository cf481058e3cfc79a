"""Store which imports' bookings get reminders, and the highest number of a deleted booking."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0101"
down_revision = "0100"
upgrade, downgrade = steps.both_ways(
    steps.columns("imports", c.flag("reminds", default=False)),
    steps.columns("operators", c.number("booking_numbers_used", default=0)),
)
