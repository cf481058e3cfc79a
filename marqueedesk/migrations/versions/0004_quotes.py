"""Quotes, their versions and their story; links by token; numbers of documents; which quote a booking came from."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import (
    add_columns,
    check,
    create_keyed_table,
    create_numbered_table,
    create_partial_index,
    create_table,
    reference,
    unique,
)

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    create_keyed_table(
        "document_counters",
        ["kind", "year"],
        c.text(kind=20),
        sa.Column("year", sa.Integer(), autoincrement=False, nullable=False),
        c.number("last"),
    )
    create_table(
        "links",
        ["token_digest"],
        c.text(token_digest=64),
        c.row_id("operator_id"),
        c.text(kind=10),
        c.row_id("target_id"),
        c.moment("created_at"),
    )
    op.create_index("ix_links_target", "links", ["operator_id", "kind", "target_id"])
    create_numbered_table(
        "quotes",
        c.row_id("operator_id"),
        c.text(status=10, offer=10),
        c.number("version"),
        c.number("sent_version", null=True),
        c.text(number=20, null=True),
        c.document("content"),
        c.text(message=500, size=20),
        c.text(customer_name=200, customer_email=254, null=True),
        c.cents("total_cents"),
        c.day("delivery_day", "pickup_day", null=True),
        c.moment("expires_at", null=True),
        c.flag("hold_letters"),
        c.text(link_nonce=32),
        c.text(link_digest=64, null=True),
        c.row_id("booking_id", null=True),
        c.moment("sent_at", "seen_at", "answered_at", null=True),
        c.number("revision"),
        c.created_and_updated(),
        check("status IN ('draft', 'sent', 'seen', 'accepted', 'declined')", "ck_quotes_status"),
        check("offer IN ('unsent', 'open', 'withdrawn', 'accepted', 'declined')", "ck_quotes_offer"),
        check("(offer = 'accepted') = (booking_id IS NOT NULL)", "ck_quotes_booked_once_accepted"),
        reference("operator_id", "operators", "fk_quotes_operator_id", ondelete="RESTRICT"),
        unique(["operator_id", "number"], "uq_quotes_operator_id_number"),
    )
    op.create_index("ix_quotes_newest", "quotes", ["operator_id", "id"])
    op.create_index("ix_quotes_days", "quotes", ["operator_id", "offer", "delivery_day"])
    create_keyed_table(
        "quote_versions",
        ["quote_id", "version"],
        sa.Column("quote_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        c.document("content"),
        c.moment("sent_at", "expires_at", null=True),
        reference("quote_id", "quotes", "fk_quote_versions_quote_id", ondelete="CASCADE"),
    )
    create_numbered_table(
        "quote_events",
        c.row_id("quote_id"),
        c.moment("at"),
        c.text(kind=12, who=200),
        c.number("version"),
        c.document("details"),
        c.row_id("operator_id"),
        reference("quote_id", "quotes", "fk_quote_events_quote_id", ondelete="CASCADE"),
    )
    op.create_index("ix_quote_events_quote", "quote_events", ["operator_id", "quote_id"])
    add_columns(("bookings", c.row_id("quote_id", null=True)))
    create_partial_index("uq_bookings_quote_id", "bookings", ["quote_id"], "quote_id IS NOT NULL", unique=True)


def downgrade() -> None:
    op.drop_index("uq_bookings_quote_id", table_name="bookings")
    # Not by making the table anew: that would take along what refers to its rows.
    op.drop_column("bookings", "quote_id")
    for table in ("quote_events", "quote_versions", "quotes", "links", "document_counters"):
        op.drop_table(table)
