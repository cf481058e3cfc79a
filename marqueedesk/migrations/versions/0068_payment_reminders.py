"""How many days before a payment is due its customer is reminded; null for never, as it was."""

import sqlalchemy as sa
from alembic import op

revision = "0068"
down_revision = "0067"


def upgrade() -> None:
    op.add_column("message_settings", sa.Column("payment_reminder_days", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("message_settings", "payment_reminder_days")
