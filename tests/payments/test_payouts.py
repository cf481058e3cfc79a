"""A business's payouts: payments, refunds and fees add up to each, to the cent."""

import csv
import io

from fastapi import FastAPI

from tests.support.api import made
from tests.support.paying import Customer


def test_a_payout_names_its_payments_and_refunds_and_adds_up(with_keys: FastAPI, customer: Customer):
    provider, business = customer.provider, customer.business
    account = made(business.get("/api/stripe-connect/account-status"))["accountId"]
    assert made(business.get("/api/payouts")) == []
    customer.pay("balance", 250)
    other = customer.another()
    other.pay("deposit", 50)
    made(customer.refund(10))
    provider.pay_out(account)
    made(other.refund(50))
    provider.pay_out(account)

    later, first = made(business.get("/api/payouts"))

    booking = {"id": customer.id, "number": 1}
    assert (first["amount"], first["currency"], first["status"], first["difference"]) == (290, "USD", "paid", 0)
    assert [(row["amount"], row["booking"]) for row in first["payments"]] == [
        (50, {"id": other.id, "number": 2}),
        (250, booking),
    ]
    assert [(row["amount"], row["booking"]) for row in first["refunds"]] == [(-10, booking)]
    assert first["sums"] == {"payments": 300, "refunds": -10, "other": 0, "fees": 0}
    assert (later["amount"], later["sums"]["refunds"], later["difference"]) == (-50, -50, 0)
    assert later["refunds"][0]["booking"] == {"id": other.id, "number": 2}, "of an older payout's payment"
    text = business.get("/api/payouts.csv").text.removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 4
    for payout in (later, first):
        assert sum(round(float(row["net"]) * 100) for row in rows if row["payout"] == payout["id"]) == (
            round(payout["amount"] * 100)
        )


def test_without_an_account_or_with_a_lost_one_there_are_none(with_keys: FastAPI, customer: Customer):
    account = made(customer.business.get("/api/stripe-connect/account-status"))["accountId"]
    customer.provider.deauthorize(account)

    assert made(customer.business.get("/api/payouts")) == []
