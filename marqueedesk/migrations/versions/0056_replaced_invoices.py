"""Store an invoice's kind, and the invoices it replaced."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0056"
down_revision = "0055"
upgrade, downgrade = steps.both_ways(
    # The previous version inserts invoices without these columns, and reads the current invoice.
    steps.columns("invoices", c.text(kind=12, default="invoice"), c.document("replaced", default="[]"))
)
