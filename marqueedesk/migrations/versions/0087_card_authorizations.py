"""Store card authorizations of bookings that are charged when the business confirms them."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0087"
down_revision = "0086"
upgrade, downgrade = steps.both_ways(
    steps.columns("booking_payments", c.flag("on_approval", default=False), c.moment("authorized_at", null=True)),
    steps.columns("bookings", c.cents("authorized_cents", default=0), c.moment("authorized_until", null=True)),
)
