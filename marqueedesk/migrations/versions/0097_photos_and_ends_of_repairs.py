"""Store further photos of a repair, the tagged piece it is of, and its end, so that ending it can be undone."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0097"
down_revision = "0096"
upgrade, downgrade = steps.both_ways(
    steps.columns(
        "letter_outages",
        c.document("more_photos", null=True),
        c.row_id("piece_id", null=True),
        c.moment("ended_at", null=True),
    ),
)
