"""How a business writes the hours of a day: 12 or 24."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"


def upgrade() -> None:
    op.add_column(
        "operators",
        sa.Column("time_format", sa.String(length=3), nullable=False, server_default=sa.text("'12h'")),
    )


def downgrade() -> None:
    op.drop_column("operators", "time_format")
