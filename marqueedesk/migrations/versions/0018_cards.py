"""The card of a subscription and the form in which one is given; why a payment failed."""

import sqlalchemy as sa

from marqueedesk.kit.db import Document
from marqueedesk.migrations.steps import adding

revision = "0018"
down_revision = "0017"
upgrade, downgrade = adding(
    ("user_subscriptions", sa.Column("card", Document, nullable=True)),
    ("user_subscriptions", sa.Column("card_setup_id", sa.String(length=255), nullable=True)),
    (
        "user_subscriptions",
        sa.Column("card_setup_open", sa.Boolean(), nullable=False, server_default=sa.text("false")),
    ),
    ("payment_history", sa.Column("failure", sa.String(length=500), nullable=True)),
)
