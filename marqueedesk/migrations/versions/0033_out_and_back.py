"""Goods out and back: handovers, what is out, until when pieces are out of service, and when they are due."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import (
    add_columns,
    check,
    create_keyed_table,
    create_owned_table,
    drop_columns,
    owned_reference,
    unique,
)

revision = "0033"
down_revision = "0032"

_ADDED = (
    ("letter_holds", c.day("due_day", null=True)),
    ("letter_outages", c.text(kind=10, default="repair"), c.row_id("booking_id", null=True)),
    ("bookings", c.text(goods=12, default="reserved")),
)


def upgrade() -> None:
    add_columns(*_ADDED)
    create_owned_table(
        "handovers",
        c.row_id("booking_id"),
        c.text(client_id=80, fingerprint=64, kind=10),
        c.moment("at", "recorded_at"),
        c.text(who=120),
        c.text(reason=300, null=True),
        c.document("lines"),
        check("kind IN ('pack', 'out', 'in')", "ck_handovers_kind"),
        owned_reference("booking_id", "bookings", "fk_handovers_operator_id_booking_id", ondelete="CASCADE"),
        unique(["operator_id", "client_id"], "uq_handovers_operator_id_client_id"),
    )
    op.create_index("ix_handovers_booking", "handovers", ["operator_id", "booking_id"])
    create_keyed_table(
        "pieces_out",
        ["booking_id", "size", "letter", "finish"],
        c.row_id("booking_id"),
        c.text(size=20, letter=32, finish=20),
        c.number("count"),
        check("count > 0", "ck_pieces_out_count"),
        owned_reference("booking_id", "bookings", "fk_pieces_out_operator_id_booking_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("pieces_out")
    op.drop_table("handovers")
    drop_columns(*_ADDED)
