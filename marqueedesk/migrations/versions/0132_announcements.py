"""Store announcements of the installation."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0132"
down_revision = "0130"
upgrade, downgrade = steps.both_ways(
    steps.numbered_table("announcements").of(
        c.text(text=500),
        c.moment("starts_at", "ends_at"),
        c.text(audience=10),
        c.moment("created_at"),
    ),
)
