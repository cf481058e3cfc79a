"""Store the installation's settings (G1)."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0006"
down_revision = "0005"
upgrade, downgrade = steps.both_ways(
    steps.table("platform_settings", c.text(name=60)).of(
        c.document("held"),
        c.long_text("sealed", null=True),
        c.moment("updated_at"),
    ),
)
