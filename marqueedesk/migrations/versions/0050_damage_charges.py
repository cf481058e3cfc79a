"""Charges for damaged and lost pieces, beside the price that was agreed."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns, check, create_owned_table, owned_reference

revision = "0050"
down_revision = "0049"


def upgrade() -> None:
    add_columns(("bookings", c.cents("charges_cents", default=0), c.day("charges_due", null=True)))
    create_owned_table(
        "booking_charges",
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
        check("state IN ('proposed', 'charged', 'waived')", "ck_booking_charges_state"),
        check("kind IN ('repair', 'missing')", "ck_booking_charges_kind"),
        owned_reference("booking_id", "bookings", "fk_booking_charges_booking_id_bookings", ondelete="CASCADE"),
    )
    op.create_index("ix_booking_charges_booking", "booking_charges", ["operator_id", "booking_id"])
    op.create_index("ix_booking_charges_outage", "booking_charges", ["operator_id", "outage_id"])


def downgrade() -> None:
    op.drop_table("booking_charges")
    op.drop_column("bookings", "charges_due")
    op.drop_column("bookings", "charges_cents")
