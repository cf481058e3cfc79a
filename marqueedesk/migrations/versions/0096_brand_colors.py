"""Store the color of a business's buttons in emails and on its customers' pages."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0096"
down_revision = "0095"
upgrade, downgrade = steps.both_ways(steps.columns("business_details", c.text(brand_color=7, null=True)))
