"""Store the terms that a customer accepted with a booking."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0032"
down_revision = "0031"
upgrade, downgrade = steps.both_ways(
    steps.keyed_table("accepted_terms", c.row_id("booking_id")).of(
        c.text(version=12),
        c.long_text("text"),
        c.moment("accepted_at"),
        steps.owned_reference("booking_id", "bookings", "fk_accepted_terms_operator_id_booking_id", ondelete="CASCADE"),
    ),
)
