"""The sales tax report, payments as CSV, and a journal that balances to the cent."""

import csv
import io
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
import time_machine
from sqlalchemy import event

from marqueedesk.payments.models import BookingPayment
from tests.support.api import Api, ok_json

YEAR = {"from": "2027-01-01", "to": "2027-12-31"}


def rows(answer: Any) -> list[dict[str, str]]:
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


def cents(text: str) -> int:
    return round(float(text or 0) * 100)


def pay(business: Api, booking: dict[str, Any], amount: float, kind: str = "cash") -> int:
    body = {"kind": kind, "amount": amount, "receivedOn": "2026-05-01"}
    return ok_json(business.post(f"/api/bookings/{booking['id']}/payments", json=body))["entries"][0]["id"]


@pytest.fixture
def taxed(operator: Api) -> Api:
    operator.set_prices(salesTaxPercent=8.875)
    return operator


@pytest.fixture
def deliver_all(taxed: Api, present: time_machine.Traveller) -> Callable[[], None]:
    """Move on to a day after the deliveries of 2027."""

    def move() -> None:
        present.move_to(datetime.fromisoformat("2027-12-01T15:00:00+00:00"))
        taxed.login(taxed.user["email"])

    return move


def test_tax_report_by_place_and_month_includes_refunds(taxed: Api, deliver_all: Callable[[], None]):
    hall = taxed.add_venue(name="Hall", city="Albany", state="NY", zipCode="12207", difficulty="easy")
    first = taxed.book(venueId=hall["id"], asRequest=False)
    second = taxed.book(deliveryDate="2027-07-01", pickupDate="2027-07-02", asRequest=False)
    taxed.book(deliveryDate="2028-07-01", pickupDate="2028-07-02", asRequest=False)
    request = taxed.book()
    assert request["status"] == "pending", "counts once it is confirmed"
    assert ok_json(taxed.get("/api/reports/tax", params=YEAR))["bookings"] == 0, "counts once it is delivered"

    deliver_all()
    report = ok_json(taxed.get("/api/reports/tax", params=YEAR))

    owed = first["totalPrice"] + second["totalPrice"]
    assert (report["bookings"], round(report["sales"] + report["tax"], 2)) == (2, owed)
    assert report["tax"] == round(first["breakdown"]["tax"] + second["breakdown"]["tax"], 2)
    assert report["taxable"] == report["sales"]
    for part in ("byPlace", "byMonth"):
        assert round(sum(row["tax"] for row in report[part]), 2) == report["tax"]
    assert [(row["state"], row["city"], row["zipCode"]) for row in report["byPlace"]] == [
        ("", "", ""),
        ("NY", "Albany", "12207"),
    ]
    assert [row["month"] for row in report["byMonth"]] == ["2027-06", "2027-07"]
    assert cents(rows(taxed.get("/api/reports/tax.csv", params=YEAR))[1]["tax"]) == cents(
        str(first["breakdown"]["tax"])
    )

    payment = pay(taxed, first, first["totalPrice"])
    path = f"/api/bookings/{first['id']}/payments/{payment}/refund"
    ok_json(taxed.post(path, json={"amount": first["totalPrice"]}))
    after = ok_json(taxed.get("/api/reports/tax", params=YEAR))
    assert (after["tax"], after["bookings"]) == (second["breakdown"]["tax"], 2)


