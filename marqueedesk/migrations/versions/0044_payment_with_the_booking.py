"""Store the deadline of the payment that confirms a visitor's booking."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0044"
down_revision = "0043"
upgrade, downgrade = steps.both_ways(steps.columns("bookings", c.moment("pay_by", null=True)))
