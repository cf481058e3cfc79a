"""Store the shortages of "Ask us anyway" requests."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0035"
down_revision = "0034"
upgrade, downgrade = steps.both_ways(steps.columns("bookings", c.document("asked", null=True)))
