"""Store when a session last used a second factor, which sensitive calls require of users who have one."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0076"
down_revision = "0075"
upgrade, downgrade = steps.both_ways(
    steps.columns("sign_ins", c.moment("factor_at", null=True)),
)
