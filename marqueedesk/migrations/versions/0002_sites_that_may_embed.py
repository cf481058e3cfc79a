"""Which sites may show an operator's form in a frame (W6)."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0002"
down_revision = "0001"
upgrade, downgrade = steps.both_ways(
    # The default stays in the table: a server of the version before goes on registering operators meanwhile.
    steps.columns("operators", c.document("allowed_sites", default="[]")),
)
