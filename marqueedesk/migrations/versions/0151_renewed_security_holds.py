"""Renew security holds before the bank ends them."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0151"
down_revision = "0150"
upgrade, downgrade = steps.both_ways(steps.columns("security_holds", c.row_id("renews_id", null=True)))
