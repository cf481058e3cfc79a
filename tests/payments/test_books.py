"""Bookkeeping exports match the provider's payouts to the cent: payments, refunds, disputes and fees."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.kit import clock
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.paying import Customer
from tests.support.standin import StandIn


def rows(answer: Any) -> list[dict[str, str]]:
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


def cents(text: str) -> int:
    return round(float(text or 0) * 100)


def accounts(business: Api, **span: str) -> dict[str, int]:
    """The balance of each account of the journal."""
    found: dict[str, int] = {}
    for row in rows(business.get("/api/journal.csv", params=span)):
        found[row["Account"]] = found.get(row["Account"], 0) + cents(row["Debit"]) - cents(row["Credit"])
    return found


@pytest.mark.parametrize("on_refund", ["return", "keep"])
def test_journal_and_payments_file_match_the_payout(
    on_refund: str,
    customer: Customer,
    with_keys: FastAPI,
    admin_of: Callable[[FastAPI], Api],
    provider: StandIn,
    deliver: Deliverer,
):
    provider.charge_fees()
    fees = {"platformFeePercent": 1.5, "platformFeeFixed": 0.3, "platformFeeOnRefund": on_refund}
    ok_json(admin_of(with_keys).patch("/api/admin/settings/payments", json=fees))
    business, account = customer.business, provider.objects("account")[0]["id"]
    lost = customer.pay("balance", 250)
    won = customer.another().pay("deposit", 50)
    refunded = customer.another()
    refunded.pay("balance", 250)
    for amount in (33.33, 0.01, 100):
        ok_json(refunded.refund(amount))
    provider.dispute(lost)
    provider.dispute(won)
    deliver()
    provider.dispute(lost, "lost")
    provider.dispute(won, "won")
    deliver()

    had = provider.balance(account)
    provider.pay_out(account)

    found = accounts(business)
    assert found["Card payments"] == had, "same balance as the provider"
    assert sum(found.values()) == 0
    (payout,) = ok_json(business.get("/api/payouts"))
    assert (cents(str(payout["amount"])), payout["difference"]) == (had, 0)
    listed = rows(business.get("/api/payments.csv"))
    assert sum(cents(row["net"]) for row in listed) == had
    # The returned shares of the fee of 4.05 on 250, for refunds of 33.33, 0.01 and 100.
    back = [0, 0, 0] if on_refund == "keep" else [53, 0, 162]
    assert [cents(row["feeReturned"]) for row in listed if row["entry"] == "refund"] == back
    told = {(cents(row["lost"]), cents(row["disputeFee"])) for row in listed}
    assert told == {(25_000, 1_500), (0, 1_500), (0, 0)}, (
        "the provider keeps its dispute fee even if the dispute is won"
    )


def test_payout_moves_card_payments_to_the_bank_until_it_fails(
    customer: Customer, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    provider.charge_fees()
    business, account = customer.business, provider.objects("account")[0]["id"]
    customer.pay("balance", 250)
    deliver()
    had = provider.balance(account)
    provider.pay_out(account)
    deliver()
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    found = accounts(business)
    assert (found["Bank"], found["Card payments"]) == (had, 0)
    (payout,) = [row for row in ok_json(business.get("/api/ledger"))["entries"] if row["kind"] == "payout"]
    assert (payout["bookingId"], payout["number"], payout["text"]) == (None, None, "Payout")

    provider.fail_payout(account)
    deliver()
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    found = accounts(business)
    assert (found["Bank"], found["Card payments"]) == (0, had)
    (correction,) = [row for row in ok_json(business.get("/api/ledger"))["entries"] if row["kind"] == "corrected"]
    assert correction["corrects"] == payout["id"]


def test_payout_in_another_currency_is_entered_at_the_rates_of_its_payments(
    customer: Customer, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    provider.charge_fees()
    business, account = customer.business, provider.objects("account")[0]["id"]
    provider.settle_in("eur", 0.9)
    customer.pay("balance", 250)
    ok_json(customer.refund(33.33))
    deliver()
    assert accounts(business)["Card payments"] > 0
    provider.pay_out(account)
    deliver()
    Worker(with_keys.state.database, with_keys.state.settings).all_due()

    found = accounts(business)
    assert (found["Card payments"], sum(found.values())) == (0, 0), "paid out in full, in the business's currency"
    (payout,) = [row for row in ok_json(business.get("/api/ledger"))["entries"] if row["kind"] == "payout"]
    assert {line["currency"] for line in payout["lines"]} == {"USD"}
    assert payout["text"].startswith("Payout of €")
    assert ok_json(business.get("/api/trial-balance"))["otherCurrencies"] == []

    provider.fail_payout(account)
    deliver()
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    assert accounts(business)["Bank"] == 0


def test_payout_at_an_unknown_rate_stays_in_its_own_currency(
    customer: Customer, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    business, account = customer.business, provider.objects("account")[0]["id"]
    customer.pay("balance", 250)
    deliver()
    # Its entries are in euros without a rate, like money that the business added itself.
    provider.settle_in("eur", 0.9)
    provider.pay_out(account)
    for entry in provider.objects("balance_transaction"):
        entry["currency"] = "eur"
    deliver()
    Worker(with_keys.state.database, with_keys.state.settings).all_due()

    (payout,) = [row for row in ok_json(business.get("/api/ledger"))["entries"] if row["kind"] == "payout"]
    assert {line["currency"] for line in payout["lines"]} == {"EUR"}
    found = accounts(business)
    assert ("Bank" in found, found["Card payments"]) == (False, 25_000), "reports are in dollars only"
    balances = ok_json(business.get("/api/trial-balance"))
    assert {row["account"]: row["debit"] - row["credit"] for row in balances["accounts"] if row["debit"]} == {
        "card_clearing": 250
    }
    (euros,) = balances["otherCurrencies"]
    moved = {row["account"]: row["debit"] - row["credit"] for row in euros["accounts"]}
    assert (euros["currency"], moved) == ("EUR", {"bank": 250, "card_clearing": -250})
    listed = [row for row in rows(business.get("/api/ledger.csv")) if row["Currency"] == "EUR"]
    assert len(listed) == 2
    assert ",EUR" in business.get("/api/trial-balance.csv").text

    provider.fail_payout(account)
    deliver()
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    assert ok_json(business.get("/api/trial-balance"))["otherCurrencies"] == []


def test_lost_dispute_is_booked_on_the_day_of_the_decision(
    customer: Customer, provider: StandIn, deliver: Deliverer, present: Any
):
    provider.charge_fees()
    secret = customer.pay("balance", 250)
    provider.dispute(secret)
    deliver()
    began = clock.now().date()
    present.shift(timedelta(days=3))
    provider.dispute(secret, "lost")
    deliver()
    decided = clock.now().date()
    present.shift(timedelta(days=2))
    # A later event updates the payment again.
    provider.warn(secret)
    deliver()

    journal = rows(customer.business.get("/api/journal.csv"))

    days = {row["Description"]: row["Date"] for row in journal}
    assert customer.money()["entries"][0]["fraudWarning"] is not None
    assert days["Dispute fee, booking #1"] == f"{began}"
    assert days["Dispute lost, booking #1"] == f"{decided}"
