"""Store the fields that a customer's change request changes."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0089"
down_revision = "0088"
upgrade, downgrade = steps.both_ways(steps.columns("change_requests", c.document("change", null=True)))
