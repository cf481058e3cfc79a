"""Add the waiting list."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0037"
down_revision = "0036"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("waiting_entries").of(
        c.text(state=10),
        c.document("lines"),
        c.text(message=500, delivery=40, pickup=40),
        c.day("delivery_day"),
        c.text(customer_name=200, customer_email=254),
        c.text(customer_phone=50, null=True),
        c.text(nonce=32),
        c.moment("offered_at", "offered_until", null=True),
        c.row_id("booking_id", null=True),
        c.moment("created_at"),
        steps.check("state IN ('waiting', 'offered', 'booked', 'lapsed', 'withdrawn')", "ck_waiting_entries_state"),
        steps.reference("operator_id", "operators", "fk_waiting_entries_operator_id", ondelete="CASCADE"),
    ),
    steps.index("ix_waiting_entries_state", "waiting_entries", ["operator_id", "state", "id"]),
)
