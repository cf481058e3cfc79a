"""Direct charges: how each payment was made, the fees of it, disputes, and what accounts may do. What is there was made
by destination charges.
"""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Instant
from marqueedesk.migrations.steps import add_columns, create_owned_table, drop_columns, owned_reference

revision = "0052"
down_revision = "0051"

_ADDED = (
    ("booking_payments", sa.Column("charge_model", sa.String(length=12), nullable=True)),
    ("booking_payments", sa.Column("provider_fee_cents", sa.BigInteger(), nullable=False, server_default="0")),
    ("booking_payments", sa.Column("fee_returned_cents", sa.BigInteger(), nullable=False, server_default="0")),
    ("booking_payments", sa.Column("returns_fee", sa.Boolean(), nullable=True)),
    ("booking_payments", sa.Column("customer_id", sa.String(length=255), nullable=True)),
    ("booking_payments", sa.Column("fraud_warning", sa.String(length=60), nullable=True)),
    (
        "connected_accounts",
        sa.Column("charge_model", sa.String(length=12), nullable=False, server_default="destination"),
    ),
    ("connected_accounts", sa.Column("country", sa.String(length=2), nullable=True)),
    ("connected_accounts", sa.Column("due", Document, nullable=True)),
    ("connected_accounts", sa.Column("due_by", Instant(), nullable=True)),
    ("connected_accounts", sa.Column("disabled_reason", sa.String(length=100), nullable=True)),
    ("provider_ids", sa.Column("retired_at", Instant(), nullable=True)),
    ("subscription_plans", sa.Column("fee_basis_points", sa.Integer(), nullable=True)),
    ("subscription_plans", sa.Column("fee_fixed_cents", sa.BigInteger(), nullable=True)),
)


def upgrade() -> None:
    add_columns(*_ADDED)
    create_owned_table(
        "payment_disputes",
        sa.Column("payment_id", sa.BigInteger(), nullable=False),
        sa.Column("provider_id", sa.String(length=255), nullable=False),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("reason", sa.String(length=60), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn_cents", sa.BigInteger(), nullable=False),
        sa.Column("fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("due_by", Instant(), nullable=True),
        sa.Column("asked_at", Instant(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        owned_reference(
            "payment_id", "booking_payments", "fk_payment_disputes_operator_id_booking_payments", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("operator_id", "provider_id", name=op.f("uq_payment_disputes_operator_id_provider_id")),
    )
    op.create_index("ix_payment_disputes_payment", "payment_disputes", ["operator_id", "payment_id"])


def downgrade() -> None:
    op.drop_table("payment_disputes")
    drop_columns(*_ADDED)
