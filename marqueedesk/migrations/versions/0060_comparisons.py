"""Store comparisons with the payment provider, and link each event to the comparison that found it."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0060"
down_revision = "0057"
upgrade, downgrade = steps.both_ways(
    steps.numbered_table("comparisons").of(
        c.moment("at", "since"),
        c.flag("live"),
        c.number("listed"),
    ),
    steps.index("ix_comparisons_at", "comparisons", ["at"]),
    steps.columns("provider_events", c.row_id("comparison_id", null=True)),
)
