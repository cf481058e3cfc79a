"""Count the forms on which a visitor chose dates; earlier forms count as if none were chosen."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0088"
down_revision = "0087"
upgrade, downgrade = steps.both_ways(steps.columns("priced_forms", c.flag("dated", default=False)))
