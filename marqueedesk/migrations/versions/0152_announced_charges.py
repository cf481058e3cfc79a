"""Store announced charges to cards on file."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0152"
down_revision = "0151"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("announced_charges").of(
        c.row_id("booking_id"),
        c.text(state=10),
        c.cents("amount_cents"),
        c.text(reason=300),
        c.document("photo_digests", null=True),
        c.moment("charge_at", "created_at"),
        c.moment("ended_at", null=True),
        c.text(who=120),
        c.row_id("who_id", "payment_id", null=True),
        c.text(null=True, failure=500),
        steps.check(
            "state IN ('announced', 'charging', 'charged', 'withdrawn', 'declined', 'not_due')",
            "ck_announced_charges_state",
        ),
        steps.reference("operator_id", "operators", "fk_announced_charges_operator_id_operators", ondelete="RESTRICT"),
        steps.owned_reference(
            "booking_id", "bookings", "fk_announced_charges_operator_id_bookings", ondelete="RESTRICT"
        ),
    ),
    steps.index("ix_announced_charges_booking", "announced_charges", ["operator_id", "booking_id"]),
)
