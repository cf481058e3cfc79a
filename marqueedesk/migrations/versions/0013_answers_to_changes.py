"""Store the business's answers to change requests."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0013"
down_revision = "0012"
upgrade, downgrade = steps.both_ways(
    steps.columns("change_requests", c.text(outcome=10, null=True), c.long_text("answer", null=True))
)
