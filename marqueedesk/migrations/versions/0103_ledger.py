"""Create the ledger, note how much of the past it has to take over, and store which charge a refund is for."""

from datetime import timedelta

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit import clock
from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0103"
down_revision = "0102"


def _begin() -> None:
    """Note how much there is to take over. `marqueedesk migrate` and the worker enter it in portions."""
    op.get_bind().execute(
        sa.text(
            "INSERT INTO ledger_progress (operator_id, through, booking_id, payment_id, history_to) "
            "SELECT id, :through, 0, "
            "(SELECT COALESCE(MAX(id), 0) FROM booking_payments WHERE operator_id = operators.id), "
            "(SELECT COALESCE(MAX(id), 0) FROM bookings WHERE operator_id = operators.id) FROM operators"
        ).bindparams(sa.bindparam("through", clock.now().date() - timedelta(days=1), sa.Date()))
    )


upgrade, downgrade = steps.both_ways(
    steps.columns("booking_payments", c.row_id("reduces_charge_id", null=True)),
    steps.owned_table("ledger_entries").of(
        c.row_id("booking_id", "number", null=True),
        c.text(customer=200, kind=20, source=60, text=200),
        c.day("day"),
        c.day("of_day", null=True),
        c.moment("recorded_at"),
        c.row_id("corrects", null=True),
        c.text(currency=3),
        c.document("figures"),
        c.flag("from_history"),
        steps.reference("operator_id", "operators", "fk_ledger_entries_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_ledger_entries_day", "ledger_entries", ["operator_id", "day", "id"]),
    steps.index("ix_ledger_entries_booking", "ledger_entries", ["operator_id", "booking_id"]),
    steps.owned_table("ledger_lines").of(
        c.row_id("entry_id"),
        c.text(account=30),
        c.day("day"),
        c.cents("cents"),
        steps.owned_reference(
            "entry_id", "ledger_entries", "fk_ledger_lines_operator_id_ledger_entries", ondelete="CASCADE"
        ),
    ),
    steps.index("ix_ledger_lines_entry", "ledger_lines", ["operator_id", "entry_id"]),
    steps.index("ix_ledger_lines_account", "ledger_lines", ["operator_id", "account", "day", "cents"]),
    steps.keyed_table("ledger_progress").of(
        c.day("through"),
        c.row_id("booking_id", "payment_id", "history_to"),
        steps.reference("operator_id", "operators", "fk_ledger_progress_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.keyed_table("book_periods", c.text(period=7)).of(
        c.text(state=6),
        c.moment("at"),
        c.text(by=120),
        c.text(reason=300, null=True),
        steps.check("state IN ('open', 'closed')", "ck_book_periods_state"),
        steps.reference("operator_id", "operators", "fk_book_periods_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.keyed_table("account_numbers", c.text(account=30)).of(
        c.text(number=20),
        steps.reference("operator_id", "operators", "fk_account_numbers_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.fill(_begin),
)
