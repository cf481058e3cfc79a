"""Allow bookings at any address, not only at a listed venue."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0039"
down_revision = "0038"
upgrade, downgrade = steps.both_ways(steps.columns("bookings", c.document("address", default="{}")))
