"""Changes, for pages that are open."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import create_numbered_table

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    create_numbered_table(
        "events",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("topics", sa.String(length=200), nullable=False),
        sa.Column("at", Instant(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("events")
