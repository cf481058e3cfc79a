"""Store the network of unpaid gift card purchases, to limit their number per network."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0154"
down_revision = "0153"
upgrade, downgrade = steps.both_ways(
    steps.columns("gift_card_purchases", c.text(null=True, network=32)),
)
