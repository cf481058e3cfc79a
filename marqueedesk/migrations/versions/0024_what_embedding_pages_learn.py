"""Store whether pages that embed the form get the customer's contact details."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0024"
down_revision = "0023"
upgrade, downgrade = steps.both_ways(steps.columns("operators", c.flag("share_contact", default=False)))
