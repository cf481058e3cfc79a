"""Reports of a business with a long past read an index, not all of its bookings and payments."""

from typing import Any

import pytest
from sqlalchemy import event

from marqueedesk.kit.db.database import Database
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.sqlite_only  # PostgreSQL chooses by the size of its tables, which are almost empty here.


def plans(operator: Api, database: Database, path: str) -> list[str]:
    """The steps in which SQLite reads bookings, payments and the ledger for a call."""
    sent: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_rest: object) -> None:
        if statement.startswith("SELECT"):
            sent.append((statement, parameters))

    event.listen(database.engine, "before_cursor_execute", note)
    answer = operator.get(path)
    event.remove(database.engine, "before_cursor_execute", note)
    assert answer.is_success
    with database.read() as db:
        steps = [
            row.detail
            for statement, parameters in sent
            for row in db.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        ]
    tables = (" bookings", " booking_payments", " ledger_entries", " ledger_lines")
    return [step for step in steps if any(table in step for table in tables)]


def test_due_amounts_read_the_index_of_balances(operator: Api, database: Database):
    operator.add_letters("LOVE")
    ok_json(operator.set_status(operator.book()["id"], "confirmed"))
    steps = plans(operator, database, "/api/reports/due")
    assert len(steps) == 2
    assert "ix_bookings_owing" in steps[0]
    assert "ix_bookings_due_unknown" in steps[1] or "ix_bookings_owing" in steps[1]


def test_dashboard_does_not_read_all_past_deliveries(operator: Api, database: Database):
    steps = plans(operator, database, "/api/dashboard")
    assert any("ix_bookings_delivery (operator_id=? AND delivery_day>" in step for step in steps)
    # Without a bound on the days, all past deliveries would be read.
    assert not [step for step in steps if step.endswith("ix_bookings_delivery (operator_id=?)")]


def test_first_and_last_payment_are_read_from_an_index(operator: Api, database: Database):
    steps = plans(operator, database, "/api/payments.csv")
    assert any("ix_booking_payments_on_day" in step for step in steps)
    # Such a step would read all payments.
    assert not [step for step in steps if step.endswith("ix_booking_payments_settled_at (operator_id=?)")]


def test_the_journal_of_some_days_is_read_from_an_index(operator: Api, database: Database):
    steps = plans(operator, database, "/api/journal.csv?from=2026-06-01&to=2026-06-30")
    assert any("ix_ledger_entries_day (operator_id=? AND day>? AND day<?)" in step for step in steps)


def test_balances_are_added_up_from_an_index_alone(operator: Api, database: Database):
    steps = plans(operator, database, "/api/trial-balance")
    assert any("COVERING INDEX ix_ledger_lines_account" in step for step in steps)
