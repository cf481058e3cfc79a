"""What one customer has booked is found by their address: it is counted whenever they send a request."""

from marqueedesk.migrations import steps

revision = "0022"
down_revision = "0021"
upgrade, downgrade = steps.both_ways(
    steps.index("ix_bookings_customer", "bookings", ["operator_id", "customer_email"]),
)
