"""Store changes that need the customer's agreement."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0038"
down_revision = "0037"
upgrade, downgrade = steps.both_ways(
    steps.keyed_table("agreements", c.row_id("booking_id")).of(
        c.number("number"),
        c.document("before"),
        c.moment("asked_at"),
        c.moment("answered_at", null=True),
        c.flag("agreed", null=True),
        c.long_text("text", null=True),
        steps.owned_reference("booking_id", "bookings", "fk_agreements_operator_id_booking_id", ondelete="CASCADE"),
    ),
)
