"""Store the transfer of a customer's payment to the business's account, which payouts refer to."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0047"
down_revision = "0046"
upgrade, downgrade = steps.both_ways(steps.columns("booking_payments", c.text(transfer_id=255, null=True)))
