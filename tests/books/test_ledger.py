"""The ledger: balanced entries that are written once, and corrections on the day they are made."""

from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.worker import enter_ledgers
from tests.support import rows
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

BEFORE, AFTER = datetime(2027, 5, 20, 15, tzinfo=UTC), datetime(2027, 6, 10, 15, tzinfo=UTC)
DAYS = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-02"}


def entries(business: Api, **query: Any) -> list[dict[str, Any]]:
    found = ok_json(business.get("/api/ledger", params=query))["entries"]
    for entry in found:
        sums = {side: sum(round(line[side] * 100) for line in entry["lines"]) for side in ("debit", "credit")}
        assert sums["debit"] == sums["credit"], entry
    return found


def amounts(entry: dict[str, Any]) -> dict[str, float]:
    """Return the amounts of an entry by account, positive for a debit."""
    return {line["account"]: round(line["debit"] - line["credit"], 2) for line in entry["lines"]}


def balances(business: Api, on: str | None = None) -> dict[str, float]:
    rows = ok_json(business.get("/api/trial-balance", params={"on": on} if on else {}))["accounts"]
    assert sum(round(row["debit"] * 100) for row in rows) == sum(round(row["credit"] * 100) for row in rows)
    return {row["account"]: round(row["debit"] - row["credit"], 2) for row in rows if row["debit"] or row["credit"]}


def pay(business: Api, booking: dict[str, Any], amount: float, on: str, kind: str = "cash") -> int:
    body = {"kind": kind, "amount": amount, "receivedOn": on}
    return ok_json(business.post(f"/api/bookings/{booking['id']}/payments", json=body))["entries"][-1]["id"]


@pytest.fixture
def taxed(new_caller: Callable[[], Api]) -> Api:
    with time_machine.travel(BEFORE, tick=False):
        business = new_caller().register()
        business.add_letters("LOVE")
        business.set_prices(salesTaxPercent=10)
    return business


def booked(business: Api, **fields: Any) -> dict[str, Any]:
    return business.book(**{"asRequest": False, **DAYS, **fields})


