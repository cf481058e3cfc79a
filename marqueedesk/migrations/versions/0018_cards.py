"""The card of a subscription and the form in which one is given; why a payment failed."""

import sqlalchemy as sa

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import adding

revision = "0018"
down_revision = "0017"
upgrade, downgrade = adding(
    (
        "user_subscriptions",
        c.document("card", null=True),
        c.text(card_setup_id=255, null=True),
        [sa.Column("card_setup_open", sa.Boolean(), nullable=False, server_default=sa.text("false"))],
    ),
    ("payment_history", c.text(failure=500, null=True)),
)
