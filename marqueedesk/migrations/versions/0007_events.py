"""Store changes, to update open pages."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0007"
down_revision = "0006"
upgrade, downgrade = steps.both_ways(
    steps.numbered_table("events").of(
        c.row_id("operator_id"),
        c.row_id("user_id", null=True),
        c.text(topics=200),
        c.moment("at"),
    ),
)
