"""Add plans, subscriptions, payments to the platform, and the provider's IDs and events."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0010"
down_revision = "0009"

_LIVE = "status IN ('active', 'trial', 'past_due', 'incomplete')"

upgrade, downgrade = steps.both_ways(
    steps.numbered_table("subscription_plans").of(
        c.text(name=100),
        c.long_text("description", null=True),
        c.cents("price_cents"),
        c.text(interval=10),
        c.document("features"),
        c.flag("is_active"),
        c.number("trial_days"),
        c.text(nonce=32),
        c.text(stripe_product_id=255, stripe_price_id=255, null=True),
        c.document("synced", null=True),
        c.created_and_updated(),
        steps.check("interval IN ('monthly', 'quarterly', 'annual')", "ck_subscription_plans_interval"),
        steps.check("price_cents >= 0", "ck_subscription_plans_price"),
        steps.check("trial_days >= 0", "ck_subscription_plans_trial_days"),
    ),
    steps.numbered_table("user_subscriptions").of(
        c.row_id("operator_id", "plan_id"),
        c.cents("price_cents"),
        c.text(interval=10, status=20),
        c.moment("current_period_start", "current_period_end", null=True),
        c.flag("cancel_at_period_end"),
        c.moment("trial_start", "trial_end", "canceled_at", null=True),
        c.text(attempt_key=64, null=True),
        c.moment("attempt_until", null=True),
        c.text(stripe_subscription_id=255, stripe_customer_id=255, null=True),
        c.moment("asked_at", null=True),
        c.created_and_updated(),
        steps.check(
            "status IN ('active', 'trial', 'past_due', 'canceled', 'incomplete', 'incomplete_expired')",
            "ck_user_subscriptions_status",
        ),
        steps.reference("operator_id", "operators", "fk_user_subscriptions_operator_id", ondelete="RESTRICT"),
        steps.reference("plan_id", "subscription_plans", "fk_user_subscriptions_plan_id", ondelete="RESTRICT"),
        steps.unique(["stripe_subscription_id"], "uq_user_subscriptions_stripe_subscription_id"),
    ),
    steps.index("uq_user_subscriptions_live", "user_subscriptions", ["operator_id"], where=_LIVE, unique=True),
    steps.index("ix_user_subscriptions_newest", "user_subscriptions", ["operator_id", "id"]),
    steps.index("ix_user_subscriptions_plan_id", "user_subscriptions", ["plan_id"]),
    steps.numbered_table("payment_history").of(
        c.row_id("operator_id"),
        c.row_id("subscription_id", null=True),
        c.cents("amount_cents"),
        c.text(currency=3, status=20),
        c.text(description=500, invoice_url=1000, payment_method=40, null=True),
        c.document("payment_method_details", null=True),
        c.text(stripe_payment_intent_id=255, stripe_invoice_id=255, null=True),
        c.moment("asked_at", "created_at"),
        steps.reference("operator_id", "operators", "fk_payment_history_operator_id", ondelete="RESTRICT"),
        steps.reference(
            "subscription_id", "user_subscriptions", "fk_payment_history_subscription_id", ondelete="RESTRICT"
        ),
        steps.unique(["stripe_invoice_id"], "uq_payment_history_stripe_invoice_id"),
        steps.unique(["stripe_payment_intent_id"], "uq_payment_history_stripe_payment_intent_id"),
    ),
    steps.index("ix_payment_history_newest", "payment_history", ["operator_id", "created_at", "id"]),
    steps.table("provider_ids", c.text(id=255)).of(
        c.text(kind=10),
        c.row_id("operator_id"),
        c.flag("live"),
        c.moment("created_at"),
        steps.reference("operator_id", "operators", "fk_provider_ids_operator_id", ondelete="CASCADE"),
    ),
    steps.index("ix_provider_ids_operator", "provider_ids", ["operator_id", "kind", "live"]),
    steps.table("provider_events", c.text(id=255)).of(
        c.text(kind=100, object_kind=60),
        c.text(object_id=255, account=255, null=True),
        c.flag("live"),
        c.moment("created_at", "received_at"),
        c.moment("handled_at", null=True),
        c.text(outcome=60, null=True),
    ),
    steps.index("ix_provider_events_received_at", "provider_events", ["received_at"]),
)
