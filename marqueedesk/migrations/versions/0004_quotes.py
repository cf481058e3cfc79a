"""Quotes, their versions and their story; links by token; numbers of documents; which quote a booking came from."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Instant
from marqueedesk.migrations.steps import (
    create_keyed_table,
    create_numbered_table,
    create_partial_index,
    created_and_updated,
    reference,
)

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    create_keyed_table(
        "document_counters",
        ["kind", "year"],
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("year", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("token_digest", sa.String(length=64), nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("token_digest", name=op.f("pk_links")),
    )
    op.create_index("ix_links_target", "links", ["operator_id", "kind", "target_id"], unique=False)
    create_numbered_table(
        "quotes",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("offer", sa.String(length=10), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("sent_version", sa.Integer(), nullable=True),
        sa.Column("number", sa.String(length=20), nullable=True),
        sa.Column("content", Document, nullable=False),
        sa.Column("message", sa.String(length=500), nullable=False),
        sa.Column("size", sa.String(length=20), nullable=False),
        sa.Column("customer_name", sa.String(length=200), nullable=True),
        sa.Column("customer_email", sa.String(length=254), nullable=True),
        sa.Column("total_cents", sa.BigInteger(), nullable=False),
        sa.Column("delivery_day", sa.Date(), nullable=True),
        sa.Column("pickup_day", sa.Date(), nullable=True),
        sa.Column("expires_at", Instant(), nullable=True),
        sa.Column("hold_letters", sa.Boolean(), nullable=False),
        sa.Column("link_nonce", sa.String(length=32), nullable=False),
        sa.Column("link_digest", sa.String(length=64), nullable=True),
        sa.Column("booking_id", sa.BigInteger(), nullable=True),
        sa.Column("sent_at", Instant(), nullable=True),
        sa.Column("seen_at", Instant(), nullable=True),
        sa.Column("answered_at", Instant(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        *created_and_updated(),
        sa.CheckConstraint(
            "status IN ('draft', 'sent', 'seen', 'accepted', 'declined')", name=op.f("ck_quotes_status")
        ),
        sa.CheckConstraint(
            "offer IN ('unsent', 'open', 'withdrawn', 'accepted', 'declined')", name=op.f("ck_quotes_offer")
        ),
        sa.CheckConstraint(
            "(offer = 'accepted') = (booking_id IS NOT NULL)", name=op.f("ck_quotes_booked_once_accepted")
        ),
        reference("operator_id", "operators", "fk_quotes_operator_id", ondelete="RESTRICT"),
        sa.UniqueConstraint("operator_id", "number", name=op.f("uq_quotes_operator_id_number")),
    )
    op.create_index("ix_quotes_newest", "quotes", ["operator_id", "id"], unique=False)
    op.create_index("ix_quotes_days", "quotes", ["operator_id", "offer", "delivery_day"], unique=False)
    create_keyed_table(
        "quote_versions",
        ["quote_id", "version"],
        sa.Column("quote_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("content", Document, nullable=False),
        sa.Column("sent_at", Instant(), nullable=True),
        sa.Column("expires_at", Instant(), nullable=True),
        reference("quote_id", "quotes", "fk_quote_versions_quote_id", ondelete="CASCADE"),
    )
    create_numbered_table(
        "quote_events",
        sa.Column("quote_id", sa.BigInteger(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("who", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("details", Document, nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        reference("quote_id", "quotes", "fk_quote_events_quote_id", ondelete="CASCADE"),
    )
    op.create_index("ix_quote_events_quote", "quote_events", ["operator_id", "quote_id"], unique=False)
    op.add_column("bookings", sa.Column("quote_id", sa.BigInteger(), nullable=True))
    create_partial_index("uq_bookings_quote_id", "bookings", ["quote_id"], "quote_id IS NOT NULL", unique=True)


def downgrade() -> None:
    op.drop_index("uq_bookings_quote_id", table_name="bookings")
    # Not by making the table anew: that would take along what refers to its rows.
    op.drop_column("bookings", "quote_id")
    for table in ("quote_events", "quote_versions", "quotes", "links", "document_counters"):
        op.drop_table(table)
