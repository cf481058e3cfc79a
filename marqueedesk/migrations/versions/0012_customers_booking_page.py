"""Add the customer's booking page, its cancellation fee, and calendar feeds."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0012"
down_revision = "0011"
upgrade, downgrade = steps.both_ways(
    steps.columns("operators", c.number("free_cancellation_hours", null=True)),
    steps.keyed_table("booking_links", c.row_id("booking_id")).of(
        c.text(nonce=32, digest=64),
        steps.reference("booking_id", "bookings", "fk_booking_links_booking_id", ondelete="CASCADE"),
    ),
    steps.keyed_table("crew_notes", c.row_id("booking_id")).of(
        c.text(power=500, access=500, contact_name=200, contact_phone=50, null=True),
        c.long_text("notes", null=True),
        c.moment("updated_at"),
        steps.reference("booking_id", "bookings", "fk_crew_notes_booking_id", ondelete="CASCADE"),
    ),
    steps.numbered_table("change_requests").of(
        c.row_id("operator_id", "booking_id"),
        c.long_text("text"),
        c.moment("asked_at"),
        c.moment("done_at", null=True),
        c.text(done_by=100, null=True),
        steps.reference("booking_id", "bookings", "fk_change_requests_booking_id", ondelete="CASCADE"),
    ),
    steps.index("ix_change_requests_booking", "change_requests", ["operator_id", "booking_id"]),
    steps.keyed_table("cancelations", c.row_id("booking_id")).of(
        c.moment("at"),
        c.cents("fee_cents"),
        c.long_text("reason", null=True),
        steps.reference("booking_id", "bookings", "fk_cancelations_booking_id", ondelete="CASCADE"),
    ),
    steps.keyed_table("calendar_feeds").of(
        c.text(nonce=32, digest=64),
        c.moment("created_at"),
        steps.reference("operator_id", "operators", "fk_calendar_feeds_operator_id", ondelete="CASCADE"),
    ),
)
