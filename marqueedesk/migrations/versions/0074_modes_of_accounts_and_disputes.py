"""Store whether a connected account and a dispute are in live mode."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0074"
down_revision = "0073"


upgrade, downgrade = steps.both_ways(
    steps.columns("connected_accounts", c.flag("live", default=True)),
    steps.columns("payment_disputes", c.flag("live", default=True)),
    steps.fill(
        "UPDATE connected_accounts SET live = false WHERE EXISTS "
        "(SELECT 1 FROM provider_ids p WHERE p.id = connected_accounts.id AND p.live = false)"
    ),
    steps.fill(
        "UPDATE payment_disputes SET live = false WHERE EXISTS (SELECT 1 FROM booking_payments p "
        "WHERE p.operator_id = payment_disputes.operator_id AND p.id = payment_disputes.payment_id AND p.live = false)"
    ),
)
