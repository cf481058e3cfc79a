"""Store the sites that may frame an operator's form (W6)."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0002"
down_revision = "0001"
upgrade, downgrade = steps.both_ways(
    # Keep the default in the table, because servers of the previous version still register operators during the update.
    steps.columns("operators", c.document("allowed_sites", default="[]")),
)
