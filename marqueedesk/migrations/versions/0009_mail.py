"""The outbox, what a business sets about its emails, and ways back in for who forgot their password.

Jobs from before there was a worker are over: nobody is written to about bookings of last month.
"""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Id, Instant
from marqueedesk.migrations.steps import create_keyed_table, create_numbered_table, reference

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    create_numbered_table(
        "outbox",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("audience", sa.String(length=10), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("booking_id", sa.BigInteger(), nullable=True),
        sa.Column("quote_id", sa.BigInteger(), nullable=True),
        sa.Column("dedupe_key", sa.String(length=200), nullable=True),
        sa.Column("recipient", sa.String(length=254), nullable=False),
        sa.Column("recipient_name", sa.String(length=200), nullable=True),
        sa.Column("subject", sa.String(length=300), nullable=False),
        sa.Column("content", Document, nullable=False),
        sa.Column("message_id", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.String(length=500), nullable=True),
        sa.Column("good_until", Instant(), nullable=True),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("tried_at", Instant(), nullable=True),
        sa.Column("sent_at", Instant(), nullable=True),
        sa.CheckConstraint("state IN ('waiting', 'sent', 'failed', 'unsent')", name=op.f("ck_outbox_state")),
        sa.CheckConstraint("audience IN ('customer', 'business', 'account')", name=op.f("ck_outbox_audience")),
        sa.UniqueConstraint("dedupe_key", name=op.f("uq_outbox_dedupe_key")),
        sa.UniqueConstraint("message_id", name=op.f("uq_outbox_message_id")),
    )
    op.create_index("ix_outbox_booking", "outbox", ["operator_id", "booking_id"])
    op.create_index("ix_outbox_quote", "outbox", ["operator_id", "quote_id"])
    op.create_index("ix_outbox_state", "outbox", ["operator_id", "state", "id"])
    create_keyed_table(
        "message_settings",
        [],
        sa.Column("reminder_days", sa.Integer(), nullable=False),
        sa.Column("run_sheet_hour", sa.Integer(), nullable=True),
        sa.Column("texts", Document, nullable=False),
        sa.Column("updated_at", Instant(), nullable=False),
        sa.CheckConstraint("reminder_days BETWEEN 0 AND 30", name=op.f("ck_message_settings_reminder_days")),
        sa.CheckConstraint("run_sheet_hour BETWEEN 0 AND 23", name=op.f("ck_message_settings_run_sheet_hour")),
        reference("operator_id", "operators", "fk_message_settings_operator_id", ondelete="CASCADE"),
    )
    op.create_table(
        "password_resets",
        sa.Column("id", Id, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("token_digest", sa.String(length=64), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("expires_at", Instant(), nullable=False),
        sa.Column("used_at", Instant(), nullable=True),
        reference("user_id", "users", "fk_password_resets_user_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_password_resets")),
        sa.UniqueConstraint("token_digest", name=op.f("uq_password_resets_token_digest")),
    )
    op.create_index("ix_password_resets_user_id", "password_resets", ["user_id"])
    op.create_table(
        "known_places",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("seen_at", Instant(), nullable=False),
        reference("user_id", "users", "fk_known_places_user_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "digest", name=op.f("pk_known_places")),
    )
    op.execute(
        sa.text(
            "UPDATE jobs SET state = 'done' WHERE state = 'waiting' AND (kind LIKE 'booking.%' OR kind LIKE 'quote.%')"
        )
    )


def downgrade() -> None:
    op.drop_table("known_places")
    op.drop_table("password_resets")
    op.drop_table("message_settings")
    op.drop_table("outbox")
