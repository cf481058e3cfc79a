"""Store one-time links to the list of a customer's bookings."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0091"
down_revision = "0090"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("booking_list_links").of(
        c.text(customer_email=254, nonce=32),
        c.moment("sent_at"),
        c.moment("opened_at", null=True),
        steps.reference("operator_id", "operators", "fk_booking_list_links_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_booking_list_links_sent_at", "booking_list_links", ["sent_at"]),
)
