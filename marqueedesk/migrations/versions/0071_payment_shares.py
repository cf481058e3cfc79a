"""Shares of a booking's price, each with a link of its own, and the payments that pay them."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import create_owned_table, owned_reference, reference

revision = "0071"
down_revision = "0070"


def upgrade() -> None:
    create_owned_table(
        "payment_shares",
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("withdrawn_at", Instant(), nullable=True),
        sa.CheckConstraint("amount_cents > 0", name=op.f("ck_payment_shares_amount")),
        reference("operator_id", "operators", "fk_payment_shares_operator_id", ondelete="RESTRICT"),
        owned_reference("booking_id", "bookings", "fk_payment_shares_operator_id_booking_id", ondelete="RESTRICT"),
    )
    op.create_index("ix_payment_shares_booking", "payment_shares", ["operator_id", "booking_id"])
    op.add_column("booking_payments", sa.Column("share_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("booking_payments", "share_id")
    op.drop_index("ix_payment_shares_booking", table_name="payment_shares")
    op.drop_table("payment_shares")
