"""Add charges for damaged and lost pieces, in addition to the agreed price."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0050"
down_revision = "0049"
upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.cents("charges_cents", default=0), c.day("charges_due", null=True)),
    steps.owned_table("booking_charges").of(
        c.row_id("booking_id"),
        c.row_id("outage_id", null=True),
        c.text(kind=10, size=20, letter=32, finish=20),
        c.number("count"),
        c.text(note=200, null=True),
        c.text(state=10),
        c.cents("cents", null=True),
        c.cents("tax_cents", default=0),
        c.text(name=200, null=True),
        c.moment("at"),
        c.text(who=120),
        steps.check("state IN ('proposed', 'charged', 'waived')", "ck_booking_charges_state"),
        steps.check("kind IN ('repair', 'missing')", "ck_booking_charges_kind"),
        steps.owned_reference("booking_id", "bookings", "fk_booking_charges_booking_id_bookings", ondelete="CASCADE"),
    ),
    steps.index("ix_booking_charges_booking", "booking_charges", ["operator_id", "booking_id"]),
    steps.index("ix_booking_charges_outage", "booking_charges", ["operator_id", "outage_id"]),
)
