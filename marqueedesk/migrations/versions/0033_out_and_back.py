"""Add handovers, goods that are out, outage end dates, and when goods are due back."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0033"
down_revision = "0032"
upgrade, downgrade = steps.both_ways(
    steps.columns("letter_holds", c.day("due_day", null=True)),
    steps.columns("letter_outages", c.text(kind=10, default="repair"), c.row_id("booking_id", null=True)),
    steps.columns("bookings", c.text(goods=12, default="reserved")),
    steps.owned_table("handovers").of(
        c.row_id("booking_id"),
        c.text(client_id=80, fingerprint=64, kind=10),
        c.moment("at", "recorded_at"),
        c.text(who=120),
        c.text(reason=300, null=True),
        c.document("lines"),
        steps.check("kind IN ('pack', 'out', 'in')", "ck_handovers_kind"),
        steps.owned_reference("booking_id", "bookings", "fk_handovers_operator_id_booking_id", ondelete="CASCADE"),
        steps.unique(["operator_id", "client_id"], "uq_handovers_operator_id_client_id"),
    ),
    steps.index("ix_handovers_booking", "handovers", ["operator_id", "booking_id"]),
    steps.keyed_table("pieces_out", c.row_id("booking_id"), c.text(size=20, letter=32, finish=20)).of(
        c.number("count"),
        steps.check("count > 0", "ck_pieces_out_count"),
        steps.owned_reference("booking_id", "bookings", "fk_pieces_out_operator_id_booking_id", ondelete="CASCADE"),
    ),
)
