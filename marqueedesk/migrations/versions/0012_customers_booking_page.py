"""A booking's page for its customer, what canceling there costs, and calendar feeds."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns, create_keyed_table, create_numbered_table, reference

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    add_columns(("operators", c.number("free_cancellation_hours", null=True)))
    create_keyed_table(
        "booking_links",
        ["booking_id"],
        c.row_id("booking_id"),
        c.text(nonce=32, digest=64),
        reference("booking_id", "bookings", "fk_booking_links_booking_id", ondelete="CASCADE"),
    )
    create_keyed_table(
        "crew_notes",
        ["booking_id"],
        c.row_id("booking_id"),
        c.text(power=500, access=500, contact_name=200, contact_phone=50, null=True),
        c.long_text("notes", null=True),
        c.moment("updated_at"),
        reference("booking_id", "bookings", "fk_crew_notes_booking_id", ondelete="CASCADE"),
    )
    create_numbered_table(
        "change_requests",
        c.row_id("operator_id", "booking_id"),
        c.long_text("text"),
        c.moment("asked_at"),
        c.moment("done_at", null=True),
        c.text(done_by=100, null=True),
        reference("booking_id", "bookings", "fk_change_requests_booking_id", ondelete="CASCADE"),
    )
    op.create_index("ix_change_requests_booking", "change_requests", ["operator_id", "booking_id"])
    create_keyed_table(
        "cancelations",
        ["booking_id"],
        c.row_id("booking_id"),
        c.moment("at"),
        c.cents("fee_cents"),
        c.long_text("reason", null=True),
        reference("booking_id", "bookings", "fk_cancelations_booking_id", ondelete="CASCADE"),
    )
    create_keyed_table(
        "calendar_feeds",
        [],
        c.text(nonce=32, digest=64),
        c.moment("created_at"),
        reference("operator_id", "operators", "fk_calendar_feeds_operator_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("calendar_feeds")
    op.drop_table("cancelations")
    op.drop_index("ix_change_requests_booking", "change_requests")
    op.drop_table("change_requests")
    op.drop_table("crew_notes")
    op.drop_table("booking_links")
    op.drop_column("operators", "free_cancellation_hours")
