"""Plans, subscriptions, payments to the platform, the provider's ids, and events of the provider."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Instant
from marqueedesk.migrations.steps import create_numbered_table, create_partial_index, created_and_updated, reference

revision = "0010"
down_revision = "0009"

_LIVE = "status IN ('active', 'trial', 'past_due', 'incomplete')"


def upgrade() -> None:
    create_numbered_table(
        "subscription_plans",
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("price_cents", sa.BigInteger(), nullable=False),
        sa.Column("interval", sa.String(length=10), nullable=False),
        sa.Column("features", Document, nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("trial_days", sa.Integer(), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("stripe_product_id", sa.String(length=255), nullable=True),
        sa.Column("stripe_price_id", sa.String(length=255), nullable=True),
        sa.Column("synced", Document, nullable=True),
        *created_and_updated(),
        sa.CheckConstraint(
            "interval IN ('monthly', 'quarterly', 'annual')", name=op.f("ck_subscription_plans_interval")
        ),
        sa.CheckConstraint("price_cents >= 0", name=op.f("ck_subscription_plans_price")),
        sa.CheckConstraint("trial_days >= 0", name=op.f("ck_subscription_plans_trial_days")),
    )
    create_numbered_table(
        "user_subscriptions",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("plan_id", sa.BigInteger(), nullable=False),
        sa.Column("price_cents", sa.BigInteger(), nullable=False),
        sa.Column("interval", sa.String(length=10), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("current_period_start", Instant(), nullable=True),
        sa.Column("current_period_end", Instant(), nullable=True),
        sa.Column("cancel_at_period_end", sa.Boolean(), nullable=False),
        sa.Column("trial_start", Instant(), nullable=True),
        sa.Column("trial_end", Instant(), nullable=True),
        sa.Column("canceled_at", Instant(), nullable=True),
        sa.Column("attempt_key", sa.String(length=64), nullable=True),
        sa.Column("attempt_until", Instant(), nullable=True),
        sa.Column("stripe_subscription_id", sa.String(length=255), nullable=True),
        sa.Column("stripe_customer_id", sa.String(length=255), nullable=True),
        sa.Column("asked_at", Instant(), nullable=True),
        *created_and_updated(),
        sa.CheckConstraint(
            "status IN ('active', 'trial', 'past_due', 'canceled', 'incomplete', 'incomplete_expired')",
            name=op.f("ck_user_subscriptions_status"),
        ),
        reference("operator_id", "operators", "fk_user_subscriptions_operator_id", ondelete="RESTRICT"),
        reference("plan_id", "subscription_plans", "fk_user_subscriptions_plan_id", ondelete="RESTRICT"),
        sa.UniqueConstraint("stripe_subscription_id", name=op.f("uq_user_subscriptions_stripe_subscription_id")),
    )
    create_partial_index("uq_user_subscriptions_live", "user_subscriptions", ["operator_id"], _LIVE, unique=True)
    op.create_index("ix_user_subscriptions_newest", "user_subscriptions", ["operator_id", "id"], unique=False)
    op.create_index("ix_user_subscriptions_plan_id", "user_subscriptions", ["plan_id"], unique=False)
    create_numbered_table(
        "payment_history",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("subscription_id", sa.BigInteger(), nullable=True),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("description", sa.String(length=500), nullable=True),
        sa.Column("invoice_url", sa.String(length=1000), nullable=True),
        sa.Column("payment_method", sa.String(length=40), nullable=True),
        sa.Column("payment_method_details", Document, nullable=True),
        sa.Column("stripe_payment_intent_id", sa.String(length=255), nullable=True),
        sa.Column("stripe_invoice_id", sa.String(length=255), nullable=True),
        sa.Column("asked_at", Instant(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        reference("operator_id", "operators", "fk_payment_history_operator_id", ondelete="RESTRICT"),
        reference("subscription_id", "user_subscriptions", "fk_payment_history_subscription_id", ondelete="RESTRICT"),
        sa.UniqueConstraint("stripe_invoice_id", name=op.f("uq_payment_history_stripe_invoice_id")),
        sa.UniqueConstraint("stripe_payment_intent_id", name=op.f("uq_payment_history_stripe_payment_intent_id")),
    )
    op.create_index("ix_payment_history_newest", "payment_history", ["operator_id", "created_at", "id"], unique=False)
    op.create_table(
        "provider_ids",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        reference("operator_id", "operators", "fk_provider_ids_operator_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_provider_ids")),
    )
    op.create_index("ix_provider_ids_operator", "provider_ids", ["operator_id", "kind", "live"], unique=False)
    op.create_table(
        "provider_events",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("kind", sa.String(length=100), nullable=False),
        sa.Column("object_kind", sa.String(length=60), nullable=False),
        sa.Column("object_id", sa.String(length=255), nullable=True),
        sa.Column("account", sa.String(length=255), nullable=True),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("received_at", Instant(), nullable=False),
        sa.Column("handled_at", Instant(), nullable=True),
        sa.Column("outcome", sa.String(length=60), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_provider_events")),
    )
    op.create_index("ix_provider_events_received_at", "provider_events", ["received_at"], unique=False)


def downgrade() -> None:
    for table in ("provider_events", "provider_ids", "payment_history", "user_subscriptions", "subscription_plans"):
        op.drop_table(table)
