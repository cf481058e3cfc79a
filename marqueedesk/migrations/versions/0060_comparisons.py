"""Comparisons with the payment provider, and which of them has found an event."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import create_numbered_table

revision = "0060"
down_revision = "0057"


def upgrade() -> None:
    create_numbered_table(
        "comparisons",
        sa.Column("at", Instant(), nullable=False),
        sa.Column("since", Instant(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("listed", sa.Integer(), nullable=False),
    )
    op.create_index("ix_comparisons_at", "comparisons", ["at"])
    op.add_column("provider_events", sa.Column("comparison_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("provider_events", "comparison_id")
    op.drop_index("ix_comparisons_at", table_name="comparisons")
    op.drop_table("comparisons")
