"""What a request was short of that was sent all the same."""

import sqlalchemy as sa

from marqueedesk.kit.db import Document
from marqueedesk.migrations.steps import adding

revision = "0035"
down_revision = "0034"
upgrade, downgrade = adding(("bookings", sa.Column("asked", Document, nullable=True)))
