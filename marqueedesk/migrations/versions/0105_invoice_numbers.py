"""Store a business's scheme of invoice numbers."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0105"
down_revision = "0104"

upgrade, downgrade = steps.both_ways(steps.columns("business_details", c.document("invoice_numbers", null=True)))
