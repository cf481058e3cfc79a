"""Store whether a business's online requests wait for a signed contract before they are confirmed."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0144"
down_revision = "0143"
upgrade, downgrade = steps.both_ways(steps.columns("operators", c.flag("waits_for_signature", default=False)))
