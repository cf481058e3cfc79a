"""Store a business's time format: 12-hour or 24-hour."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0063"
down_revision = "0062"
upgrade, downgrade = steps.both_ways(steps.columns("operators", c.text(time_format=3, default="12h")))
