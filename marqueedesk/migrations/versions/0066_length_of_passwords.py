"""Store whether a password is too short for an administrator. For existing ones, the next sign-in determines it."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0066"
down_revision = "0064"
upgrade, downgrade = steps.both_ways(steps.columns("users", c.flag("password_is_short", null=True)))
