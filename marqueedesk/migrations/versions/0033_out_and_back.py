"""Goods out and back: handovers, what is out, until when pieces are out of service, and when they are due."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Id, Instant

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.add_column("letter_holds", sa.Column("due_day", sa.Date(), nullable=True))
    op.add_column("letter_outages", sa.Column("kind", sa.String(length=10), server_default="repair", nullable=False))
    op.add_column("letter_outages", sa.Column("booking_id", sa.BigInteger(), nullable=True))
    op.add_column("bookings", sa.Column("goods", sa.String(length=12), server_default="reserved", nullable=False))
    own = op.get_bind().dialect.name == "sqlite"
    op.create_table(
        "handovers",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("id", Id, autoincrement=True, nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("client_id", sa.String(length=80), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at", Instant, nullable=False),
        sa.Column("recorded_at", Instant, nullable=False),
        sa.Column("who", sa.String(length=120), nullable=False),
        sa.Column("reason", sa.String(length=300), nullable=True),
        sa.Column("lines", Document, nullable=False),
        sa.CheckConstraint("kind IN ('pack', 'out', 'in')", name=op.f("ck_handovers_kind")),
        sa.ForeignKeyConstraint(
            ["operator_id", "booking_id"],
            ["bookings.operator_id", "bookings.id"],
            name=op.f("fk_handovers_operator_id_booking_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(*(["id"] if own else ["operator_id", "id"]), name=op.f("pk_handovers")),
        sa.UniqueConstraint("operator_id", "client_id", name=op.f("uq_handovers_operator_id_client_id")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_handovers_booking", "handovers", ["operator_id", "booking_id"])
    if own:
        op.create_index("pk_handovers", "handovers", ["operator_id", "id"], unique=True)
    op.create_table(
        "pieces_out",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.String(length=20), nullable=False),
        sa.Column("letter", sa.String(length=32), nullable=False),
        sa.Column("finish", sa.String(length=20), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.CheckConstraint("count > 0", name=op.f("ck_pieces_out_count")),
        sa.ForeignKeyConstraint(
            ["operator_id", "booking_id"],
            ["bookings.operator_id", "bookings.id"],
            name=op.f("fk_pieces_out_operator_id_booking_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("operator_id", "booking_id", "size", "letter", "finish", name=op.f("pk_pieces_out")),
    )


def downgrade() -> None:
    op.drop_table("pieces_out")
    op.drop_table("handovers")
    for table, name in (
        ("bookings", "goods"),
        ("letter_outages", "booking_id"),
        ("letter_outages", "kind"),
        ("letter_holds", "due_day"),
    ):
        if op.get_bind().dialect.name == "sqlite":
            op.execute(f"ALTER TABLE {table} DROP COLUMN {name}")
        else:
            op.drop_column(table, name)
