"""Ways to pay without a card: a business's list of them, its words on how to pay, and the method of each payment."""

import sqlalchemy as sa

from marqueedesk.kit.db import Document
from marqueedesk.migrations.steps import adding

revision = "0062"
down_revision = "0061"
upgrade, downgrade = adding(
    ("payment_policies", sa.Column("methods", Document, nullable=True)),
    ("payment_policies", sa.Column("how_to_pay", sa.Text(), nullable=True)),
    ("payment_policies", sa.Column("how_to_pay_beside_cards", sa.Boolean(), nullable=False, server_default=sa.false())),
    ("booking_payments", sa.Column("method_name", sa.String(length=40), nullable=True)),
)
