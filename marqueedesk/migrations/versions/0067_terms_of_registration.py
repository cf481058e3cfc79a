"""Which version of the installation's terms somebody accepted when they registered."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0067"
down_revision = "0066"
upgrade, downgrade = steps.both_ways(
    steps.columns("users", c.text(terms_version=60, null=True), c.moment("terms_accepted_at", null=True))
)
