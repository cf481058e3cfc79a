"""Whether a page that embeds the form is told who has booked."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0024"
down_revision = "0023"
upgrade, downgrade = steps.both_ways(steps.columns("operators", c.flag("share_contact", default=False)))
