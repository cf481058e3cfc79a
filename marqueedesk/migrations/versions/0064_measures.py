"""Whether a business measures in inches and pounds, or in centimeters and kilograms."""

import sqlalchemy as sa

from marqueedesk.migrations.steps import adding

revision = "0064"
down_revision = "0063"
upgrade, downgrade = adding(
    ("operators", sa.Column("measures", sa.String(length=10), nullable=False, server_default=sa.text("'us'")))
)
