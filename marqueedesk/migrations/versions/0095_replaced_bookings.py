"""Store which booking took the place of a customer's unpaid one."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0095"
down_revision = "0094"
upgrade, downgrade = steps.both_ways(steps.columns("bookings", c.row_id("replaced_by_id", null=True)))