def test_revenue_report_and_csv_show_tax_separately(taxed: Api, deliver_all: Callable[[], None]):
    hall = taxed.add_venue(name="Hall", city="Albany", state="NY", zipCode="12207")
    for month, message, venue in (("06", "LOVE", hall["id"]), ("07", "LOVE", None), ("07", "BABY", None)):
        days = {"deliveryDate": f"2027-{month}-01", "pickupDate": f"2027-{month}-02"}
        booking = taxed.book(message=message, venueId=venue, asRequest=False, **days)
    payment = pay(taxed, booking, 20)
    ok_json(taxed.post(f"/api/bookings/{booking['id']}/payments/{payment}/refund", json={"amount": 20}))

    before = ok_json(taxed.get("/api/reports/revenue", params=YEAR))
    deliver_all()
    revenue = ok_json(taxed.get("/api/reports/revenue", params=YEAR))
    tax = ok_json(taxed.get("/api/reports/tax", params=YEAR))

    assert (before["tax"], before["expectedTax"]) == (0, tax["tax"]), "as in the tax report later, after the refund"
    assert (revenue["tax"], revenue["expectedTax"]) == (tax["tax"], 0)
    for name in ("byMonth", "bySize", "byVenue", "byEvent", "byPhrase"):
        assert sum(cents(str(row["tax"])) for row in revenue[name]) == cents(str(tax["tax"]))
        assert sum(cents(str(row["expectedTax"])) for row in before[name]) == cents(str(tax["tax"]))
    months = {row["key"]: row["tax"] for row in revenue["byMonth"]}
    assert months == {row["month"]: row["tax"] for row in tax["byMonth"]}
    found = rows(taxed.get("/api/reports/revenue.csv", params=YEAR | {"by": "venue"}))
    assert {row["Venue"]: cents(row["Sales tax"]) for row in found} == {
        row["key"]: cents(str(row["tax"])) for row in revenue["byVenue"]
    }


def test_revenue_less_refunds_plus_charges_and_cancellations_is_the_income_of_the_ledger(
    taxed: Api, deliver_all: Callable[[], None]
):
    sold = taxed.book(asRequest=False, deliveryDate="2027-11-20", pickupDate="2027-11-21")
    payment = pay(taxed, sold, sold["totalPrice"])
    gone = taxed.book(asRequest=False)
    ok_json(taxed.patch(f"/api/bookings/{gone['id']}/status", json={"status": "canceled", "fee": 30}))
    deliver_all()
    ok_json(taxed.post(f"/api/bookings/{sold['id']}/payments/{payment}/refund", json={"amount": 40}))

    report = ok_json(taxed.get("/api/reports/revenue", params={"from": "2026-01-01", "to": "2027-12-31"}))

    assert (report["cancellations"], report["refunded"]) == (30, round(40 / 1.08875, 2))
    assert sum(cents(str(row["revenue"])) for row in report["byMonth"]) == cents(str(report["revenue"]))
    income = cents(str(report["revenue"])) - cents(str(report["refunded"])) + 3000
    accounts = ok_json(taxed.get("/api/trial-balance"))["accounts"]
    of_income = [row for row in accounts if row["account"].endswith("_income") or row["account"] == "discounts"]
    assert income == sum(cents(str(row["credit"])) - cents(str(row["debit"])) for row in of_income)


def test_revenue_without_tax_has_no_tax(operator: Api):
    operator.book(asRequest=False)
    revenue = ok_json(operator.get("/api/reports/revenue", params=YEAR))
    assert (revenue["expectedTax"], revenue["byMonth"][0]["expectedTax"]) == (0, 0)


def test_custom_total_has_proportional_tax(taxed: Api, deliver_all: Callable[[], None]):
    booking = taxed.book(asRequest=False)
    deliver_all()
    whole = ok_json(taxed.get("/api/reports/tax", params=YEAR))
    ok_json(taxed.patch(f"/api/bookings/{booking['id']}", json={"totalPrice": 60}))

    half = ok_json(taxed.get("/api/reports/tax", params=YEAR))

    assert half["tax"] == round(whole["tax"] * 60 / booking["totalPrice"], 2)
    assert round(half["sales"] + half["tax"], 2) == 60


def test_payments_export_includes_refunds(taxed: Api):
    booking = taxed.book(asRequest=False, customerName="=Ada")
    payment = pay(taxed, booking, 100)
    ok_json(taxed.post(f"/api/bookings/{booking['id']}/payments/{payment}/refund", json={"amount": 10.5}))

    found = rows(taxed.get("/api/payments.csv"))

    assert [(row["entry"], row["kind"], row["amount"], row["net"]) for row in found] == [
        ("payment", "cash", "100", "100"),
        ("refund", "cash", "-10.5", "-10.5"),
    ]
    assert sum(cents(row["net"]) for row in found) == 8950
    assert found[0]["customer"] == "'=Ada", "no formula"
    in_may = rows(taxed.get("/api/payments.csv?from=2026-05-01&to=2026-05-01"))
    assert [row["entry"] for row in in_may] == ["payment"]
    for query in ("from=soon", "from=2027-05-02&to=2027-05-01"):
        assert taxed.get(f"/api/payments.csv?{query}").status_code == 422
        assert taxed.get(f"/api/journal.csv?{query}").status_code == 422


