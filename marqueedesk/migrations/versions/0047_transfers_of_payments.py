"""The transfer that carried a customer's payment to the business's account, by which a payout names it."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import adding

revision = "0047"
down_revision = "0046"
upgrade, downgrade = adding(("booking_payments", c.text(transfer_id=255, null=True)))
