"""Store heartbeats of the servers and workers that use the database."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0079"
down_revision = "0078"
upgrade, downgrade = steps.both_ways(
    steps.table("server_heartbeats", c.text(name=120)).of(c.moment("seen_at")),
)