def test_journal_balances_to_the_cent(taxed: Api, deliver_all: Callable[[], None]):
    sold = taxed.book(asRequest=False)
    payment = pay(taxed, sold, sold["totalPrice"], "bank_transfer")
    for amount in (10, 0.01, 33.33):
        path = f"/api/bookings/{sold['id']}/payments/{payment}/refund"
        ok_json(taxed.post(path, json={"amount": amount}))
    ok_json(taxed.post(f"/api/bookings/{sold['id']}/payments/{payment}/refund", json={"amount": 5, "meaning": "repay"}))
    gone = taxed.book(asRequest=False)
    paid = pay(taxed, gone, 80)
    ok_json(taxed.post(f"/api/bookings/{gone['id']}/payments/{paid}/refund", json={"amount": 7}))
    path = f"/api/bookings/{gone['id']}/status"
    ok_json(taxed.patch(path, json={"status": "canceled", "fee": 30, "refund": True}))
    deliver_all()

    found = rows(taxed.get("/api/journal.csv"))

    by_account: dict[str, int] = {}
    by_entry: dict[str, int] = {}
    for row in found:
        amount = cents(row["Debit"]) - cents(row["Credit"])
        by_account[row["Account"]] = by_account.get(row["Account"], 0) + amount
        by_entry[row["Journal No"]] = by_entry.get(row["Journal No"], 0) + amount
    assert set(by_entry.values()) == {0}, "each entry is balanced"
    report = ok_json(taxed.get("/api/reports/tax", params=YEAR))
    assert by_account["Sales tax payable"] == -cents(str(report["tax"]))
    assert by_account["Cancellation fees"] == -3000
    assert by_account["Cash"] == 3000
    assert by_account["Accounts receivable"] == 500, "what is to be paid again"
    assert by_account["Bank"] == cents(str(sold["totalPrice"])) - 4334 - 500


def test_journal_in_quickbooks_format(taxed: Api, deliver_all: Callable[[], None]):
    booking = taxed.book(asRequest=False)
    pay(taxed, booking, 50)
    deliver_all()
    plain = rows(taxed.get("/api/journal.csv"))
    found = rows(taxed.get("/api/journal.csv", params={"format": "quickbooks"}))
    assert [row["Account Name"] for row in found] == [row["Account"] for row in plain]
    assert {row["Journal Date"] for row in found} == {"06/01/2027", "05/01/2026"}
    assert sum(cents(row["Debits"]) for row in found) == sum(cents(row["Credits"]) for row in found) > 0
    assert taxed.get("/api/journal.csv", params={"format": "abacus"}).status_code == 422


def test_journal_in_xero_format(taxed: Api, deliver_all: Callable[[], None]):
    booking = taxed.book(asRequest=False)
    payment = pay(taxed, booking, booking["totalPrice"])
    path = f"/api/bookings/{booking['id']}/payments/{payment}/refund"
    for amount in (0.01, 33.33):
        ok_json(taxed.post(path, json={"amount": amount}))
    deliver_all()
    plain = rows(taxed.get("/api/journal.csv"))

    found = rows(taxed.get("/api/journal.csv", params={"format": "xero"}))

    assert list(found[0]) == [
        *("*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"),
        *("TrackingName1", "TrackingOption1", "TrackingName2", "TrackingOption2"),
    ]
    assert [cents(row["*Amount"]) for row in found] == [cents(row["Debit"]) - cents(row["Credit"]) for row in plain]
    journals: dict[tuple[str, str], int] = {}
    for row in found:
        named = (row["*Narration"], row["*Date"])
        journals[named] = journals.get(named, 0) + cents(row["*Amount"])
    assert set(journals.values()) == {0}, "lines of one narration and day are a balanced journal"
    assert len(journals) == len({row["Journal No"] for row in plain}), "and no two entries fall together"
    assert {row["*Date"] for row in found} >= {"01 Jun 2027", "01 May 2026"}
    assert {row["*TaxRate"] for row in found} == {"Tax Exempt"}
    names = {row["code"]: row["name"] for row in ok_json(taxed.get("/api/journal/accounts"))}
    assert [names[row["*AccountCode"]] for row in found] == [row["Account"] for row in plain]
    some = rows(taxed.get("/api/journal.csv?format=xero&from=2026-05-01&to=2026-05-01"))
    assert {row["*Date"] for row in some} == {"01 May 2026"}


