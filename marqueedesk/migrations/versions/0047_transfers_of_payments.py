"""The transfer that carried a customer's payment to the business's account, by which a payout names it."""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"


def upgrade() -> None:
    op.add_column("booking_payments", sa.Column("transfer_id", sa.String(length=255), nullable=True))


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("ALTER TABLE booking_payments DROP COLUMN transfer_id")
    else:
        op.drop_column("booking_payments", "transfer_id")
