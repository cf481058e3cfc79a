"""Whatever happens to bookings in whatever order, with months closed and reopened in between: the ledger is balanced,
never changes what it holds, and agrees with the money received and with the tax report.
"""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from marqueedesk.kit import clock
from tests.support.api import Api, ok_json
from tests.support.matching_books import cents
from tests.support.random_runs import batches

pytestmark = pytest.mark.either_database

ACTIONS = 14
START = datetime(2027, 2, 3, 15, tzinfo=UTC)


class History:
    """One random history of a business, and everything its ledger ever said."""

    def __init__(self, seed: int, business: Api, present: time_machine.Traveller) -> None:
        self.any, self.business, self.present = random.Random(seed), business, present
        self.bookings: list[int] = []
        self.received = 0
        self.seen: dict[int, dict[str, Any]] = {}
        self.closed: dict[str, bytes] = {}
        self.told: list[str] = []

    def act(self) -> None:
        often = (self.book, self.pay, self.wait)
        seldom = (self.refund, self.edit, self.change_status, self.close_month, self.reopen_month)
        action = self.any.choice([*often, *often, *seldom])
        self.told.append(action.__name__)
        action()

    def book(self) -> None:
        day = clock.now() + timedelta(days=self.any.randint(0, 40))
        booking = self.business.book(
            asRequest=False,
            deliveryDate=f"{day:%Y-%m-%d}T23:00",
            pickupDate=f"{day + timedelta(days=1):%Y-%m-%d}T23:00",
            totalPrice=self.any.choice([None, 99.99, 250, 0.01]),
        )
        self.bookings.append(booking["id"])

    def _path(self) -> str | None:
        return f"/api/bookings/{self.any.choice(self.bookings)}" if self.bookings else None

    def pay(self) -> None:
        if path := self._path():
            day = clock.now() - timedelta(days=self.any.choice([0, 0, 3, 35]))
            amount = self.any.choice([1, 33.33, 50])
            body = {
                "kind": self.any.choice(["cash", "bank_transfer"]),
                "amount": amount,
                "receivedOn": f"{day:%Y-%m-%d}",
            }
            if self.business.post(f"{path}/payments", json=body).is_success:
                self.received += cents(amount)

    def refund(self) -> None:
        path = self._path()
        entries = ok_json(self.business.get(f"{path}/payments"))["entries"] if path else []
        payments = [entry for entry in entries if entry["entry"] == "payment" and entry["refundable"]]
        if payments:
            payment = self.any.choice(payments)
            amount = self.any.choice([payment["refundable"], min(0.01, payment["refundable"])])
            meaning = self.any.choice(["reduce", "reduce", "repay"])
            path = f"{path}/payments/{payment['id']}/refund"
            ok_json(self.business.post(path, json={"amount": amount, "meaning": meaning}))
            self.received -= cents(amount)

    def edit(self) -> None:
        if path := self._path():
            self.business.patch(path, json={"totalPrice": self.any.choice([10, 123.45, 400])})

    def change_status(self) -> None:
        if path := self._path():
            status = self.any.choice(["canceled", "completed", "confirmed"])
            fee = {"fee": self.any.choice([0, 20])} if status == "canceled" else {}
            self.business.patch(f"{path}/status", json={"status": status} | fee)

    def wait(self) -> None:
        self.present.shift(timedelta(days=self.any.choice([1, 9, 31])))
        self.business.login(self.business.user["email"])

    def close_month(self) -> None:
        periods = ok_json(self.business.get("/api/periods"))[:-1]
        first = next((row["period"] for row in periods if row["state"] == "open"), None)
        if first:
            ok_json(self.business.post(f"/api/periods/{first}/close"))
            self.closed[first] = self.reports(first)

    def reopen_month(self) -> None:
        if self.closed:
            last = max(self.closed)
            ok_json(self.business.post(f"/api/periods/{last}/reopen", json={"reason": "Try"}))
            del self.closed[last]

    def reports(self, period: str) -> bytes:
        last = (datetime.fromisoformat(f"{period}-01") + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        days = {"from": f"{period}-01", "to": f"{last:%Y-%m-%d}", "on": f"{last:%Y-%m-%d}"}
        paths = (
            *("/api/ledger.csv", "/api/ledger.xlsx", "/api/trial-balance", "/api/journal.csv", "/api/reports/tax"),
            *("/api/reports/revenue", "/api/reports/open-items", "/api/reports/deposits"),
        )
        cash = self.business.get("/api/reports/tax", params=days | {"basis": "cash"}).content
        return b"\n".join([cash, *(self.business.get(path, params=days).content for path in paths)])

    def check(self) -> None:
        entries = self.all_entries()
        for entry in entries.values():
            assert sum(cents(line["debit"]) - cents(line["credit"]) for line in entry["lines"]) == 0
        assert {entry_id: entries.get(entry_id) for entry_id in self.seen} == self.seen, "entries never change"
        self.seen = entries
        for period, before in self.closed.items():
            assert self.reports(period) == before, "a closed month prints the same"
        rows = ok_json(self.business.get("/api/trial-balance", params={"on": "2035-01-01"}))["accounts"]
        balance = {row["account"]: cents(row["debit"]) - cents(row["credit"]) for row in rows}
        assert sum(balance.values()) == 0
        assert balance["cash"] + balance["bank"] == self.received
        owed = ok_json(self.business.get("/api/reports/open-items", params={"on": "2035-01-01"}))
        assert sum(cents(row["amount"]) for row in owed["items"]) == cents(owed["total"]) == balance["receivables"]
        for row in [*owed["items"], {"amount": owed["total"], "ages": owed["ages"]}]:
            assert sum(cents(amount) for amount in row["ages"].values()) == cents(row["amount"])
        held = ok_json(self.business.get("/api/reports/deposits", params={"on": "2035-01-01"}))
        assert sum(cents(row["amount"]) for row in held["deposits"]) == cents(held["total"])
        assert cents(held["total"]) == -balance["customer_deposits"]
        years = [{"from": f"{year}-01-01", "to": f"{year}-12-31"} for year in range(2026, 2031)]
        taxes = [ok_json(self.business.get("/api/reports/tax", params=year)) for year in years]
        assert sum(cents(report["tax"]) for report in taxes) == -balance["sales_tax_payable"]
        cash = [ok_json(self.business.get("/api/reports/tax", params=year | {"basis": "cash"})) for year in years]
        assert sum(cents(report["sales"]) + cents(report["tax"]) for report in cash) == self.received
        revenue = [ok_json(self.business.get("/api/reports/revenue", params=year)) for year in years]
        income = sum(
            cents(report["revenue"])
            - cents(report["refunded"])
            + cents(report["charges"])
            + cents(report["cancellations"])
            for report in revenue
        )
        of_income = [name for name in balance if name.endswith("_income") or name == "discounts"]
        assert income == -sum(balance[name] for name in of_income)

    def all_entries(self) -> dict[int, dict[str, Any]]:
        found: dict[int, dict[str, Any]] = {}
        cursor: str | None = None
        while True:
            page = ok_json(self.business.get("/api/ledger", params={"cursor": cursor} if cursor else {}))
            found |= {entry["id"]: entry for entry in page["entries"]}
            cursor = page["cursor"]
            if cursor is None:
                return found


@pytest.mark.parametrize("seeds", batches(3, 500))
def test_ledger_agrees_with_everything_after_random_histories(
    seeds: range, new_caller: Callable[[], Api], present: time_machine.Traveller
):
    for seed in seeds:
        present.move_to(START)
        business = new_caller().register(f"seed{seed}@example.com")
        business.add_letters("LOVE", 90)
        business.set_prices(salesTaxPercent=8.25, deliveryFee=12.5)
        history = History(seed, business, present)
        for _ in range(ACTIONS):
            history.act()
            try:
                history.check()
            except AssertionError as problem:
                raise AssertionError((seed, history.told)) from problem
