"""Store a business's date format."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0016"
down_revision = "0015"
upgrade, downgrade = steps.both_ways(steps.columns("operators", c.text(date_format=10, default="MM/DD/YYYY")))
