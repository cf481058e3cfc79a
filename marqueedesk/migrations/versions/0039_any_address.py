"""A booking goes to any address, not only to a listed venue."""

import sqlalchemy as sa

from marqueedesk.kit.db import Document
from marqueedesk.migrations.steps import adding

revision = "0039"
down_revision = "0038"
upgrade, downgrade = adding(("bookings", sa.Column("address", Document, nullable=False, server_default="{}")))
