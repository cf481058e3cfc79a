"""Whether a connected account takes real money, and whether a dispute is about real money."""

import sqlalchemy as sa
from alembic import op

revision = "0074"
down_revision = "0073"


def upgrade() -> None:
    for table in ("connected_accounts", "payment_disputes"):
        op.add_column(table, sa.Column("live", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.execute(
        "UPDATE connected_accounts SET live = false WHERE EXISTS "
        "(SELECT 1 FROM provider_ids p WHERE p.id = connected_accounts.id AND p.live = false)"
    )
    op.execute(
        "UPDATE payment_disputes SET live = false WHERE EXISTS (SELECT 1 FROM booking_payments p "
        "WHERE p.operator_id = payment_disputes.operator_id AND p.id = payment_disputes.payment_id AND p.live = false)"
    )


def downgrade() -> None:
    op.drop_column("payment_disputes", "live")
    op.drop_column("connected_accounts", "live")
