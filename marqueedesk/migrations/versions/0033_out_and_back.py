"""Goods out and back: handovers, what is out, until when pieces are out of service, and when they are due."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Instant
from marqueedesk.migrations.steps import (
    add_columns,
    create_keyed_table,
    create_owned_table,
    drop_columns,
    owned_reference,
)

revision = "0033"
down_revision = "0032"

_ADDED = (
    ("letter_holds", sa.Column("due_day", sa.Date(), nullable=True)),
    ("letter_outages", sa.Column("kind", sa.String(length=10), server_default="repair", nullable=False)),
    ("letter_outages", sa.Column("booking_id", sa.BigInteger(), nullable=True)),
    ("bookings", sa.Column("goods", sa.String(length=12), server_default="reserved", nullable=False)),
)


def upgrade() -> None:
    add_columns(*_ADDED)
    create_owned_table(
        "handovers",
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
        owned_reference("booking_id", "bookings", "fk_handovers_operator_id_booking_id", ondelete="CASCADE"),
        sa.UniqueConstraint("operator_id", "client_id", name=op.f("uq_handovers_operator_id_client_id")),
    )
    op.create_index("ix_handovers_booking", "handovers", ["operator_id", "booking_id"])
    create_keyed_table(
        "pieces_out",
        ["booking_id", "size", "letter", "finish"],
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.String(length=20), nullable=False),
        sa.Column("letter", sa.String(length=32), nullable=False),
        sa.Column("finish", sa.String(length=20), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.CheckConstraint("count > 0", name=op.f("ck_pieces_out_count")),
        owned_reference("booking_id", "bookings", "fk_pieces_out_operator_id_booking_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("pieces_out")
    op.drop_table("handovers")
    drop_columns(*_ADDED)
