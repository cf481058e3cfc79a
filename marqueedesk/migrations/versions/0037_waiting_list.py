"""Customers who wait until letters come free."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Instant
from marqueedesk.migrations.steps import create_owned_table, reference

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    create_owned_table(
        "waiting_entries",
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("lines", Document, nullable=False),
        sa.Column("message", sa.String(length=500), nullable=False),
        sa.Column("delivery", sa.String(length=40), nullable=False),
        sa.Column("pickup", sa.String(length=40), nullable=False),
        sa.Column("delivery_day", sa.Date(), nullable=False),
        sa.Column("customer_name", sa.String(length=200), nullable=False),
        sa.Column("customer_email", sa.String(length=254), nullable=False),
        sa.Column("customer_phone", sa.String(length=50), nullable=True),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("offered_at", Instant, nullable=True),
        sa.Column("offered_until", Instant, nullable=True),
        sa.Column("booking_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", Instant, nullable=False),
        sa.CheckConstraint(
            "state IN ('waiting', 'offered', 'booked', 'lapsed', 'withdrawn')", name=op.f("ck_waiting_entries_state")
        ),
        reference("operator_id", "operators", "fk_waiting_entries_operator_id", ondelete="CASCADE"),
    )
    op.create_index("ix_waiting_entries_state", "waiting_entries", ["operator_id", "state", "id"])


def downgrade() -> None:
    op.drop_table("waiting_entries")
