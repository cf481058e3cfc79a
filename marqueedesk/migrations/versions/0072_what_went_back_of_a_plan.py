"""Store whether subscriptions and their payments use real money, and a payment's refunds and dispute."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0072"
down_revision = "0071"
upgrade, downgrade = steps.both_ways(
    steps.columns("user_subscriptions", c.flag("live", null=True)),
    steps.columns(
        "payment_history",
        c.flag("live", default=True),
        c.cents("refunded_cents", default=0),
        c.text(dispute=10, null=True),
        c.cents("disputed_cents", default=0),
    ),
    steps.fill(
        "UPDATE user_subscriptions SET live = "
        "(SELECT c.live FROM provider_ids c WHERE c.id = user_subscriptions.stripe_customer_id) "
        "WHERE stripe_subscription_id IS NOT NULL"
    ),
    # A single payment has no customer. It was a test if its business has never paid with live keys.
    steps.fill(
        "UPDATE payment_history SET live = false WHERE EXISTS (SELECT 1 FROM user_subscriptions s "
        "WHERE s.operator_id = payment_history.operator_id AND s.id = payment_history.subscription_id "
        "AND s.live = false) OR (subscription_id IS NULL AND 'test' = (SELECT CASE "
        "WHEN count(*) = count(CASE WHEN c.live = false THEN 1 END) AND count(*) > 0 THEN 'test' ELSE 'live' END "
        "FROM provider_ids c WHERE c.kind = 'customer' AND c.operator_id = payment_history.operator_id))"
    ),
    steps.fill("UPDATE payment_history SET refunded_cents = amount_cents WHERE status = 'refunded'"),
)