@pytest.fixture
def two_months(taxed: Api, present: time_machine.Traveller) -> Api:
    """A business with payments in May and June and refunds in June, for bookings delivered a year later."""
    payments: list[str] = []
    for delivery, pickup, received in (
        ("2027-06-01", "2027-06-02", "2026-05-01"),
        ("2027-07-01", "2027-07-02", "2026-05-31"),
        ("2027-07-05", "2027-07-06", "2026-06-01"),
    ):
        booking = taxed.book(asRequest=False, deliveryDate=delivery, pickupDate=pickup)
        body = {"kind": "cash", "amount": 60, "receivedOn": received}
        path = f"/api/bookings/{booking['id']}/payments"
        payments.append(f"{path}/{ok_json(taxed.post(path, json=body))['entries'][0]['id']}")
    for instant, amount in (("2026-06-02T15:00:00+00:00", 10), ("2026-06-30T15:00:00+00:00", 0.01)):
        present.move_to(datetime.fromisoformat(instant))
        for payment in payments:
            ok_json(taxed.post(f"{payment}/refund", json={"amount": amount}))
    return taxed


@pytest.mark.parametrize("path", ["/api/journal.csv", "/api/payments.csv"])
def test_monthly_exports_add_up_to_the_whole_export(two_months: Api, path: str):
    whole = rows(two_months.get(path))

    parts: list[dict[str, str]] = []
    for first, last in (("2000-01-01", "2026-05-31"), ("2026-06-01", "2026-06-30"), ("2026-07-01", "2027-06-30")):
        parts += rows(two_months.get(path, params={"from": first, "to": last}))
    parts += rows(two_months.get(path, params={"from": "2027-07-01"}))

    assert parts == whole
    assert len(whole) > 8


def test_refunds_before_the_delivery_reduce_the_tax_of_the_delivery(two_months: Api, deliver_all: Callable[[], None]):
    deliver_all()
    found = rows(two_months.get("/api/journal.csv"))

    taken_off = [row for row in found if row["Account"] == "Sales tax payable" and cents(row["Debit"])]
    assert [(row["Date"], cents(row["Debit"])) for row in taken_off] == [
        ("2027-06-01", 82),
        ("2027-07-01", 82),
        ("2027-07-05", 82),
    ]
    balance: dict[str, int] = {}
    for row in found:
        balance[row["Journal No"]] = balance.get(row["Journal No"], 0) + cents(row["Debit"]) - cents(row["Credit"])
    assert set(balance.values()) == {0}


def test_export_of_some_days_loads_only_payments_of_their_bookings(taxed: Api):
    path = "/api/payments.csv"
    for day in ("2026-05-01", "2026-06-15", "2026-07-30"):
        booking = taxed.book(asRequest=False)
        body = {"kind": "cash", "amount": 20, "receivedOn": day}
        ok_json(taxed.post(f"/api/bookings/{booking['id']}/payments", json=body))
    loaded: list[int] = []

    def note(payment: BookingPayment, _context: object) -> None:
        loaded.append(payment.id)

    event.listen(BookingPayment, "load", note)
    try:
        rows(taxed.get(path, params={"from": "2026-06-01", "to": "2026-06-30"}))
        of_june = len(loaded)
        rows(taxed.get(path))
    finally:
        event.remove(BookingPayment, "load", note)
    assert (of_june, len(loaded)) == (1, 4)


def test_export_excludes_other_businesses(two_months: Api, other_operator: Api):
    assert rows(other_operator.get("/api/journal.csv")) == []
    assert rows(other_operator.get("/api/payments.csv?from=2026-05-01&to=2026-06-30")) == []
