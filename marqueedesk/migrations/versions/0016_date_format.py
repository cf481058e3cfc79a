"""How a business orders its days."""

import sqlalchemy as sa

from marqueedesk.migrations.steps import adding

revision = "0016"
down_revision = "0015"
upgrade, downgrade = adding(
    (
        "operators",
        sa.Column("date_format", sa.String(length=10), nullable=False, server_default=sa.text("'MM/DD/YYYY'")),
    )
)
