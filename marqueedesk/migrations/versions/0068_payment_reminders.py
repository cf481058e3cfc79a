"""How many days before a payment is due its customer is reminded; null for never, as it was."""

import sqlalchemy as sa

from marqueedesk.migrations.steps import adding

revision = "0068"
down_revision = "0067"
upgrade, downgrade = adding(("message_settings", sa.Column("payment_reminder_days", sa.Integer(), nullable=True)))
