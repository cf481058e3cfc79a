"""Whether a page that embeds the form is told who has booked."""

import sqlalchemy as sa

from marqueedesk.migrations.steps import adding

revision = "0024"
down_revision = "0023"
upgrade, downgrade = adding(
    ("operators", sa.Column("share_contact", sa.Boolean(), nullable=False, server_default=sa.false()))
)
