"""Store the cancellation fee with the booking, as the amount owed once it is canceled."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0019"
down_revision = "0018"
upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.cents("cancel_fee_cents", null=True)),
    steps.fill(
        "UPDATE bookings SET cancel_fee_cents = (SELECT fee_cents FROM cancelations"
        " WHERE cancelations.operator_id = bookings.operator_id AND cancelations.booking_id = bookings.id)"
        " WHERE status = 'canceled'"
    ),
)
