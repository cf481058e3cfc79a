"""The payment provider's newest refusals, with its own reasons."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import create_numbered_table

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    create_numbered_table(
        "provider_refusals",
        sa.Column("at", Instant(), nullable=False),
        sa.Column("call", sa.String(200), nullable=False),
        sa.Column("account", sa.String(255), nullable=True),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("code", sa.String(60), nullable=False),
        sa.Column("provider_code", sa.String(100), nullable=True),
        sa.Column("message", sa.String(500), nullable=True),
        sa.Column("param", sa.String(255), nullable=True),
        sa.Column("request_id", sa.String(255), nullable=True),
    )
    op.create_index("ix_provider_refusals_at", "provider_refusals", ["at"])


def downgrade() -> None:
    op.drop_index("ix_provider_refusals_at", table_name="provider_refusals")
    op.drop_table("provider_refusals")
