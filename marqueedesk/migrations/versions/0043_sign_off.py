"""Handovers that a customer signed for, and lights that were tested."""

import sqlalchemy as sa

from marqueedesk.kit.db import Document
from marqueedesk.migrations.steps import adding

revision = "0043"
down_revision = "0042"
upgrade, downgrade = adding(("handovers", sa.Column("sign_off", Document, nullable=True)))
