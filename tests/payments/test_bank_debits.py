"""Payments by bank debit: on their way for days, then received or rejected, and sometimes returned after that."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI

from marqueedesk.worker import Worker
from tests.support.api import ok_json
from tests.support.billing import Deliverer, drain
from tests.support.matching_books import books_of, ledger_of
from tests.support.paying import Customer, notification_titles, policy, sent_emails
from tests.support.standin import StandIn

CHECKING, CLOSED, SHORT = "000123456789", "000111111116", "000444444449"


class Bank:
    """Pays a booking by debit, and lets days pass at the bank."""

    def __init__(self, customer: Customer, app: FastAPI, deliver: Deliverer, present: time_machine.Traveller) -> None:
        self.customer, self.app, self.deliver, self.present = customer, app, deliver, present

    def debit(self, account: str = CHECKING, part: str = "balance", amount: float = 250) -> str:
        secret = self.customer.open_form(part, amount)
        self.customer.provider.pay(secret, account).raise_for_status()
        self.deliver()
        return secret

    def pass_days(self, days: float) -> None:
        self.present.shift(timedelta(days=days))
        self.customer.provider.advance(days=0)
        self.deliver()
        Worker(self.app.state.database, self.app.state.settings, provider=self.app.state.provider).all_due()
        self.customer.business.login(self.customer.business.user["email"])


@pytest.fixture
def bank(customer: Customer, with_keys: FastAPI, deliver: Deliverer, present: time_machine.Traveller) -> Bank:
    return Bank(customer, with_keys, deliver, present)


def listed(customer: Customer) -> dict[str, Any]:
    return ok_json(customer.business.get(f"/api/bookings/{customer.id}"))


def test_debit_on_its_way_is_neither_received_nor_due(customer: Customer, bank: Bank, with_keys: FastAPI):
    bank.debit()

    money = customer.money()
    assert (money["state"], money["received"], money["processing"], money["balanceDue"]) == ("processing", 0, 250, 0)
    (entry,) = money["entries"]
    assert entry["card"] == {"kind": "us_bank_account", "brand": "STRIPE TEST BANK", "last4": "6789"}
    # Paid on Saturday, November 21, 2026.
    assert (entry["state"], entry["expectedOn"]) == ("processing", "2026-11-26")
    page = customer.page()
    (shown,) = page["payments"]
    assert (shown["state"], shown["expectedOn"], page["received"], page["balanceDue"]) == (
        "processing",
        "2026-11-26",
        0,
        0,
    )
    assert customer.post("pay", part="balance", amount=250).json()["code"] == "payment_under_way"
    assert sent_emails(with_keys, customer.business, "payment-arrived") == []
    accounts = ok_json(customer.business.get("/api/trial-balance"))["accounts"]
    assert all(row["debit"] == row["credit"] == 0 for row in accounts if row["account"] == "card_clearing")

    bank.pass_days(5)

    money = customer.money()
    assert (money["state"], money["received"], money["processing"]) == ("paid", 250, 0)
    assert money["entries"][0]["expectedOn"] is None
    assert len(sent_emails(with_keys, customer.business, "payment-arrived")) == 1


def test_customer_with_a_debit_on_its_way_is_not_reminded(customer: Customer, bank: Bank, with_keys: FastAPI):
    policy(customer.business, balanceDueDays=7)
    business = customer.business
    soon = customer.another(deliveryDate="2026-12-01", pickupDate="2026-12-02")
    form = soon.open_form("deposit", 50)
    soon.provider.pay(form, CHECKING).raise_for_status()
    bank.deliver()
    due = ok_json(business.get("/api/reports/due"))
    owed = {row["bookingId"]: row["amount"] for row in [*due["overdue"], *due["thisWeek"]]}
    assert owed[soon.id] == listed(soon)["totalPrice"] - 50, "the deposit is on its way"


def test_rejected_debit_is_due_again_and_both_sides_are_told(customer: Customer, bank: Bank, with_keys: FastAPI):
    bank.debit(CLOSED)
    bank.pass_days(5)

    money = customer.money()
    assert (money["received"], money["processing"], money["balanceDue"]) == (0, 0, 250)
    assert len(sent_emails(with_keys, customer.business, "payment-failed")) == 1
    (asked,) = sent_emails(with_keys, customer.business, "payment-requested")
    assert "Your bank rejected your payment of $250.00" in asked
    assert "account has been closed" in asked


def test_debit_returned_after_it_had_arrived_is_due_again_and_both_sides_are_told(
    customer: Customer, bank: Bank, with_keys: FastAPI, provider: StandIn
):
    provider.charge_fees()
    account = provider.objects("account")[0]["id"]
    bank.debit(SHORT)
    bank.pass_days(5)
    assert customer.money()["state"] == "paid"
    arrived = customer.business.get("/api/ledger").json()["entries"]

    bank.pass_days(4)

    money = customer.money()
    assert (money["state"], money["received"], money["balanceDue"], money["overpaid"]) == ("unpaid", 0, 250, 0)
    assert (money["returnedDebit"], money["lost"], money["lostCost"]) == (250, 0, 0)
    (entry,) = money["entries"]
    assert (entry["dispute"], entry["refundable"], entry["reduces"]) == ("returned", 0, 0)
    (why,) = entry["disputes"]
    assert (why["state"], why["reason"], why["fee"], why["answerBy"]) == ("returned", "insufficient_funds", 15, None)
    page = customer.page()
    assert (page["received"], page["balanceDue"], page["paying"]["balance"]) == (0, 250, 250)
    (shown,) = page["payments"]
    assert (shown["wentBack"], shown["isDueAgain"]) == (250, True)
    booking = listed(customer)
    assert (booking["received"], booking["balanceDue"], booking["returnedDebit"]) == (0, 250, 250)
    assert [row["id"] for row in ok_json(customer.business.get("/api/bookings?paid=unpaid"))] == [customer.id]
    assert ok_json(customer.business.get("/api/bookings?paid=paid,lost,disputed")) == []

    assert "A bank returned Ada Lovelace's payment of $250.00: it is due again" in notification_titles(
        customer.business
    )
    (alert,) = sent_emails(with_keys, customer.business, "debit-returned")
    assert "insufficient funds" in alert
    (asked,) = sent_emails(with_keys, customer.business, "payment-requested")
    assert "Your bank returned your payment of $250.00" in asked
    assert sent_emails(with_keys, customer.business, "payment-disputed") == []

    known = {row["id"] for row in arrived}
    new = [row for row in ok_json(customer.business.get("/api/ledger"))["entries"] if row["id"] not in known]
    assert {row["kind"]: row["day"] for row in new} == {"debit_returned": "2026-11-30", "dispute_fee": "2026-11-30"}
    (returned,) = [row for row in new if row["kind"] == "debit_returned"]
    assert {line["account"]: line["debit"] - line["credit"] for line in returned["lines"]} == {
        "customer_deposits": 250,
        "card_clearing": -250,
    }
    assert books_of(with_keys, customer.business)[0] == provider.balance(account)
    assert ledger_of(with_keys, customer.business) == provider.balance(account)
    customer.pay("balance", 250)
    assert customer.money()["state"] == "paid"


def test_return_is_recorded_once_when_its_events_come_twice(
    customer: Customer, bank: Bank, with_keys: FastAPI, deliver: Deliverer, present: Any
):
    bank.debit(SHORT)
    present.shift(timedelta(days=9))
    customer.provider.advance(days=0)
    events = deliver.taken()
    deliver(reversed(events))
    deliver(events)
    customer.business.login(customer.business.user["email"])
    assert (customer.money()["received"], customer.money()["balanceDue"]) == (0, 250)
    assert len(sent_emails(with_keys, customer.business, "debit-returned")) == 1


def test_refund_of_a_debit_on_its_way_is_rejected_until_it_has_arrived(customer: Customer, bank: Bank):
    bank.debit()
    refused = customer.refund(100)
    assert (refused.status_code, refused.json()["code"]) == (409, "payment_processing")
    assert "still on its way" in refused.json()["message"]
    bank.pass_days(5)
    assert ok_json(customer.refund(100))["received"] == 150


def test_debit_that_arrives_after_the_cancellation_is_refunded(
    customer: Customer, bank: Bank, provider: StandIn, with_keys: FastAPI
):
    bank.debit()
    ok_json(customer.business.set_status(customer.id, "canceled", refund=True, fee=20))
    drain(with_keys)
    assert provider.calls("/cancel"), "the provider can cancel some"
    assert customer.money()["processing"] == 250

    bank.pass_days(5)
    bank.pass_days(0.1)

    money = customer.money()
    assert (money["received"], money["refunded"], money["overpaid"], money["balanceDue"]) == (20, 230, 0, 0)


def test_payments_kept_at_the_cancellation_stay_when_a_debit_arrives(customer: Customer, bank: Bank):
    path = f"/api/bookings/{customer.id}/payments"
    customer.pay("deposit", 50)
    ok_json(customer.business.post(path, json={"kind": "cash", "amount": 100}))
    bank.debit(amount=100)
    ok_json(customer.business.set_status(customer.id, "canceled", refund=False))
    bank.pass_days(5)
    bank.pass_days(0.1)
    assert (customer.money()["received"], customer.money()["refunded"]) == (150, 100)
