"""Count requests by business and hour, and let administrators suspend or slow a business and owners allow support."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0138"
down_revision = "0132"
upgrade, downgrade = steps.both_ways(
    steps.columns(
        "operators",
        c.moment("stopped_at", null=True),
        c.text(stopped_reason=300, null=True),
        c.moment("slowed_at", "support_until", null=True),
    ),
    steps.keyed_table("usage_hours", c.moment("hour")).of(
        c.number("requests", "errors", "limited", "slow", "slowest_ms"),
        c.text(slowest_route=200, null=True),
        steps.reference("operator_id", "operators", "fk_usage_hours_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_usage_hours_hour", "usage_hours", ["hour"]),
)
