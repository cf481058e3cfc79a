"""Store when a recipient reported an email as spam."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0057"
down_revision = "0056"
upgrade, downgrade = steps.both_ways(steps.columns("outbox", c.moment("complained_at", null=True)))
