"""Store stocktakes and their counts."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0094"
down_revision = "0093"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("stocktakes").of(
        c.document("sizes", null=True),
        c.moment("started_at"),
        c.text(started_by=120),
        c.moment("finished_at", null=True),
        c.text(finished_by=120, differences=10, null=True),
        c.document("report", null=True),
    ),
    steps.owned_table("stocktake_counts").of(
        c.row_id("stocktake_id"),
        c.text(client_id=80, size=20, letter=32, finish=20),
        c.number("counted", "expected"),
        c.moment("at", "recorded_at"),
        c.text(who=120),
        steps.unique(
            ["operator_id", "stocktake_id", "client_id"], "uq_stocktake_counts_operator_id_stocktake_id_client_id"
        ),
        steps.owned_reference(
            "stocktake_id", "stocktakes", "fk_stocktake_counts_operator_id_stocktake_id", ondelete="CASCADE"
        ),
    ),
)
