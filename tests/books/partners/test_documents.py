"""Pushing single documents: one or more for each ledger entry, exactly once, with the sums of the ledger."""

from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI

from tests.support.api import Api, ok_json
from tests.support.bookkeeping import Bookkeeping

Work = Callable[[], None]
BEFORE, AFTER = datetime(2027, 5, 20, 15, tzinfo=UTC), datetime(2027, 6, 10, 15, tzinfo=UTC)
LATER = datetime(2027, 7, 5, 15, tzinfo=UTC)
RANGE = {"from": "2027-05-01", "to": "2027-07-31"}
SYSTEM_ACCOUNT = {"quickbooks": "84", "xero": "610"}
NAMES = {
    "quickbooks": {"invoice": "Invoice", "credit": "CreditMemo", "payment": "Payment", "contact": "Customer"},
    "xero": {"invoice": "Invoices", "credit": "CreditNotes", "payment": "Payments", "contact": "Contacts"},
}


def pay(business: Api, booking: dict[str, Any], amount: float, on: str, kind: str = "cash") -> dict[str, Any]:
    body = {"kind": kind, "amount": amount, "receivedOn": on}
    return ok_json(business.post(f"/api/bookings/{booking['id']}/payments", json=body))


@pytest.fixture
def sold(connecting: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """Two deliveries on June 1 with payments before and after them; one is paid back in part."""
    with time_machine.travel(BEFORE, tick=False):
        business = caller_of(connecting).register()
        business.add_letters("LOVE", 9)
        business.set_prices(salesTaxPercent=10, deliveryFee=12.5)
        days = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-02"}
        first = business.book(asRequest=False, **days)
        second = business.book(asRequest=False, customerName='Anna "Ann" O\'Neil', **days)
        pay(business, first, 50, "2027-05-19")
    with time_machine.travel(AFTER, tick=False):
        left = ok_json(business.get(f"/api/bookings/{first['id']}/payments"))["balanceDue"]
        pay(business, first, left, "2027-06-03", "bank_transfer")
        pay(business, second, 30, "2027-06-04")
        entries = ok_json(business.get(f"/api/bookings/{first['id']}/payments"))["entries"]
        path = f"/api/bookings/{first['id']}/payments/{entries[-1]['id']}/refund"
        ok_json(business.post(path, json={"amount": 20, "meaning": "reduce"}))
    business.user["bookings"] = [first["id"], second["id"]]
    return business


@pytest.fixture
def ready(sold: Api, partner: Bookkeeping) -> Api:
    """The same business, connected and mapped for single documents."""
    with time_machine.travel(AFTER, tick=False):
        partner.connect(sold)
        assert ok_json(sold.patch("/api/books", json={"mode": "documents"}))["mode"] == "documents"
        partner.map_all(sold)
    return sold


def push(business: Api, **days: str) -> list[dict[str, Any]]:
    return ok_json(business.post("/api/books/push", params=RANGE | days))["items"]


def pushes(business: Api) -> list[dict[str, Any]]:
    return ok_json(business.get("/api/books/pushes"))["items"]


def ledger_by_month(business: Api, partner: Bookkeeping) -> dict[str, dict[str, int]]:
    """The ledger's sums by month, on the partner's accounts. What customers owe is on the partner's own account."""
    chart = ok_json(business.get("/api/books/accounts"))["accounts"]
    names = {one["id"]: one["id"] if partner.system == "quickbooks" else one["code"] for one in chart}
    mapped = {name: names[ident] for name, ident in ok_json(business.get("/api/books"))["accounts"].items()}
    mapped["receivables"] = SYSTEM_ACCOUNT[partner.system]
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for entry in ok_json(business.get("/api/ledger"))["entries"]:
        for line in entry["lines"]:
            found[entry["period"]][mapped[line["account"]]] += round((line["debit"] - line["credit"]) * 100)
    return {month: {name: cents for name, cents in sums.items() if cents} for month, sums in found.items()}


def check_sums(business: Api, partner: Bookkeeping) -> None:
    assert {one["state"] for one in pushes(business)} == {"pushed"}, [one["reason"] for one in pushes(business)]
    assert partner.postings_by_month() == ledger_by_month(business, partner)


def test_each_entry_becomes_documents_and_the_months_agree(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        planned = push(ready)
        assert {one["kind"] for one in planned} == {"invoice", "credit", "payment", "deposit", "refund"}
        work()

        check_sums(ready, partner)
        names = NAMES[partner.system]
        assert len(partner.documents(names["contact"])) == 2, "each customer is one contact"
        # Each delivery, and what is owed again after the refund until the credit note.
        assert len(partner.documents(names["invoice"])) == 3
        assert len(partner.documents(names["credit"])) == 1
        first = pushes(ready)[-1]
        assert (first["kind"], first["bookingId"], first["text"]) == (
            "deposit",
            ready.user["bookings"][0],
            "Payment, booking #1",
        )


def test_payment_is_linked_to_its_invoice(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        push(ready)
        work()

        left = "Balance" if partner.system == "quickbooks" else "AmountDue"
        invoices = {row[left] for row in partner.documents(NAMES[partner.system]["invoice"])}
        assert 0 in invoices
        assert len(partner.documents(NAMES[partner.system]["payment"])) == 2


def test_pushing_documents_again_sends_only_what_is_new(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        push(ready)
        work()
        before = pushes(ready)

        assert push(ready) == []
        work()
        assert pushes(ready) == before
    with time_machine.travel(LATER, tick=False):
        first, second = ready.user["bookings"]
        ready.login(ready.user["email"])
        ok_json(ready.patch(f"/api/bookings/{first}", json={"totalPrice": 500}))
        ok_json(ready.patch(f"/api/bookings/{second}/status", json={"status": "canceled", "fee": 20}))
        partner.map_all(ready)
        planned = push(ready)
        work()

        assert {one["day"] for one in planned} == {"2027-07-05"}, "a posted document is never changed"
        assert {one["kind"] for one in planned} >= {"invoice", "credit"}
        check_sums(ready, partner)


def test_document_without_response_is_posted_once(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False) as present:
        push(ready)
        match = "/invoice" if partner.system == "quickbooks" else "PUT /api.xro/2.0/Invoices"
        partner.fault("gone", match)
        work()
        present.shift(3600)
        work()
        present.shift(3600)
        work()

        check_sums(ready, partner)


def test_rejected_document_is_listed_and_tried_again(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        push(ready)
        match = "/invoice" if partner.system == "quickbooks" else "PUT /api.xro/2.0/Invoices"
        partner.fault("refuse", match, message="The period is locked.")
        work()

        failed = [one for one in pushes(ready) if one["state"] == "failed"]
        assert [one["kind"] for one in failed if one["reason"] == "The period is locked."] == ["invoice"]
        waiting = [one["reason"] for one in failed if one["kind"] == "payment"]
        assert all(reason.startswith("First push the invoice MD") for reason in waiting)

        (invoice,) = [one for one in failed if one["kind"] == "invoice"]
        ok_json(ready.post(f"/api/books/pushes/{invoice['id']}/retry"))
        work()
        push(ready)
        work()
        check_sums(ready, partner)


@pytest.mark.parametrize("kind", ["invoice", "payment"])
def test_document_changed_at_the_partner_is_noticed_and_kept(ready: Api, partner: Bookkeeping, work: Work, kind: str):
    with time_machine.travel(AFTER, tick=False):
        push(ready)
        work()
        assert not any(one["changedAtPartner"] for one in pushes(ready))
        row = partner.documents(NAMES[partner.system][kind])[0]
        amount = "TotalAmt" if partner.system == "quickbooks" else "Amount"
        if kind == "payment":
            row[amount] += 1
        else:
            line = row["Line" if partner.system == "quickbooks" else "LineItems"][0]
            line["Amount" if partner.system == "quickbooks" else "LineAmount"] += 1
        there = partner.postings_by_month()

        assert push(ready) == []
        work()

        (changed,) = [one for one in pushes(ready) if one["changedAtPartner"]]
        assert (changed["kind"], changed["state"]) == (kind, "pushed")
        assert partner.postings_by_month() == there, "nothing is overwritten"


def test_journal_deleted_at_the_partner_is_noticed(ready: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        ok_json(ready.patch("/api/books", json={"mode": "daily"}))
        partner.map_all(ready)
        push(ready)
        work()
        company = next(iter(partner.companies.values()))
        (company.entries if partner.system == "quickbooks" else company.journals).pop()

        push(ready)
        work()

        assert [one["changedAtPartner"] for one in pushes(ready)].count(True) == 1


def test_days_pushed_as_journals_stay_journals(sold: Api, partner: Bookkeeping, work: Work):
    with time_machine.travel(AFTER, tick=False):
        partner.connect(sold)
        partner.map_all(sold)
        push(sold, to="2027-06-02")
        work()
        ok_json(sold.patch("/api/books", json={"mode": "documents"}))
        partner.map_all(sold)

        planned = push(sold)

        assert {one["day"] for one in planned} == {"2027-06-03", "2027-06-04", "2027-06-10"}
        # Their rentals are in a journal, so no invoice is there to pay.
        assert {one["kind"] for one in planned if one["day"] < "2027-06-10"} == {"journal"}
        assert push(sold, to="2027-06-02") == []


def test_money_accounts_are_those_that_the_partner_allows_for_payments(ready: Api, partner: Bookkeeping):
    with time_machine.travel(AFTER, tick=False):
        chart = ok_json(ready.get("/api/books/accounts"))["accounts"]
        income = next(one["id"] for one in chart if not one["takesMoney"])

        refused = ready.patch("/api/books", json={"accounts": {"cash": income}})

        assert refused.status_code == 422
        assert "for payments" in refused.json()["fields"]["accounts.cash"]


def test_mode_needs_chosen_software(sold: Api):
    with time_machine.travel(AFTER, tick=False):
        refused = sold.patch("/api/books", json={"mode": "documents"})
        assert (refused.status_code, refused.json()["code"]) == (409, "not_connected")
        assert sold.patch("/api/books", json={"mode": "weekly"}).status_code == 422
