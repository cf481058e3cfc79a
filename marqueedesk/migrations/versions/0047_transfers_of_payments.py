"""The transfer that carried a customer's payment to the business's account, by which a payout names it."""

import sqlalchemy as sa

from marqueedesk.migrations.steps import adding

revision = "0047"
down_revision = "0046"
upgrade, downgrade = adding(("booking_payments", sa.Column("transfer_id", sa.String(length=255), nullable=True)))
