"""What a business answers to a change that its customer asks for."""

import sqlalchemy as sa

from marqueedesk.migrations.steps import adding

revision = "0013"
down_revision = "0012"
upgrade, downgrade = adding(
    ("change_requests", sa.Column("outcome", sa.String(length=10), nullable=True)),
    ("change_requests", sa.Column("answer", sa.Text(), nullable=True)),
)
