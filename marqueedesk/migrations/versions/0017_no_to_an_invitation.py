"""Invitations that were declined."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import adding

revision = "0017"
down_revision = "0016"
upgrade, downgrade = adding(("invitations", c.moment("declined_at", null=True)))
