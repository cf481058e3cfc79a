"""Hours of free cancellation that a booking was made with; null for older ones, which follow the present rule."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0085"
down_revision = "0084"
upgrade, downgrade = steps.both_ways(steps.columns("bookings", c.number("free_cancellation_hours", null=True)))
