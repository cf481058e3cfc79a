"""Discount codes, and which one a booking was made with."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Id

revision = "0046"
down_revision = "0045"


def upgrade() -> None:
    own = op.get_bind().dialect.name == "sqlite"
    op.create_table(
        "discount_codes",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("id", Id, autoincrement=True, nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("basis_points", sa.Integer(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=True),
        sa.Column("last_day", sa.Date(), nullable=True),
        sa.Column("uses", sa.Integer(), nullable=True),
        sa.Column("minimum_cents", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["operator_id"],
            ["operators.id"],
            name=op.f("fk_discount_codes_operator_id_operators"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(*(["id"] if own else ["operator_id", "id"]), name=op.f("pk_discount_codes")),
        sa.UniqueConstraint("operator_id", "key", name=op.f("uq_discount_codes_operator_id_key")),
        sqlite_autoincrement=True,
    )
    if own:
        op.create_index("pk_discount_codes", "discount_codes", ["operator_id", "id"], unique=True)
    op.add_column("bookings", sa.Column("discount_code", sa.String(length=80), nullable=True))
    op.create_index(
        "ix_bookings_discount_code",
        "bookings",
        ["operator_id", "discount_code"],
        postgresql_where=sa.text("discount_code IS NOT NULL"),
        sqlite_where=sa.text("discount_code IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_bookings_discount_code", table_name="bookings")
    if op.get_bind().dialect.name == "sqlite":
        op.execute("ALTER TABLE bookings DROP COLUMN discount_code")
    else:
        op.drop_column("bookings", "discount_code")
    op.drop_table("discount_codes")
