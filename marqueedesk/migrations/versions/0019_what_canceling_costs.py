"""What canceling has cost a booking's customer, on the booking: it is all that is owed for it then."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    add_columns(("bookings", c.cents("cancel_fee_cents", null=True)))
    op.execute(
        "UPDATE bookings SET cancel_fee_cents = (SELECT fee_cents FROM cancelations"
        " WHERE cancelations.operator_id = bookings.operator_id AND cancelations.booking_id = bookings.id)"
        " WHERE status = 'canceled'"
    )


def downgrade() -> None:
    op.drop_column("bookings", "cancel_fee_cents")
