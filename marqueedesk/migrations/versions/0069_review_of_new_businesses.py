"""New businesses that wait until an administrator approves them. Those that are there already do not."""

import sqlalchemy as sa

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import adding

revision = "0069"
down_revision = "0068"
upgrade, downgrade = adding(
    ("operators", sa.Column("held_at", Instant(), nullable=True)),
    ("operators", sa.Column("refused_at", Instant(), nullable=True)),
)
