"""Shares of a booking's price, each with a link of its own, and the payments that pay them."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Id, Instant

revision = "0071"
down_revision = "0070"


def upgrade() -> None:
    own = op.get_bind().dialect.name == "sqlite"
    op.create_table(
        "payment_shares",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("id", Id, autoincrement=True, nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("withdrawn_at", Instant(), nullable=True),
        sa.CheckConstraint("amount_cents > 0", name=op.f("ck_payment_shares_amount")),
        sa.PrimaryKeyConstraint(*(["id"] if own else ["operator_id", "id"]), name=op.f("pk_payment_shares")),
        sa.ForeignKeyConstraint(
            ["operator_id"], ["operators.id"], name=op.f("fk_payment_shares_operator_id"), ondelete="RESTRICT"
        ),
        sa.ForeignKeyConstraint(
            ["operator_id", "booking_id"],
            ["bookings.operator_id", "bookings.id"],
            name=op.f("fk_payment_shares_operator_id_booking_id"),
            ondelete="RESTRICT",
        ),
        sqlite_autoincrement=True,
    )
    if own:
        op.create_index("pk_payment_shares", "payment_shares", ["operator_id", "id"], unique=True)
    op.create_index("ix_payment_shares_booking", "payment_shares", ["operator_id", "booking_id"])
    op.add_column("booking_payments", sa.Column("share_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("ALTER TABLE booking_payments DROP COLUMN share_id")
    else:
        op.drop_column("booking_payments", "share_id")
    op.drop_index("ix_payment_shares_booking", table_name="payment_shares")
    op.drop_table("payment_shares")
