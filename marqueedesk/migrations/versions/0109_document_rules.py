"""Store VAT IDs of businesses and customers, and the country whose rules documents follow."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0109"
down_revision = "0108"

upgrade, downgrade = steps.both_ways(
    steps.columns("business_details", c.text(null=True, vat_id=30, document_country=2)),
    steps.columns("bookings", c.text(null=True, customer_vat_id=30)),
)
