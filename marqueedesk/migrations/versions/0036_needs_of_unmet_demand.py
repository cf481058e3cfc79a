"""Store everything that a refused rental needed, not only what was short."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0036"
down_revision = "0035"
upgrade, downgrade = steps.both_ways(steps.columns("unmet_demand", c.document("needs", null=True)))
