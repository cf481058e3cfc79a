"""Whether a connected account takes real money, and whether a dispute is about real money."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns

revision = "0074"
down_revision = "0073"


def upgrade() -> None:
    for table in ("connected_accounts", "payment_disputes"):
        add_columns((table, c.flag("live", default=True)))
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
