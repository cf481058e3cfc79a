"""Store the signature and the light test with a handover."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0043"
down_revision = "0042"
upgrade, downgrade = steps.both_ways(steps.columns("handovers", c.document("sign_off", null=True)))
