"""Invitations that were declined."""

import sqlalchemy as sa

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import adding

revision = "0017"
down_revision = "0016"
upgrade, downgrade = adding(("invitations", sa.Column("declined_at", Instant(), nullable=True)))
