"""The kind of an invoice, and those that it replaced."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0056"
down_revision = "0055"
upgrade, downgrade = steps.both_ways(
    # The version before writes invoices without them, and reads the one that holds.
    steps.columns("invoices", c.text(kind=12, default="invoice"), c.document("replaced", default="[]"))
)
