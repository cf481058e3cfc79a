"""Index bookings by customer email, because a customer's requests are counted with each new one."""

from marqueedesk.migrations import steps

revision = "0022"
down_revision = "0021"
upgrade, downgrade = steps.both_ways(
    steps.index("ix_bookings_customer", "bookings", ["operator_id", "customer_email"]),
)
