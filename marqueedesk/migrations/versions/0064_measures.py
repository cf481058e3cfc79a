"""Store a business's units: inches and pounds, or centimeters and kilograms."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0064"
down_revision = "0063"
upgrade, downgrade = steps.both_ways(steps.columns("operators", c.text(measures=10, default="us")))
