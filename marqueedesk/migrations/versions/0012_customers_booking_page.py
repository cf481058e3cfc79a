"""A booking's page for its customer, what canceling there costs, and calendar feeds."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import create_keyed_table, create_numbered_table, reference

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("operators", sa.Column("free_cancellation_hours", sa.Integer(), nullable=True))
    create_keyed_table(
        "booking_links",
        ["booking_id"],
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        reference("booking_id", "bookings", "fk_booking_links_booking_id", ondelete="CASCADE"),
    )
    create_keyed_table(
        "crew_notes",
        ["booking_id"],
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("power", sa.String(length=500), nullable=True),
        sa.Column("access", sa.String(length=500), nullable=True),
        sa.Column("contact_name", sa.String(length=200), nullable=True),
        sa.Column("contact_phone", sa.String(length=50), nullable=True),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("updated_at", Instant(), nullable=False),
        reference("booking_id", "bookings", "fk_crew_notes_booking_id", ondelete="CASCADE"),
    )
    create_numbered_table(
        "change_requests",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("asked_at", Instant(), nullable=False),
        sa.Column("done_at", Instant(), nullable=True),
        sa.Column("done_by", sa.String(length=100), nullable=True),
        reference("booking_id", "bookings", "fk_change_requests_booking_id", ondelete="CASCADE"),
    )
    op.create_index("ix_change_requests_booking", "change_requests", ["operator_id", "booking_id"])
    create_keyed_table(
        "cancelations",
        ["booking_id"],
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        reference("booking_id", "bookings", "fk_cancelations_booking_id", ondelete="CASCADE"),
    )
    create_keyed_table(
        "calendar_feeds",
        [],
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
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
