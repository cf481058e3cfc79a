"""Single pieces with tags, photos of goods, who reported a repair and its cost, and when late goods are expected."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Id, Instant

revision = "0049"
down_revision = "0048"

_ADDED = (
    ("bookings", "return_day", sa.Date()),
    ("bookings", "return_clock", sa.String(length=15)),
    ("letter_outages", "reported_by", sa.String(length=120)),
    ("letter_outages", "cost_cents", sa.BigInteger()),
    ("letter_outages", "photo", sa.String(length=64)),
)


def upgrade() -> None:
    for table, name, kind in _ADDED:
        op.add_column(table, sa.Column(name, kind, nullable=True))
    op.create_table(
        "goods_photos",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("large", sa.LargeBinary(), nullable=False),
        sa.Column("small", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("operator_id", "digest", name=op.f("pk_goods_photos")),
    )
    own = op.get_bind().dialect.name == "sqlite"
    op.create_table(
        "tagged_pieces",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("id", Id, autoincrement=True, nullable=False),
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
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("updated_at", Instant(), nullable=False),
        sa.CheckConstraint("state IN ('ok', 'damaged', 'missing', 'retired')", name=op.f("ck_tagged_pieces_state")),
        sa.PrimaryKeyConstraint(*(["id"] if own else ["operator_id", "id"]), name=op.f("pk_tagged_pieces")),
        sa.UniqueConstraint("operator_id", "tag", name=op.f("uq_tagged_pieces_operator_id_tag")),
        sqlite_autoincrement=True,
    )
    if own:
        op.create_index("pk_tagged_pieces", "tagged_pieces", ["operator_id", "id"], unique=True)
    op.create_index("ix_tagged_pieces_booking", "tagged_pieces", ["operator_id", "booking_id"])


def downgrade() -> None:
    op.drop_table("tagged_pieces")
    op.drop_table("goods_photos")
    for table, name, _kind in reversed(_ADDED):
        op.drop_column(table, name)
