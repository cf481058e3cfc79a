"""What a request was short of that was sent all the same."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import adding

revision = "0035"
down_revision = "0034"
upgrade, downgrade = adding(("bookings", c.document("asked", null=True)))
