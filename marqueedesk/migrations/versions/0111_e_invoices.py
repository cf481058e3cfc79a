"""Store whether a business's invoices contain their electronic form."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0111"
down_revision = "0110"

upgrade, downgrade = steps.both_ways(
    steps.columns("business_details", c.flag("e_invoices", default=False)),
)
