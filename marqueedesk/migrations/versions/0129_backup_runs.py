"""Record backups."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0129"
down_revision = "0128"
upgrade, downgrade = steps.both_ways(
    steps.table("backup_runs", c.text(id=32)).of(
        c.moment("started_at", "finished_at"),
        c.text(file_name=255),
        c.big_number("size_bytes", null=True),
        c.moment("verified_at", null=True),
        c.text(problem=500, null=True),
    ),
)
