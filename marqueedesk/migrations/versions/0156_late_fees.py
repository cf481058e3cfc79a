"""Allow late fees as charges to a customer, at most one for each due day and month."""

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
    """Keep fees that were decided on, as damage: bookings and ledgers include them."""
    op.execute("DELETE FROM booking_charges WHERE kind = 'late' AND state = 'proposed'")
    op.execute("UPDATE booking_charges SET kind = 'repair' WHERE kind = 'late'")
    op.execute("UPDATE ledger_lines SET account = 'damage_income' WHERE account = 'late_fee_income'")
    op.execute(
        "DELETE FROM account_numbers WHERE account = 'late_fee_income' AND operator_id IN "
        "(SELECT operator_id FROM account_numbers WHERE account = 'damage_income')"
    )
    op.execute("UPDATE account_numbers SET account = 'damage_income' WHERE account = 'late_fee_income'")
    _allow("'repair', 'missing', 'reschedule'")


upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.day("late_fees_from", null=True)),
    steps.columns(
        "booking_charges",
        c.day("late_due", null=True),
        c.number("late_part", "late_month", null=True),
        c.cents("late_cents", null=True),
    ),
    Step(_with_late_fees, _without_late_fees),
    steps.index(
        "uq_booking_charges_late_fee",
        "booking_charges",
        ["operator_id", "booking_id", "late_due", "late_month"],
        unique=True,
        where="late_due IS NOT NULL",
    ),
)
