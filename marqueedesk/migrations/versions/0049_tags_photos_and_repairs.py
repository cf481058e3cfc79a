"""Single pieces with tags, photos of goods, who reported a repair and its cost, and when late goods are expected."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import (
    add_columns,
    check,
    create_keyed_table,
    create_owned_table,
    drop_columns,
    unique,
)

revision = "0049"
down_revision = "0048"

_ADDED = (
    ("bookings", c.day("return_day", null=True), c.text(return_clock=15, null=True)),
    (
        "letter_outages",
        c.text(reported_by=120, null=True),
        c.cents("cost_cents", null=True),
        c.text(photo=64, null=True),
    ),
)


def upgrade() -> None:
    add_columns(*_ADDED)
    create_keyed_table(
        "goods_photos",
        ["digest"],
        c.text(digest=64),
        c.binary("large", "small"),
        c.moment("created_at"),
    )
    create_owned_table(
        "tagged_pieces",
        c.text(tag=40, size=20, letter=32, finish=20, state=10),
        c.text(note=300, null=True),
        c.day("bought_on", null=True),
        c.cents("cost_cents", null=True),
        c.row_id("booking_id", null=True),
        c.text(place=10, null=True),
        c.created_and_updated(),
        check("state IN ('ok', 'damaged', 'missing', 'retired')", "ck_tagged_pieces_state"),
        unique(["operator_id", "tag"], "uq_tagged_pieces_operator_id_tag"),
    )
    op.create_index("ix_tagged_pieces_booking", "tagged_pieces", ["operator_id", "booking_id"])


def downgrade() -> None:
    op.drop_table("tagged_pieces")
    op.drop_table("goods_photos")
    drop_columns(*_ADDED)
