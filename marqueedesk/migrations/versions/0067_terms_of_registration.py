"""Store the version of the installation's terms that a user accepted when registering."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0067"
down_revision = "0066"
upgrade, downgrade = steps.both_ways(
    steps.columns("users", c.text(terms_version=60, null=True), c.moment("terms_accepted_at", null=True))
)
