"""Store security holds on cards on file."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0145"
down_revision = "0144"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("security_holds").of(
        c.row_id("booking_id"),
        c.text(state=10, key=80),
        c.text(null=True, account_id=255, charge_model=12, customer_id=255, provider_id=255),
        c.flag("live"),
        c.text(currency=3),
        c.cents("amount_cents"),
        c.cents("fee_cents", "captured_cents", default=0),
        c.day("delivery_day"),
        c.text(null=True, failure=500, reason=300, who=120),
        c.row_id("who_id", null=True),
        c.document("photo_digests", null=True),
        c.moment("created_at"),
        c.moment("held_until", "asked_at", "ended_at", null=True),
        steps.check(
            "state IN ('asked', 'held', 'capturing', 'releasing', 'refused', 'captured', 'released', 'lapsed')",
            "ck_security_holds_state",
        ),
        steps.unique(
            ["operator_id", "booking_id", "delivery_day"], "uq_security_holds_operator_id_booking_id_delivery_day"
        ),
        steps.unique(["operator_id", "key"], "uq_security_holds_operator_id_key"),
        steps.unique(["operator_id", "provider_id"], "uq_security_holds_operator_id_provider_id"),
        steps.reference("operator_id", "operators", "fk_security_holds_operator_id_operators", ondelete="RESTRICT"),
        steps.owned_reference("booking_id", "bookings", "fk_security_holds_operator_id_bookings", ondelete="RESTRICT"),
    ),
    steps.columns("bookings", c.document("security_hold", null=True)),
)
