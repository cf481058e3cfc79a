"""Store a business's details for its documents: address, logo, terms (D1)."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0003"
down_revision = "0002"
upgrade, downgrade = steps.both_ways(
    steps.keyed_table("business_details").of(
        c.long_text("address", null=True),
        c.text(email=254, phone=50, tax_id=50, website=200, null=True),
        c.binary("logo", null=True),
        c.number("logo_width", "logo_height", null=True),
        c.text(logo_tag=64, null=True),
        c.long_text("terms", null=True),
        c.number("quote_days"),
        c.flag("quotes_hold"),
        c.long_text("invoice_note", null=True),
        c.moment("updated_at"),
        steps.check("quote_days BETWEEN 1 AND 365", "ck_business_details_quote_days"),
        steps.reference("operator_id", "operators", "fk_business_details_operator_id", ondelete="CASCADE"),
    ),
)
