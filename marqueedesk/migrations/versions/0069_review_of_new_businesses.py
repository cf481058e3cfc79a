"""Let new businesses wait for an administrator's approval. Existing ones count as approved."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0069"
down_revision = "0068"
upgrade, downgrade = steps.both_ways(steps.columns("operators", c.moment("held_at", "refused_at", null=True)))
