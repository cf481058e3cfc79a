"""Store when an announcement was emailed to owners, and to how many."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0146"
down_revision = "0145"
upgrade, downgrade = steps.both_ways(
    steps.columns(
        "announcements",
        c.moment("emailed_at", "emails_written_at", null=True),
        c.number("emailed_to", null=True),
    ),
)
