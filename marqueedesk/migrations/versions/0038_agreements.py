"""Changes that customers are asked to agree to."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Instant
from marqueedesk.migrations.steps import create_keyed_table, owned_reference

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    create_keyed_table(
        "agreements",
        ["booking_id"],
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("before", Document, nullable=False),
        sa.Column("asked_at", Instant(), nullable=False),
        sa.Column("answered_at", Instant(), nullable=True),
        sa.Column("agreed", sa.Boolean(), nullable=True),
        sa.Column("text", sa.Text(), nullable=True),
        owned_reference("booking_id", "bookings", "fk_agreements_operator_id_booking_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("agreements")
