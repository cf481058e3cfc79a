"""What a venue gives a sign: room, a way in, power and wind."""

import sqlalchemy as sa

from marqueedesk.kit.db import Document
from marqueedesk.migrations.steps import adding

revision = "0034"
down_revision = "0033"
upgrade, downgrade = adding(("venues", sa.Column("site", Document, nullable=True)))