def test_money_received_before_the_delivery_is_a_deposit_and_becomes_income_on_that_day(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        booking = booked(taxed)
        pay(taxed, booking, 50, "2027-05-19")
        assert balances(taxed) == {"cash": 50, "customer_deposits": -50}

    with time_machine.travel(AFTER, tick=False):
        paid, delivered = entries(taxed)
        total, tax = booking["totalPrice"], booking["breakdown"]["tax"]
        assert (paid["kind"], paid["day"]) == ("paid", "2027-05-19")
        assert (delivered["kind"], delivered["day"], delivered["period"]) == ("delivered", "2027-06-01", "2027-06")
        assert delivered["number"] == booking["number"]
        assert amounts(delivered) == {
            "customer_deposits": 50,
            "receivables": round(total - 50, 2),
            "sales_tax_payable": -tax,
            "rental_income": round(tax - total, 2),
        }
        assert balances(taxed, "2027-05-31") == {"cash": 50, "customer_deposits": -50}
        assert balances(taxed)["receivables"] == round(total - 50, 2)


def test_an_edit_after_the_delivery_is_a_correction_on_the_day_it_is_made(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        booking = booked(taxed)
    with time_machine.travel(AFTER, tick=False):
        before = entries(taxed)
        ok_json(taxed.patch(f"/api/bookings/{booking['id']}", json={"totalPrice": 55}))
        delivered, edited = entries(taxed)
    assert [delivered] == before, "what was entered stays as it was"
    assert (edited["kind"], edited["day"], edited["corrects"]) == ("edited", "2027-06-10", delivered["id"])
    assert amounts(edited)["receivables"] == round(55 - booking["totalPrice"], 2)
    tax = amounts(delivered)["sales_tax_payable"] + amounts(edited)["sales_tax_payable"]
    assert tax == -5, "a total of 55 includes 5 of tax"


def test_canceling_after_the_delivery_takes_the_rental_back_on_that_day(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        booking = booked(taxed)
    with time_machine.travel(AFTER, tick=False):
        entries(taxed)
        ok_json(taxed.set_status(booking["id"], "canceled", fee=20))
        delivered, *later = entries(taxed)
        summed = defaultdict[str, float](float)
        for entry in later:
            for account, amount in amounts(entry).items():
                summed[account] += amount
    assert {entry["kind"] for entry in later} == {"canceled", "cancellation_fee"}
    assert {entry["day"] for entry in later} == {"2027-06-10"}
    assert round(summed["rental_income"] + amounts(delivered)["rental_income"], 2) == 0
    assert round(summed["cancellation_income"], 2) == -20


def test_a_rental_that_is_put_off_counts_anew_on_its_later_day(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        booking = booked(taxed)
    with time_machine.travel(datetime(2027, 6, 1, 15, tzinfo=UTC), tick=False):
        entries(taxed)
        later = {"deliveryDate": "2027-06-07", "pickupDate": "2027-06-08"}
        ok_json(taxed.patch(f"/api/bookings/{booking['id']}", json=later))
    with time_machine.travel(AFTER, tick=False):
        found = [(entry["kind"], entry["day"], entry["corrects"]) for entry in entries(taxed)]
        first = entries(taxed)[0]["id"]
    assert found == [
        ("delivered", "2027-06-01", None),
        ("edited", "2027-06-01", first),
        ("delivered", "2027-06-07", None),
    ]


def test_a_refund_reduces_income_and_tax_by_their_shares_and_names_what_it_reduces(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        booking = booked(taxed, totalPrice=110)
        payment = pay(taxed, booking, 110, "2027-05-20")
    with time_machine.travel(AFTER, tick=False):
        entries(taxed)
        ok_json(taxed.post(f"/api/bookings/{booking['id']}/payments/{payment}/refund", json={"amount": 55}))
        paid, delivered, refunded, reduced = entries(taxed)
    assert amounts(delivered) == {"customer_deposits": 110, "sales_tax_payable": -10, "rental_income": -100}
    assert (refunded["kind"], refunded["corrects"]) == ("refunded", paid["id"])
    assert amounts(refunded) == {"receivables": 55, "cash": -55}
    assert (reduced["kind"], reduced["corrects"]) == ("reduced", delivered["id"])
    assert amounts(reduced) == {"receivables": -55, "rental_income": 50, "sales_tax_payable": 5}


def test_a_discount_a_waiver_and_a_delivery_fee_have_accounts_of_their_own(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        taxed.set_prices(salesTaxPercent=0, deliveryFee=30)
        ok_json(taxed.post("/api/discount-codes", json={"code": "TEN", "amount": 10}))
        booking = booked(taxed, discountCode="TEN")
    with time_machine.travel(AFTER, tick=False):
        (delivered,) = entries(taxed)
    total = booking["totalPrice"]
    assert amounts(delivered) == {
        "receivables": total,
        "delivery_income": -30,
        "discounts": 10,
        "rental_income": round(30 - 10 - total, 2),
    }


def test_a_closed_month_takes_no_entries_and_later_ones_say_which_day_they_are_of(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        booking = booked(taxed)
    with time_machine.travel(datetime(2027, 7, 3, 15, tzinfo=UTC), tick=False):
        taxed.login(taxed.user["email"])
        assert taxed.post("/api/periods/2027-07/close").json()["code"] == "not_over"
        closed = ok_json(taxed.post("/api/periods/2027-06/close"))
        assert (closed["state"], closed["by"]) == ("closed", taxed.user["username"])
        assert taxed.post("/api/periods/2027-06/close").json()["code"] == "already_closed"
        june = {"from": "2027-06-01", "to": "2027-06-30"}
        before = taxed.get("/api/ledger.csv", params=june).content
        pay(taxed, booking, 20, "2027-06-15")
        ok_json(taxed.patch(f"/api/bookings/{booking['id']}", json={"totalPrice": 55}))
        assert taxed.get("/api/ledger.csv", params=june).content == before
        late = {entry["kind"]: entry for entry in entries(taxed, **{"from": "2027-07-01"})}
        assert (late["paid"]["day"], late["paid"]["ofDay"], late["paid"]["period"]) == (
            "2027-07-03",
            "2027-06-15",
            "2027-07",
        )
        assert (late["edited"]["day"], late["edited"]["ofDay"]) == ("2027-07-03", None)


def test_payment_for_a_month_before_the_first_entry_counts_today_once_later_months_are_closed(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        booking = booked(taxed)
    with time_machine.travel(datetime(2027, 7, 3, 15, tzinfo=UTC), tick=False):
        taxed.login(taxed.user["email"])
        ok_json(taxed.post("/api/periods/2027-06/close"))
        before = balances(taxed, "2027-06-30")

        pay(taxed, booking, 20, "2027-05-15")

        assert balances(taxed, "2027-06-30") == before
        (paid,) = [entry for entry in entries(taxed) if entry["kind"] == "paid"]
        assert (paid["day"], paid["ofDay"]) == ("2027-07-03", "2027-05-15")


def test_months_are_closed_in_order_and_reopened_from_the_last_with_a_reason(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        booking = booked(taxed)
        pay(taxed, booking, 20, "2027-05-20")
    with time_machine.travel(datetime(2027, 7, 3, 15, tzinfo=UTC), tick=False):
        taxed.login(taxed.user["email"])
        refused = taxed.post("/api/periods/2027-06/close")
        assert (refused.status_code, refused.json()["code"]) == (409, "earlier_open")
        assert refused.json()["message"] == "Close May 2027 first."
        for month in ("05", "06"):
            ok_json(taxed.post(f"/api/periods/2027-{month}/close"))
        assert taxed.post("/api/periods/2027-05/reopen", json={"reason": "A"}).json()["code"] == "later_closed"
        empty = taxed.post("/api/periods/2027-06/reopen", json={"reason": " "})
        assert (empty.status_code, list(empty.json()["fields"])) == (422, ["reason"])
        ok_json(taxed.post("/api/periods/2027-06/reopen", json={"reason": "Wrong price"}))
        assert [(row["period"], row["state"], row["reason"]) for row in ok_json(taxed.get("/api/periods"))] == [
            ("2027-05", "closed", None),
            ("2027-06", "open", "Wrong price"),
            ("2027-07", "open", None),
        ]
        pay(taxed, booking, 5, "2027-06-15")
        assert entries(taxed)[-1]["day"] == "2027-06-15", "an open month takes entries again"


def test_account_numbers_are_the_business_s_own(taxed: Api):
    def put(*rows: dict[str, Any]) -> Any:
        return taxed.put("/api/ledger/accounts", json={"accounts": list(rows)})

    ok_json(put({"account": "cash", "number": "1000"}, {"account": "bank", "number": "1010"}))
    found = ok_json(put({"account": "bank", "number": None}, {"account": "cash", "number": "1001"}))
    assert {row["account"]: row["number"] for row in found["accounts"] if row["number"]} == {"cash": "1001"}
    assert put({"account": "piggy_bank", "number": "1"}).status_code == 422
    assert ok_json(taxed.get("/api/ledger/accounts")) == found


def test_months_close_by_themselves_unless_somebody_reopened_them(taxed: Api, database: Database):
    def states() -> dict[str, str]:
        return {row["period"]: row["state"] for row in ok_json(taxed.get("/api/periods"))}

    with time_machine.travel(BEFORE, tick=False):
        taxed.set_rules(closeMonthAfterDays=5)
        pay(taxed, booked(taxed), 20, "2027-05-20")
    for day, may in ((5, "open"), (6, "closed")):
        with time_machine.travel(datetime(2027, 6, day, 15, tzinfo=UTC), tick=False):
            enter_ledgers(database, clock.now())
            assert states() == {"2027-05": may, "2027-06": "open"}
    with time_machine.travel(AFTER, tick=False):
        ok_json(taxed.post("/api/periods/2027-05/reopen", json={"reason": "Late invoice"}))
        enter_ledgers(database, clock.now())
        assert states()["2027-05"] == "open"


@pytest.mark.parametrize(
    "path",
    [
        "ledger?from=soon",
        "ledger.csv?from=soon",
        "journal.csv?from=soon",
        "trial-balance?on=soon",
        "reports/revenue.csv?by=x",
    ],
)
def test_books_ask_who_calls_before_they_read_the_days(path: str, taxed: Api, visitor: Api):
    assert visitor.get(f"/api/{path}").status_code == 401
    with time_machine.travel(BEFORE, tick=False):
        assert taxed.get(f"/api/{path}").status_code == 422


def test_accountant_closes_months_but_neither_reopens_them_nor_numbers_accounts(
    taxed: Api, new_caller: Callable[[], Api], database: Database
):
    with time_machine.travel(BEFORE, tick=False):
        accountant = new_caller().register(username="Grace")
        rows.join_team(database, accountant.id, taxed.id, "accountant")
        pay(taxed, booked(taxed), 40, "2027-05-20")
    with time_machine.travel(AFTER, tick=False):
        closed = ok_json(accountant.post("/api/periods/2027-05/close"))
        reopened = accountant.post("/api/periods/2027-05/reopen", json={"reason": "Typo"})
        numbered = accountant.put("/api/ledger/accounts", json={"accounts": [{"account": "cash", "number": "1000"}]})

    assert (closed["state"], closed["by"]) == ("closed", "Grace")
    assert (reopened.status_code, numbered.status_code) == (403, 403)


def test_files_of_a_closed_month_keep_its_account_numbers(taxed: Api):
    may = {"from": "2027-05-01", "to": "2027-05-31"}
    paths = ("/api/ledger.csv", "/api/journal.csv?format=xero")

    def files(**days: str) -> list[bytes]:
        urls = [f"{path}{'&' if '?' in path else '?'}{urlencode(days)}" for path in paths]
        return [taxed.get(url).content for url in urls]

    def number(value: str) -> None:
        ok_json(taxed.put("/api/ledger/accounts", json={"accounts": [{"account": "cash", "number": value}]}))

    def number_on(day: str) -> str:
        rows = ok_json(taxed.get("/api/trial-balance", params={"on": day}))["accounts"]
        return next(row["number"] for row in rows if row["account"] == "cash")

    with time_machine.travel(BEFORE, tick=False):
        booking = booked(taxed)
        pay(taxed, booking, 40, "2027-05-20")
    with time_machine.travel(AFTER, tick=False):
        pay(taxed, booking, 5, "2027-06-05")
        number("1000")
        ok_json(taxed.post("/api/periods/2027-05/close"))
        closed = files(**may)
        number("2000")
        assert files(**may) == closed
        assert all(b"1000" in file and b"2000" not in file for file in closed)
        # A line has the number of its own month.
        assert all(b"1000" in file and b"2000" in file for file in files())
        assert (number_on("2027-05-31"), number_on("2027-06-05")) == ("1000", "2000")
        ok_json(taxed.post("/api/periods/2027-05/reopen", json={"reason": "Wrong number"}))
        assert all(b"2000" in file and b"1000" not in file for file in files(**may))


def test_open_items_age_from_the_day_they_became_due_and_payments_settle_the_oldest(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        first, held = booked(taxed, totalPrice=110), booked(taxed, deliveryDate="2027-09-01", pickupDate="2027-09-02")
        pay(taxed, first, 10, "2027-05-20")
        pay(taxed, held, 30, "2027-05-20")
    on = {"2027-06-01": "notDue", "2027-06-02": "days30", "2027-07-01": "days30", "2027-07-02": "days60"}
    on |= {"2027-07-31": "days60", "2027-08-01": "days90", "2027-08-30": "days90", "2027-08-31": "older"}
    with time_machine.travel(datetime(2027, 8, 31, 15, tzinfo=UTC), tick=False):
        taxed.login(taxed.user["email"])
        for day, age in on.items():
            report = ok_json(taxed.get("/api/reports/open-items", params={"on": day}))
            assert (report["total"], report["ages"][age], report["items"][0]["since"]) == (100, 100, "2027-06-01"), day
            deposits = ok_json(taxed.get("/api/reports/deposits", params={"on": day}))
            assert [(row["number"], row["amount"]) for row in deposits["deposits"]] == [(held["number"], 30)]
        before = ok_json(taxed.get("/api/reports/open-items", params={"on": "2027-05-31"}))
        assert (before["items"], before["total"]) == ([], 0), "before the delivery, nothing is owed"
        # A higher price is a debt of its own day; money settles the older part first.
        ok_json(taxed.patch(f"/api/bookings/{first['id']}", json={"totalPrice": 132}))
        pay(taxed, first, 90, "2027-08-31")
        (item,) = ok_json(taxed.get("/api/reports/open-items"))["items"]
        assert (item["ages"]["older"], item["ages"]["notDue"], item["amount"]) == (10, 22, 32)
        rows = taxed.get("/api/reports/open-items.csv").text.splitlines()
        assert rows[1].split(",")[3:9] == ["32", "22", "0", "0", "0", "10"]
        assert taxed.get("/api/reports/deposits.csv").text.splitlines()[1].split(",")[2] == "30"


def tax_of(business: Api, month: int, basis: str) -> tuple[float, float]:
    query = {"from": f"2027-{month:02}-01", "to": f"2027-{month:02}-28", "basis": basis}
    report = ok_json(business.get("/api/reports/tax", params=query))
    return report["sales"], report["tax"]


def test_tax_on_a_cash_basis_counts_money_on_the_day_it_moves(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        booking = booked(taxed, totalPrice=110)
        payment = pay(taxed, booking, 33.33, "2027-05-20")
    with time_machine.travel(AFTER, tick=False):
        taxed.login(taxed.user["email"])
        pay(taxed, booking, 76.67, "2027-06-10")
        assert (tax_of(taxed, 5, "accrual"), tax_of(taxed, 6, "accrual")) == ((0, 0), (100, 10))
        # A third of the price contains a third of its tax; both parts add up to it.
        assert (tax_of(taxed, 5, "cash"), tax_of(taxed, 6, "cash")) == ((30.3, 3.03), (69.7, 6.97))
        path = f"/api/bookings/{booking['id']}/payments/{payment}/refund"
        ok_json(taxed.post(path, json={"amount": 11, "meaning": "reduce"}))
        assert tax_of(taxed, 6, "cash") == (59.7, 5.97)
        assert tax_of(taxed, 6, "accrual") == (90, 9)
        assert "sales-tax-cash.csv" in taxed.get("/api/reports/tax.csv?basis=cash").headers["content-disposition"]


def test_sales_of_another_sign_leave_the_tax_of_received_money_alone(taxed: Api):
    with time_machine.travel(BEFORE, tick=False):
        booking = booked(taxed)
        pay(taxed, booking, 11, "2027-05-20")
        before = entries(taxed)
        ok_json(taxed.patch(f"/api/bookings/{booking['id']}", json={"message": "VOLE"}))
        assert entries(taxed) == before
        # Without tax, the money received has none either, and no entry is shown that moves nothing.
        ok_json(taxed.patch(f"/api/bookings/{booking['id']}", json={"taxExempt": {"certificate": "TX-1"}}))
        assert tax_of(taxed, 5, "cash") == (11, 0)
        assert entries(taxed) == before


def test_unknown_basis_is_refused(taxed: Api):
    assert taxed.get("/api/reports/tax", params={"basis": "barter"}).status_code == 422
