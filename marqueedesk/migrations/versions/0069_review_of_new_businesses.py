"""New businesses that wait until an administrator approves them. Those that are there already do not."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import adding

revision = "0069"
down_revision = "0068"
upgrade, downgrade = adding(
    ("operators", c.moment("held_at", "refused_at", null=True)),
)
