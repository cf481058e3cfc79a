"""A business's payouts: their payments, refunds and fees add up to the cent."""

import csv
import io
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.kit import clock
from tests.support.api import Api, ok_json
from tests.support.paying import Customer


def test_payout_lists_payments_and_refunds_that_add_up(with_keys: FastAPI, customer: Customer):
    provider, business = customer.provider, customer.business
    account = ok_json(business.get("/api/stripe-connect/account-status"))["accountId"]
    assert ok_json(business.get("/api/payouts")) == []
    customer.pay("balance", 250)
    other = customer.another()
    other.pay("deposit", 50)
    ok_json(customer.refund(10))
    provider.pay_out(account)
    third = customer.another()
    third.pay("deposit", 50)
    third.pay("balance", 200)
    ok_json(other.refund(50))
    provider.pay_out(account)

    later, first = ok_json(business.get("/api/payouts"))

    booking = {"id": customer.id, "number": 1}
    assert (first["amount"], first["currency"], first["status"], first["difference"]) == (290, "USD", "paid", 0)
    assert [(row["amount"], row["booking"]) for row in first["payments"]] == [
        (50, {"id": other.id, "number": 2}),
        (250, booking),
    ]
    assert [(row["amount"], row["booking"]) for row in first["refunds"]] == [(-10, booking)]
    assert first["sums"] == {"payments": 300, "refunds": -10, "other": 0, "fees": 0}
    assert (later["amount"], later["sums"]["refunds"], later["difference"]) == (200, -50, 0)
    assert later["refunds"][0]["booking"] == {"id": other.id, "number": 2}, "a refund of a payment in an older payout"
    text = business.get("/api/payouts.csv").text.removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 6
    for payout in (later, first):
        assert sum(round(float(row["net"]) * 100) for row in rows if row["payout"] == payout["id"]) == (
            round(payout["amount"] * 100)
        )


def test_payouts_can_be_filtered_by_arrival_date(with_keys: FastAPI, customer: Customer, present: Any):
    """There are more payouts than are listed without a period."""
    provider, business = customer.provider, customer.business
    account = ok_json(business.get("/api/stripe-connect/account-status"))["accountId"]
    first = clock.now().date()
    days = [first + timedelta(days=number) for number in range(12)]
    for _ in days:
        provider.pay_out(account)
        present.shift(timedelta(days=1))

    def arriving(begin: date, end: date) -> list[str]:
        rows = ok_json(business.get("/api/payouts", params={"from": f"{begin}", "to": f"{end}"}))
        return [row["arrivalDate"] for row in rows]

    assert len(ok_json(business.get("/api/payouts"))) == 10
    assert arriving(days[0], days[10]) == [f"{day}" for day in reversed(days[:11])]
    assert arriving(days[1], days[1]) == [f"{days[1]}"]
    assert arriving(first - timedelta(days=9), first - timedelta(days=1)) == []
    text = business.get("/api/payouts.csv", params={"from": f"{first}", "to": f"{first}"}).text
    assert len(text.strip().splitlines()) == 1, "an empty payout has no rows"


@pytest.mark.parametrize("is_later", [False, True])
def test_returned_platform_fee_names_its_booking(
    with_keys: FastAPI, customer: Customer, admin_of: Callable[[FastAPI], Api], *, is_later: bool
):
    provider, business = customer.provider, customer.business
    fees = {"platformFeePercent": 2, "platformFeeOnRefund": "return"}
    ok_json(admin_of(with_keys).patch("/api/admin/settings/payments", json=fees))
    account = ok_json(business.get("/api/stripe-connect/account-status"))["accountId"]
    customer.pay("balance", 250)
    if is_later:
        provider.pay_out(account)
    customer.another().pay("balance", 250)
    ok_json(customer.refund(100))
    provider.pay_out(account)

    latest = ok_json(business.get("/api/payouts"))[0]

    (returned,) = latest["other"]
    assert (returned["kind"], returned["amount"]) == ("application_fee_refund", 2)
    assert returned["booking"] == {"id": customer.id, "number": 1}
    text = business.get("/api/payouts.csv").text.removeprefix("\ufeff")
    (row,) = [row for row in csv.DictReader(io.StringIO(text)) if row["kind"] == "application_fee_refund"]
    assert row["booking"] == "1"


@pytest.mark.parametrize(
    "days, fields",
    [
        ({"from": "2027-02-01"}, {"to": "Enter the first and the last day"}),
        ({"to": "2027-02-01"}, {"from": "Enter the first and the last day"}),
        ({"from": "2027-02-02", "to": "2027-02-01"}, {"to": "The last day must be on or after the first"}),
        ({"from": "2027-01-01", "to": "2027-04-03"}, {"to": "Payouts are listed for at most three months at once"}),
    ],
)
def test_invalid_payout_period_is_refused(customer: Customer, days: dict[str, str], fields: dict[str, str]):
    for path in ("/api/payouts", "/api/payouts.csv"):
        refused = customer.business.get(path, params=days)
        assert (refused.status_code, refused.json()["fields"]) == (422, fields)
    quarter = {"from": "2027-07-01", "to": "2027-09-30"}
    assert ok_json(customer.business.get("/api/payouts", params=quarter)) == []


def test_disconnected_account_has_no_payouts(with_keys: FastAPI, customer: Customer):
    account = ok_json(customer.business.get("/api/stripe-connect/account-status"))["accountId"]
    customer.provider.deauthorize(account)

    assert ok_json(customer.business.get("/api/payouts")) == []
