"""When the recipient of an email reported it as spam."""

import sqlalchemy as sa

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import adding

revision = "0057"
down_revision = "0056"
upgrade, downgrade = adding(("outbox", sa.Column("complained_at", Instant(), nullable=True)))
