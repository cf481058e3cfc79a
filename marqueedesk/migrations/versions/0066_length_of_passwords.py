"""Whether a password is too short for an administrator. Of those that exist, the next sign-in tells."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import adding

revision = "0066"
down_revision = "0064"
upgrade, downgrade = adding(("users", c.flag("password_is_short", null=True)))
