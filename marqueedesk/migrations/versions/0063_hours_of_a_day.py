"""How a business writes the hours of a day: 12 or 24."""

import sqlalchemy as sa

from marqueedesk.migrations.steps import adding

revision = "0063"
down_revision = "0062"
upgrade, downgrade = adding(
    (
        "operators",
        sa.Column("time_format", sa.String(length=3), nullable=False, server_default=sa.text("'12h'")),
    )
)
