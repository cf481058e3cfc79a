"""A booking's page for its customer, what canceling there costs, and calendar feeds."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Id, Instant

revision = "0012"
down_revision = "0011"


def _of_booking(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["booking_id"], ["bookings.id"], name=op.f(f"fk_{table}_booking_id"), ondelete="CASCADE"
    )


def upgrade() -> None:
    op.add_column("operators", sa.Column("free_cancellation_hours", sa.Integer(), nullable=True))
    op.create_table(
        "booking_links",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        _of_booking("booking_links"),
        sa.PrimaryKeyConstraint("operator_id", "booking_id", name=op.f("pk_booking_links")),
    )
    op.create_table(
        "crew_notes",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("power", sa.String(length=500), nullable=True),
        sa.Column("access", sa.String(length=500), nullable=True),
        sa.Column("contact_name", sa.String(length=200), nullable=True),
        sa.Column("contact_phone", sa.String(length=50), nullable=True),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("updated_at", Instant(), nullable=False),
        _of_booking("crew_notes"),
        sa.PrimaryKeyConstraint("operator_id", "booking_id", name=op.f("pk_crew_notes")),
    )
    op.create_table(
        "change_requests",
        sa.Column("id", Id, nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("asked_at", Instant(), nullable=False),
        sa.Column("done_at", Instant(), nullable=True),
        sa.Column("done_by", sa.String(length=100), nullable=True),
        _of_booking("change_requests"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_change_requests")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_change_requests_booking", "change_requests", ["operator_id", "booking_id"])
    op.create_table(
        "cancelations",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("fee_cents", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        _of_booking("cancelations"),
        sa.PrimaryKeyConstraint("operator_id", "booking_id", name=op.f("pk_cancelations")),
    )
    op.create_table(
        "calendar_feeds",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["operator_id"], ["operators.id"], name=op.f("fk_calendar_feeds_operator_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("operator_id", name=op.f("pk_calendar_feeds")),
    )


def downgrade() -> None:
    op.drop_table("calendar_feeds")
    op.drop_table("cancelations")
    op.drop_index("ix_change_requests_booking", "change_requests")
    op.drop_table("change_requests")
    op.drop_table("crew_notes")
    op.drop_table("booking_links")
    op.drop_column("operators", "free_cancellation_hours")
