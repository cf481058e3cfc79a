"""Discount codes, and which one a booking was made with."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations.steps import create_owned_table, create_partial_index, reference

revision = "0046"
down_revision = "0045"


def upgrade() -> None:
    create_owned_table(
        "discount_codes",
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("basis_points", sa.Integer(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=True),
        sa.Column("last_day", sa.Date(), nullable=True),
        sa.Column("uses", sa.Integer(), nullable=True),
        sa.Column("minimum_cents", sa.BigInteger(), nullable=False),
        reference("operator_id", "operators", "fk_discount_codes_operator_id_operators", ondelete="CASCADE"),
        sa.UniqueConstraint("operator_id", "key", name=op.f("uq_discount_codes_operator_id_key")),
    )
    op.add_column("bookings", sa.Column("discount_code", sa.String(length=80), nullable=True))
    create_partial_index(
        "ix_bookings_discount_code",
        "bookings",
        ["operator_id", "discount_code"],
        "discount_code IS NOT NULL",
    )


def downgrade() -> None:
    op.drop_index("ix_bookings_discount_code", table_name="bookings")
    op.drop_column("bookings", "discount_code")
    op.drop_table("discount_codes")
