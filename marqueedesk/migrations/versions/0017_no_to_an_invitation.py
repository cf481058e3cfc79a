"""Let people decline invitations."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0017"
down_revision = "0016"
upgrade, downgrade = steps.both_ways(steps.columns("invitations", c.moment("declined_at", null=True)))
