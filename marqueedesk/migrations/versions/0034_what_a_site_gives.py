"""Store a venue's site conditions: space, access, power and wind."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0034"
down_revision = "0033"
upgrade, downgrade = steps.both_ways(steps.columns("venues", c.document("site", null=True)))
