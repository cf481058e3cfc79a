"""Allow late fees as charges to a customer, at most one for each part of the price and month."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps
from marqueedesk.migrations.steps import Step

revision = "0156"
down_revision = "0154"


def _allow(kinds: str) -> None:
    with op.batch_alter_table("booking_charges") as charges:
        charges.drop_constraint(op.f("ck_booking_charges_kind"), type_="check")
        charges.create_check_constraint(op.f("ck_booking_charges_kind"), f"kind IN ({kinds})")


def _with_late_fees() -> None:
    _allow("'repair', 'missing', 'reschedule', 'late'")


def _without_late_fees() -> None:
    op.execute("DELETE FROM booking_charges WHERE kind = 'late'")
    _allow("'repair', 'missing', 'reschedule'")


upgrade, downgrade = steps.both_ways(
    steps.columns("booking_charges", c.number("late_part", "late_month", null=True)),
    Step(_with_late_fees, _without_late_fees),
    steps.index(
        "uq_booking_charges_late_fee",
        "booking_charges",
        ["operator_id", "booking_id", "late_part", "late_month"],
        unique=True,
        where="late_part IS NOT NULL",
    ),
)
