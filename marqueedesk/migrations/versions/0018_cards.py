"""The card of a subscription and the form in which one is given; why a payment failed."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("user_subscriptions", sa.Column("card", Document, nullable=True))
    op.add_column("user_subscriptions", sa.Column("card_setup_id", sa.String(length=255), nullable=True))
    op.add_column(
        "user_subscriptions",
        sa.Column("card_setup_open", sa.Boolean(), nullable=False, server_default=sa.text("false")),
    )
    op.add_column("payment_history", sa.Column("failure", sa.String(length=500), nullable=True))


def downgrade() -> None:
    op.drop_column("payment_history", "failure")
    op.drop_column("user_subscriptions", "card_setup_open")
    op.drop_column("user_subscriptions", "card_setup_id")
    op.drop_column("user_subscriptions", "card")
