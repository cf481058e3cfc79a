"""Store a booking's agreed hours of free cancellation; null for older bookings, which follow the current rule."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0085"
down_revision = "0084"
upgrade, downgrade = steps.both_ways(steps.columns("bookings", c.number("free_cancellation_hours", null=True)))
