"""When the recipient of an email reported it as spam."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import adding

revision = "0057"
down_revision = "0056"
upgrade, downgrade = adding(("outbox", c.moment("complained_at", null=True)))
