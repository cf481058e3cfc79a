"""Bookings from before the ledger are entered once, in portions, as if it had always existed."""

from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import select, text

from marqueedesk.bookings.models import Booking
from marqueedesk.books import posting
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.worker import enter_ledgers
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

START = datetime(2027, 3, 2, 15, tzinfo=UTC)


def by_month(business: Api) -> dict[tuple[str, str], int]:
    """Return the change of each account in each month, in cents."""
    found = defaultdict[tuple[str, str], int](int)
    for entry in ok_json(business.get("/api/ledger"))["entries"]:
        for line in entry["lines"]:
            # Which of the two the customer's side is on depends on the order of entries.
            account = "customer" if line["account"] in {"receivables", "customer_deposits"} else line["account"]
            found[entry["period"], account] += round((line["debit"] - line["credit"]) * 100)
    return {key: cents for key, cents in found.items() if cents}


@pytest.fixture
def past(new_caller: Callable[[], Api], present: time_machine.Traveller) -> Api:
    """A business with bookings of every kind in March and April, seen in May."""
    present.move_to(START)
    business = new_caller().register()
    business.add_letters("LOVE", 50)
    business.set_prices(salesTaxPercent=8.25)
    bookings = [
        business.book(
            asRequest=False,
            deliveryDate=f"{START + timedelta(days=3 + 4 * at):%Y-%m-%d}",
            pickupDate=f"{START + timedelta(days=4 + 4 * at):%Y-%m-%d}",
        )
        for at in range(12)
    ]

    def pay(booking: dict[str, Any], amount: float) -> str:
        path = f"/api/bookings/{booking['id']}/payments"
        body = {"kind": "cash", "amount": amount, "receivedOn": f"{clock.now():%Y-%m-%d}"}
        return f"{path}/{ok_json(business.post(path, json=body))['entries'][-1]['id']}"

    payments = [pay(booking, 60) for booking in bookings]
    present.shift(timedelta(days=20))
    business.get("/api/ledger")
    for payment in payments[:4]:
        ok_json(business.post(f"{payment}/refund", json={"amount": 12.34}))
    ok_json(business.patch(f"/api/bookings/{bookings[10]['id']}/status", json={"status": "canceled", "fee": 30}))
    present.shift(timedelta(days=40))
    business.login(business.user["email"])
    pay(bookings[1], 20)
    return business


def forget_ledger(database: Database) -> None:
    """Bring the database into the state that the migration of the ledger leaves."""
    with database.write() as db:
        for table in ("ledger_lines", "ledger_entries"):
            db.execute(text(f"DELETE FROM {table}"))
        db.execute(
            text(
                "UPDATE ledger_progress SET booking_id = 0, "
                "history_to = (SELECT COALESCE(MAX(id), 0) FROM bookings "
                "WHERE operator_id = ledger_progress.operator_id)"
            )
        )


def test_history_is_entered_with_the_same_totals_by_month(past: Api, database: Database):
    live = by_month(past)
    assert {month for month, _ in live} == {"2027-03", "2027-04", "2027-05"}
    forget_ledger(database)

    enter_ledgers(database, clock.now())

    entries = ok_json(past.get("/api/ledger"))["entries"]
    assert {entry["fromHistory"] for entry in entries} == {True}
    assert by_month(past) == live
    enter_ledgers(database, clock.now())
    assert ok_json(past.get("/api/ledger"))["entries"] == entries, "entered once"


def test_interrupted_history_goes_on_where_it_stopped(past: Api, database: Database):
    live = by_month(past)
    forget_ledger(database)
    with database.write() as db:
        set_operator(db, past.id)
        ids = db.scalars(select(Booking.id).order_by(Booking.id).limit(5)).all()
        posting.post(db, ids, clock.now(), from_history=True)
    assert by_month(past) == live


def cash_by_month(business: Api) -> dict[str, tuple[float, float]]:
    query = {"from": "2027-01-01", "to": "2027-12-31", "basis": "cash"}
    months = ok_json(business.get("/api/reports/tax", params=query))["byMonth"]
    return {row["month"]: (row["sales"], row["tax"]) for row in months}


def test_entries_without_the_tax_of_payments_get_it_on_their_own_days(past: Api, database: Database):
    live, entries = cash_by_month(past), ok_json(past.get("/api/ledger"))["entries"]
    assert set(live) == {"2027-03", "2027-05"}
    with database.write() as db:
        db.execute(
            text("UPDATE ledger_entries SET figures = '[]' WHERE source LIKE 'payment:%' OR source LIKE 'refund:%'")
        )
        db.execute(
            text(
                "UPDATE ledger_progress SET booking_id = 0, "
                "history_to = (SELECT COALESCE(MAX(id), 0) FROM bookings "
                "WHERE operator_id = ledger_progress.operator_id)"
            )
        )

    enter_ledgers(database, clock.now())

    assert cash_by_month(past) == live
    assert ok_json(past.get("/api/ledger"))["entries"] == entries, "nothing else changed"
