"""A booking goes to any address, not only to a listed venue."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import adding

revision = "0039"
down_revision = "0038"
upgrade, downgrade = adding(("bookings", c.document("address", default="{}")))
