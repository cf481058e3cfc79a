"""Quotes, their versions and their story; links by token; numbers of documents; which quote a booking came from."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Id, Instant

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "document_counters",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("year", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("operator_id", "kind", "year", name=op.f("pk_document_counters")),
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
    op.create_table(
        "quotes",
        sa.Column("id", Id, nullable=False),
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
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("updated_at", Instant(), nullable=False),
        sa.CheckConstraint(
            "status IN ('draft', 'sent', 'seen', 'accepted', 'declined')", name=op.f("ck_quotes_status")
        ),
        sa.CheckConstraint(
            "offer IN ('unsent', 'open', 'withdrawn', 'accepted', 'declined')", name=op.f("ck_quotes_offer")
        ),
        sa.CheckConstraint(
            "(offer = 'accepted') = (booking_id IS NOT NULL)", name=op.f("ck_quotes_booked_once_accepted")
        ),
        sa.ForeignKeyConstraint(
            ["operator_id"], ["operators.id"], name=op.f("fk_quotes_operator_id"), ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quotes")),
        sa.UniqueConstraint("operator_id", "number", name=op.f("uq_quotes_operator_id_number")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_quotes_newest", "quotes", ["operator_id", "id"], unique=False)
    op.create_index("ix_quotes_days", "quotes", ["operator_id", "offer", "delivery_day"], unique=False)
    op.create_table(
        "quote_versions",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("quote_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("content", Document, nullable=False),
        sa.Column("sent_at", Instant(), nullable=True),
        sa.Column("expires_at", Instant(), nullable=True),
        sa.ForeignKeyConstraint(
            ["quote_id"], ["quotes.id"], name=op.f("fk_quote_versions_quote_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("operator_id", "quote_id", "version", name=op.f("pk_quote_versions")),
    )
    op.create_table(
        "quote_events",
        sa.Column("id", Id, nullable=False),
        sa.Column("quote_id", sa.BigInteger(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("who", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("details", Document, nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["quote_id"], ["quotes.id"], name=op.f("fk_quote_events_quote_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quote_events")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_quote_events_quote", "quote_events", ["operator_id", "quote_id"], unique=False)
    op.add_column("bookings", sa.Column("quote_id", sa.BigInteger(), nullable=True))
    op.create_index(
        "uq_bookings_quote_id",
        "bookings",
        ["quote_id"],
        unique=True,
        postgresql_where=sa.text("quote_id IS NOT NULL"),
        sqlite_where=sa.text("quote_id IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("uq_bookings_quote_id", table_name="bookings")
    # Not by making the table anew: that would take along what refers to its rows.
    op.drop_column("bookings", "quote_id")
    for table in ("quote_events", "quote_versions", "quotes", "links", "document_counters"):
        op.drop_table(table)
