"""Store what crews report about the amount to collect at a stop, and the cash handed over on a day."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0093"
down_revision = "0092"
upgrade, downgrade = steps.both_ways(
    steps.columns("booking_payments", c.row_id("recorded_by_id", null=True)),
    steps.owned_table("crew_payments").of(
        c.row_id("booking_id"),
        c.text(client_id=80, fingerprint=64, kind=10),
        c.cents("amount_cents", null=True),
        c.text(currency=3),
        c.text(reason=300, null=True),
        c.moment("at"),
        c.day("day"),
        c.moment("recorded_at"),
        c.text(who=120),
        c.row_id("user_id"),
        c.row_id("payment_id", null=True),
        steps.unique(["operator_id", "client_id"], "uq_crew_payments_operator_id_client_id"),
        steps.check("kind IN ('cash', 'check', 'card_link', 'not_paid')", "ck_crew_payments_kind"),
        steps.owned_reference("booking_id", "bookings", "fk_crew_payments_operator_id_booking_id", ondelete="CASCADE"),
        steps.owned_reference(
            "payment_id", "booking_payments", "fk_crew_payments_operator_id_payment_id", ondelete="CASCADE"
        ),
    ),
    steps.index("ix_crew_payments_day", "crew_payments", ["operator_id", "day"]),
    steps.keyed_table("cash_days", c.day("day")).of(
        c.cents("handed_over_cents"),
        c.text(currency=3),
        c.text(note=300, null=True),
        c.moment("closed_at"),
        c.text(closed_by=120),
    ),
)
