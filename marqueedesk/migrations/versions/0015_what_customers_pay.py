"""What customers pay businesses, and what a business's account at the provider may do."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Instant
from marqueedesk.migrations.steps import create_numbered_table, reference

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    create_numbered_table(
        "booking_payments",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("entry", sa.String(length=10), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("part", sa.String(length=10), nullable=True),
        sa.Column("refund_of", sa.BigInteger(), nullable=True),
        sa.Column("key", sa.String(length=80), nullable=True),
        sa.Column("provider_id", sa.String(length=255), nullable=True),
        sa.Column("account_id", sa.String(length=255), nullable=True),
        sa.Column("live", sa.Boolean(), nullable=True),
        sa.Column("card", Document, nullable=True),
        sa.Column("receipt_url", sa.String(length=1000), nullable=True),
        sa.Column("failure", sa.String(length=500), nullable=True),
        sa.Column("dispute", sa.String(length=10), nullable=True),
        sa.Column("disputed_cents", sa.BigInteger(), nullable=False),
        sa.Column("on_day", sa.Date(), nullable=True),
        sa.Column("recorded_by", sa.String(length=120), nullable=True),
        sa.Column("note", sa.String(length=500), nullable=True),
        sa.Column("asked_at", Instant(), nullable=True),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("settled_at", Instant(), nullable=True),
        sa.CheckConstraint("entry IN ('payment', 'refund')", name=op.f("ck_booking_payments_entry")),
        sa.CheckConstraint("kind IN ('card', 'cash', 'bank_transfer', 'other')", name=op.f("ck_booking_payments_kind")),
        sa.CheckConstraint("amount_cents > 0", name=op.f("ck_booking_payments_amount")),
        sa.CheckConstraint(
            "state IN ('asked', 'open', 'processing', 'received', 'returned', 'failed', 'canceled', 'void')",
            name=op.f("ck_booking_payments_state"),
        ),
        reference("operator_id", "operators", "fk_booking_payments_operator_id", ondelete="RESTRICT"),
        reference("booking_id", "bookings", "fk_booking_payments_booking_id", ondelete="RESTRICT"),
        reference("refund_of", "booking_payments", "fk_booking_payments_refund_of", ondelete="CASCADE"),
        sa.UniqueConstraint("key", name=op.f("uq_booking_payments_key")),
        sa.UniqueConstraint("provider_id", name=op.f("uq_booking_payments_provider_id")),
    )
    op.create_index("ix_booking_payments_booking", "booking_payments", ["operator_id", "booking_id"])
    op.create_table(
        "connected_accounts",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("details_submitted", sa.Boolean(), nullable=False),
        sa.Column("charges_enabled", sa.Boolean(), nullable=False),
        sa.Column("payouts_enabled", sa.Boolean(), nullable=False),
        sa.Column("asked_at", Instant(), nullable=False),
        reference("operator_id", "operators", "fk_connected_accounts_operator_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_connected_accounts")),
    )
    op.create_index("ix_connected_accounts_operator_id", "connected_accounts", ["operator_id"])


def downgrade() -> None:
    op.drop_index("ix_connected_accounts_operator_id", "connected_accounts")
    op.drop_table("connected_accounts")
    op.drop_index("ix_booking_payments_booking", "booking_payments")
    op.drop_table("booking_payments")
