"""Store the payment provider's latest errors, with its reasons."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0061"
down_revision = "0060"
upgrade, downgrade = steps.both_ways(
    steps.numbered_table("provider_refusals").of(
        c.moment("at"),
        c.text(call=200),
        c.text(account=255, null=True),
        c.flag("live"),
        c.text(code=60),
        c.text(provider_code=100, message=500, param=255, request_id=255, null=True),
    ),
    steps.index("ix_provider_refusals_at", "provider_refusals", ["at"]),
)
