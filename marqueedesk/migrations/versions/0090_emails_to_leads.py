"""Store how often a lead was emailed again."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0090"
down_revision = "0089"
upgrade, downgrade = steps.both_ways(
    steps.keyed_table("lead_emails", c.row_id("booking_id")).of(
        c.number("times"),
        c.moment("last_at"),
        steps.owned_reference("booking_id", "bookings", "fk_lead_emails_booking_id_bookings", ondelete="CASCADE"),
    ),
)
