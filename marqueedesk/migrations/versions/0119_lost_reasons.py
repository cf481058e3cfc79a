"""Store why requests and quotes were lost."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0119"
down_revision = "0115"
upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.text(lost_reason=10, null=True)),
    steps.columns("quotes", c.text(lost_reason=10, null=True)),
)
