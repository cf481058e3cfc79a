"""Store a subscription's card and the form for adding one, and why a payment failed."""

import sqlalchemy as sa

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0018"
down_revision = "0017"
upgrade, downgrade = steps.both_ways(
    steps.columns(
        "user_subscriptions",
        c.document("card", null=True),
        c.text(card_setup_id=255, null=True),
        [c.Column("card_setup_open", sa.Boolean(), default=sa.text("false"))],
    ),
    steps.columns("payment_history", c.text(failure=500, null=True)),
)
