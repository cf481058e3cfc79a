"""Until when a visitor's booking waits for the payment that confirms it."""

import sqlalchemy as sa

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import adding

revision = "0044"
down_revision = "0043"
upgrade, downgrade = adding(("bookings", sa.Column("pay_by", Instant, nullable=True)))
