"""Add emailed sign-in links, alongside password reset links."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0077"
down_revision = "0076"
upgrade, downgrade = steps.both_ways(
    steps.columns("password_resets", c.text(purpose=10, default="reset")),
)
