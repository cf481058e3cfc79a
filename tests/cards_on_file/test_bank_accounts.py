"""Bank accounts on file: due payments are debited, and never a second time without the customer."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI

from marqueedesk.worker import Worker
from tests.cards_on_file.support import CHECKING, VISA, charge, keep
from tests.laws.route_world import PICTURE
from tests.support.api import ok_json
from tests.support.billing import Deliverer
from tests.support.paying import Customer, balance, policy, sent_emails
from tests.support.standin import StandIn

EMPTY, RETURNED = "000222222227", "000444444449"
DUE = "2027-05-25"


class Days:
    """Moves to a moment, delivers the provider's events, and runs the worker."""

    def __init__(self, app: FastAPI, present: time_machine.Traveller, customer: Customer, deliver: Deliverer) -> None:
        self.app, self.present, self.customer, self.deliver = app, present, customer, deliver

    def go(self, day: str) -> None:
        self.present.move_to(datetime.fromisoformat(f"{day}T14:30:00").replace(tzinfo=UTC))
        self.customer.provider.advance(days=0)
        self.deliver()
        Worker(self.app.state.database, self.app.state.settings, provider=self.app.state.provider).all_due()
        self.customer.business.login(self.customer.business.user["email"])


@pytest.fixture
def automatic(customer: Customer) -> Customer:
    """The customer of a booking of $250, whose balance of $200 is charged automatically on May 25."""
    policy(customer.business, automaticCharge=True, balanceDueDays=7)
    one = customer.another()
    ok_json(one.business.post(f"/api/bookings/{one.id}/payments", json={"kind": "cash", "amount": 50}))
    return one


@pytest.fixture
def days(with_keys: FastAPI, present: time_machine.Traveller, automatic: Customer, deliver: Deliverer) -> Days:
    return Days(with_keys, present, automatic, deliver)


def part(customer: Customer) -> dict[str, Any]:
    return next(row for row in customer.page()["schedule"] if row["due"] == DUE)


def results(customer: Customer) -> list[str]:
    return [row["result"] for row in part(customer)["attempts"]]


def test_due_payment_is_debited_once_and_paid_when_it_arrives(
    automatic: Customer, days: Days, provider: StandIn, with_keys: FastAPI
):
    kept = keep(automatic, CHECKING)
    assert (kept["brand"], kept["last4"], kept["expires"]) == ("STRIPE TEST BANK", "6789", None)
    days.go("2027-05-22")
    (announced,) = sent_emails(with_keys, automatic.business, "payment-requested")
    assert "bank account ending in 6789" in announced

    days.go(DUE)
    assert (results(automatic), automatic.money()["processing"], balance(provider)) == (["processing"], 200, 0)
    for day in ("2027-05-26", "2027-05-27"):
        days.go(day)
    assert results(automatic) == ["processing"], "no further attempt while it is on its way"
    assert charge(automatic, 1).json()["code"] == "not_due"

    days.go("2027-05-30")

    assert (results(automatic), automatic.money()["balanceDue"], balance(provider)) == (["paid"], 0, 20_000)


def test_rejected_debit_is_not_repeated_until_the_customer_decides(
    automatic: Customer, days: Days, provider: StandIn, with_keys: FastAPI
):
    keep(automatic, EMPTY)
    for day in ("2027-05-22", DUE, "2027-05-29", "2027-05-30", "2027-05-31"):
        days.go(day)

    assert results(automatic) == ["declined"]
    assert (automatic.page()["cardOnFile"], part(automatic)["nextAttempt"]) == (None, None)
    assert [row["status"] for row in provider.objects("payment_intent")] == ["canceled"]
    assert charge(automatic, 200).json()["code"] == "no_card"
    assert len(sent_emails(with_keys, automatic.business, "payment-failed")) == 1
    rejected = sent_emails(with_keys, automatic.business, "payment-requested")[1:]
    assert len(rejected) == 1
    assert "insufficient funds" in rejected[0]


@pytest.mark.parametrize("account, state", [(EMPTY, "declined"), (RETURNED, "charged")])
def test_announced_charge_whose_debit_fails_later_is_due_again(
    customer: Customer,
    with_keys: FastAPI,
    present: time_machine.Traveller,
    deliver: Deliverer,
    account: str,
    state: str,
):
    keep(customer, account)
    days, path = Days(with_keys, present, customer, deliver), f"/api/bookings/{customer.id}/announced-charges"
    days.go("2027-05-01")
    photo = customer.business.post("/api/photos", content=PICTURE, headers={"Content-Type": "image/png"})
    body = {"amount": 60, "reason": "Two broken bulbs", "photoDigests": [ok_json(photo)["photo"]]}
    ok_json(customer.business.post(path, json=body))
    days.go("2027-05-04")
    days.go("2027-05-10")
    assert [row["state"] for row in ok_json(customer.business.get(path))] == [state]

    days.go("2027-05-14")
    days.go("2027-05-15")

    (charge,) = ok_json(customer.business.get(path))
    assert (charge["state"], customer.money()["balanceDue"], balance(days.customer.provider)) == ("declined", 250, 0)
    assert charge["failure"]
    notices = customer.visitor.get(f"/api/public/bookings/{customer.token}/card-charges")
    assert ok_json(notices) == [], "it was not charged"
    (asked,) = sent_emails(with_keys, customer.business, "payment-requested")
    assert "This amount is due again" in asked
    kind = "debit-returned" if account == RETURNED else "payment-failed"
    assert len(sent_emails(with_keys, customer.business, kind)) == 1
    assert len(customer.provider.objects("payment_intent")) == 1


def test_debit_returned_late_is_due_again_and_never_repeated(automatic: Customer, days: Days, provider: StandIn):
    keep(automatic, RETURNED)
    for day in (DUE, "2027-05-30"):
        days.go(day)
    assert results(automatic) == ["paid"]

    for day in ("2027-06-03", "2027-06-04", "2027-06-10"):
        days.go(day)

    assert (results(automatic), automatic.money()["balanceDue"], balance(provider)) == (["returned"], 200, 0)
    assert automatic.page()["cardOnFile"] is None
    assert len(provider.objects("payment_intent")) == 1


def test_card_on_file_is_not_charged_automatically_after_another_debit_was_returned(
    automatic: Customer, days: Days, provider: StandIn
):
    keep(automatic, VISA)
    days.go("2027-05-15")
    secret = automatic.open_form("balance", 200)
    provider.pay(secret, RETURNED).raise_for_status()
    for day in ("2027-05-20", "2027-05-24", DUE, "2027-05-27", "2027-05-30"):
        days.go(day)

    assert (automatic.money()["balanceDue"], balance(provider)) == (200, 0)
    assert part(automatic).get("nextAttempt") is None
    ok_json(charge(automatic, 200))
    assert automatic.money()["balanceDue"] == 0
