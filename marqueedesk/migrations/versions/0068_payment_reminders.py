"""Store how many days before a payment is due its customer is reminded; null (the default) means never."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0068"
down_revision = "0067"
upgrade, downgrade = steps.both_ways(steps.columns("message_settings", c.number("payment_reminder_days", null=True)))
