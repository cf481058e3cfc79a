"""Direct charges: how each payment was made, the fees of it, disputes, and what accounts may do. What is there was made
by destination charges.
"""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Id, Instant

revision = "0052"
down_revision = "0051"

_ADDED = (
    ("booking_payments", "charge_model", sa.String(length=12), None),
    ("booking_payments", "provider_fee_cents", sa.BigInteger(), "0"),
    ("booking_payments", "fee_returned_cents", sa.BigInteger(), "0"),
    ("booking_payments", "returns_fee", sa.Boolean(), None),
    ("booking_payments", "customer_id", sa.String(length=255), None),
    ("booking_payments", "fraud_warning", sa.String(length=60), None),
    ("connected_accounts", "charge_model", sa.String(length=12), "destination"),
    ("connected_accounts", "country", sa.String(length=2), None),
    ("connected_accounts", "due", Document, None),
    ("connected_accounts", "due_by", Instant(), None),
    ("connected_accounts", "disabled_reason", sa.String(length=100), None),
    ("provider_ids", "retired_at", Instant(), None),
    ("subscription_plans", "fee_basis_points", sa.Integer(), None),
    ("subscription_plans", "fee_fixed_cents", sa.BigInteger(), None),
)


def upgrade() -> None:
    for table, name, kind, default in _ADDED:
        always = default is not None
        op.add_column(table, sa.Column(name, kind, nullable=not always, server_default=default))
    own = op.get_bind().dialect.name == "sqlite"
    op.create_table(
        "payment_disputes",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("id", Id, autoincrement=True, nullable=False),
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
        sa.ForeignKeyConstraint(
            ["operator_id", "payment_id"],
            ["booking_payments.operator_id", "booking_payments.id"],
            name=op.f("fk_payment_disputes_operator_id_booking_payments"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(*(["id"] if own else ["operator_id", "id"]), name=op.f("pk_payment_disputes")),
        sa.UniqueConstraint("operator_id", "provider_id", name=op.f("uq_payment_disputes_operator_id_provider_id")),
        sqlite_autoincrement=True,
    )
    if own:
        op.create_index("pk_payment_disputes", "payment_disputes", ["operator_id", "id"], unique=True)
    op.create_index("ix_payment_disputes_payment", "payment_disputes", ["operator_id", "payment_id"])


def downgrade() -> None:
    op.drop_table("payment_disputes")
    for table, name, _kind, _default in reversed(_ADDED):
        if op.get_bind().dialect.name == "sqlite":
            op.execute(f"ALTER TABLE {table} DROP COLUMN {name}")
        else:
            op.drop_column(table, name)
