"""Single pieces with tags, photos of goods, who reported a repair and its cost, and when late goods are expected."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import (
    add_columns,
    create_keyed_table,
    create_owned_table,
    created_and_updated,
    drop_columns,
)

revision = "0049"
down_revision = "0048"

_ADDED = (
    ("bookings", sa.Column("return_day", sa.Date(), nullable=True)),
    ("bookings", sa.Column("return_clock", sa.String(length=15), nullable=True)),
    ("letter_outages", sa.Column("reported_by", sa.String(length=120), nullable=True)),
    ("letter_outages", sa.Column("cost_cents", sa.BigInteger(), nullable=True)),
    ("letter_outages", sa.Column("photo", sa.String(length=64), nullable=True)),
)


def upgrade() -> None:
    add_columns(*_ADDED)
    create_keyed_table(
        "goods_photos",
        ["digest"],
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("large", sa.LargeBinary(), nullable=False),
        sa.Column("small", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
    )
    create_owned_table(
        "tagged_pieces",
        sa.Column("tag", sa.String(length=40), nullable=False),
        sa.Column("size", sa.String(length=20), nullable=False),
        sa.Column("letter", sa.String(length=32), nullable=False),
        sa.Column("finish", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("note", sa.String(length=300), nullable=True),
        sa.Column("bought_on", sa.Date(), nullable=True),
        sa.Column("cost_cents", sa.BigInteger(), nullable=True),
        sa.Column("booking_id", sa.BigInteger(), nullable=True),
        sa.Column("place", sa.String(length=10), nullable=True),
        *created_and_updated(),
        sa.CheckConstraint("state IN ('ok', 'damaged', 'missing', 'retired')", name=op.f("ck_tagged_pieces_state")),
        sa.UniqueConstraint("operator_id", "tag", name=op.f("uq_tagged_pieces_operator_id_tag")),
    )
    op.create_index("ix_tagged_pieces_booking", "tagged_pieces", ["operator_id", "booking_id"])


def downgrade() -> None:
    op.drop_table("tagged_pieces")
    op.drop_table("goods_photos")
    drop_columns(*_ADDED)
