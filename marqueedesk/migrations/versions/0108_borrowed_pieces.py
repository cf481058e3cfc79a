"""Store pieces that bookings borrow from other businesses."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0108"
down_revision = "0107"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("borrowed_pieces").of(
        c.row_id("booking_id"),
        c.text(lender=120),
        c.document("pieces"),
        c.day("first_day", "last_day"),
        c.cents("cost_cents", null=True),
        c.text(recorded_by=120),
        c.moment("created_at"),
        c.moment("given_back_at", null=True),
        steps.owned_reference(
            "booking_id", "bookings", "fk_borrowed_pieces_operator_id_booking_id", ondelete="CASCADE"
        ),
    ),
    steps.index("ix_borrowed_pieces_booking", "borrowed_pieces", ["operator_id", "booking_id"]),
    steps.index("ix_borrowed_pieces_last_day", "borrowed_pieces", ["operator_id", "last_day"]),
)
