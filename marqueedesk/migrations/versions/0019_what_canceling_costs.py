"""What canceling has cost a booking's customer, on the booking: it is all that is owed for it then."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("bookings", sa.Column("cancel_fee_cents", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE bookings SET cancel_fee_cents = (SELECT fee_cents FROM cancelations"
        " WHERE cancelations.operator_id = bookings.operator_id AND cancelations.booking_id = bookings.id)"
        " WHERE status = 'canceled'"
    )


def downgrade() -> None:
    op.drop_column("bookings", "cancel_fee_cents")
