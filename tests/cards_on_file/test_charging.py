"""Charging a card on file: exactly once, whatever fails in between."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, TypeVar

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.cards_on_file import charging
from marqueedesk.cards_on_file.charging import CardCharge
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.payments import intents
from marqueedesk.payments.fees import PlatformFee
from marqueedesk.stripe.client import Stripe
from tests.cards_on_file.support import ASKS_LATER, DECLINED_LATER, MASTERCARD, Killed, Mortal, charge, keep
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, drain
from tests.support.paying import Customer, balance, recorded_payment_events
from tests.support.standin import StandIn

Result = TypeVar("Result")
NO_FEE = PlatformFee(0, 0, is_returned=True)


def test_card_is_charged_for_the_balance_due(customer: Customer, provider: StandIn, with_keys: FastAPI):
    keep(customer)

    made = charge(customer, 250, "one")

    assert made.status_code == 201, made.text
    answer = ok_json(made)
    assert (answer["state"], answer["amount"], answer["received"], answer["balanceDue"]) == ("received", 250, 250, 0)
    (entry,) = customer.money()["entries"]
    assert (entry["kind"], entry["amount"], entry["card"]["last4"]) == ("card", 250, "4242")
    assert (balance(provider), recorded_payment_events(with_keys)) == (25_000, ["payment.received"])
    ok_json(customer.refund(100))
    assert balance(provider) == 15_000


def test_same_key_charges_once_and_another_request_with_it_is_refused(customer: Customer, provider: StandIn):
    keep(customer)
    assert {charge(customer, 60, "one").json()["paymentId"] for _ in range(3)} == {customer.money()["entries"][0]["id"]}
    assert charge(customer, 61, "one").status_code == 409
    assert balance(provider) == 6_000


def test_missing_card_and_amount_above_the_balance_are_rejected(customer: Customer, provider: StandIn):
    assert charge(customer, 10).json()["code"] == "no_card"
    keep(customer)
    refused = charge(customer, 250.01)
    assert (refused.status_code, refused.json()["code"], refused.json()["due"]) == (409, "not_due", 250)
    ok_json(charge(customer, 250))
    assert charge(customer, 1).json()["code"] == "not_due"
    assert balance(provider) == 25_000


@pytest.mark.parametrize(
    "body",
    [
        {"amount": 0},
        {"amount": -5},
        {"amount": "5"},
        {"amount": 5.001},
        {"reason": ""},
        {"reason": None},
        {"reason": "x" * 301},
        {"photoDigests": ["nonsense"]},
        {"photoDigests": ["0" * 64] * 11},
    ],
)
def test_bad_input_names_its_field(customer: Customer, body: dict[str, Any]):
    keep(customer)
    refused = customer.business.post(
        f"/api/bookings/{customer.id}/charge", json={"amount": 5, "reason": "Late", **body}
    )
    assert refused.status_code == 422
    assert next(iter(refused.json()["fields"])).partition("[")[0] == next(iter(body))


def test_unknown_photo_is_not_found_and_charges_nothing(customer: Customer, provider: StandIn):
    keep(customer)
    assert charge(customer, 5, photoDigests=["0" * 64]).status_code == 404
    assert balance(provider) == 0


@pytest.mark.parametrize("card, code", [(DECLINED_LATER, "card_declined"), (ASKS_LATER, "authentication_required")])
def test_declined_charge_is_reported_recorded_and_never_charged_later(
    customer: Customer, provider: StandIn, card: str, code: str
):
    keep(customer, card)

    refused = charge(customer, 60, "one")

    assert (refused.status_code, refused.json()["code"]) == (402, code)
    assert charge(customer, 60, "one").status_code == 402
    (entry,) = customer.money()["entries"]
    assert (entry["state"], entry["amount"], customer.money()["received"]) == ("canceled", 60, 0)
    assert [row["status"] for row in provider.objects("payment_intent")] == ["canceled"]
    keep(customer, MASTERCARD)
    assert charge(customer, 60, "two").status_code == 201


def test_manual_payment_first_leaves_nothing_to_charge(customer: Customer, provider: StandIn):
    keep(customer)
    ok_json(customer.business.post(f"/api/bookings/{customer.id}/payments", json={"kind": "cash", "amount": 250}))
    assert charge(customer, 50).json()["code"] == "not_due"
    assert balance(provider) == 0


def test_open_card_form_is_canceled_before_the_charge(customer: Customer, provider: StandIn):
    keep(customer)
    secret = customer.open_form("balance", 250)
    ok_json(charge(customer, 250))
    assert provider.pay(secret).status_code == 400
    assert balance(provider) == 25_000


def test_other_business_gets_not_found(customer: Customer, new_caller: Callable[[], Api]):
    other = new_caller().register()
    refused = other.post(f"/api/bookings/{customer.id}/charge", json={"amount": 5, "reason": "Late"})
    assert refused.status_code == 404


class Process(Mortal):
    """A process that works on a charge, and may be killed before or after any of its steps."""

    def __init__(self, app: FastAPI, customer: Customer) -> None:
        super().__init__()
        self.database: Database = app.state.database
        self.customer = customer
        self.row: intents.PaymentSnapshot | None = None

    def within(self, action: Callable[[Session], Result]) -> Result:
        self.step()
        with self.database.write() as db:
            set_operator(db, self.customer.business.id)
            result = action(db)
        self.step()
        return result

    def gateway(self) -> Stripe:
        return self.killable(self.customer.provider.gateway())

    def prepare(self, cents: int) -> None:
        def action(db: Session) -> intents.PaymentSnapshot:
            operator = accounts.public_operator(db, self.customer.business.id)
            wanted = CardCharge(cents, "Balance", NO_FEE, "owner")
            made = charging.prepare_charge(db, operator, self.customer.id, wanted, self.gateway(), clock.now())
            assert not isinstance(made, intents.BlockedBy)
            return intents.snapshot(made)

        self.row = self.within(action)

    def run(self, kill_after: int | None) -> bool:
        """Work on the charge, and return true if it was killed."""
        assert self.row is not None
        self.left = kill_after
        try:
            charging.complete(self.gateway(), self.row, 1, self.within)
        except Killed:
            return True
        except Exception:  # noqa: BLE001 - the result is at the provider.
            return False
        return False


def test_process_killed_at_any_step_and_restarted_charges_once(
    customer: Customer, provider: StandIn, with_keys: FastAPI, present: time_machine.Traveller
):
    customer.business.set_prices(depositFlat=0)
    kills = 0
    for step in range(40):
        one = customer.another()
        keep(one)
        before = balance(provider)
        process = Process(with_keys, one)
        process.prepare(6_000)
        if not process.run(step):
            break
        kills += 1
        process.run(step)
        process.run(None)
        present.shift(timedelta(minutes=2))
        drain(with_keys)
        drain(with_keys)
        assert balance(provider) - before == 6_000, step
        assert one.money()["received"] == 60, step
    assert kills > 8


def test_charge_uses_the_card_that_replaced_the_one_it_was_prepared_with(
    customer: Customer, provider: StandIn, with_keys: FastAPI
):
    keep(customer)
    process = Process(with_keys, customer)
    process.prepare(6_000)
    assert process.run(4)
    keep(customer, MASTERCARD)
    drain(with_keys)

    process.run(None)

    (entry,) = customer.money()["entries"]
    assert (entry["amount"], entry["card"]["last4"], balance(provider)) == (60, "4444", 6_000)


def test_interrupted_charge_is_dropped_if_the_customer_paid_another_way(
    customer: Customer, provider: StandIn, with_keys: FastAPI
):
    keep(customer)
    process = Process(with_keys, customer)
    process.prepare(25_000)
    assert process.run(6)
    ok_json(customer.business.post(f"/api/bookings/{customer.id}/payments", json={"kind": "cash", "amount": 250}))

    process.run(None)

    assert (customer.money()["received"], balance(provider)) == (250, 0)


def test_lost_response_and_duplicate_event_charge_once(
    customer: Customer, provider: StandIn, deliver: Deliverer, with_keys: FastAPI, present: time_machine.Traveller
):
    keep(customer)
    provider.fault("gone", "/confirm", times=9)

    assert charge(customer, 60, "one").status_code in {201, 502}

    provider.mend()
    held = deliver.taken()
    deliver(held)
    deliver(held)
    present.shift(timedelta(minutes=2))
    drain(with_keys)
    assert (charge(customer, 60, "one").status_code, customer.money()["received"], balance(provider)) == (
        201,
        60,
        6_000,
    )


def test_workers_at_the_same_time_charge_once(customer: Customer, provider: StandIn, with_keys: FastAPI):
    keep(customer)
    process = Process(with_keys, customer)
    process.prepare(6_000)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: process.run(None), range(3)))

    process.run(None)
    assert (customer.money()["received"], balance(provider)) == (60, 6_000)


def test_canceling_the_booking_stops_a_charge_or_returns_it(
    customer: Customer, provider: StandIn, with_keys: FastAPI, present: time_machine.Traveller
):
    keep(customer)
    process = Process(with_keys, customer)
    process.prepare(25_000)
    assert process.run(6)
    ok_json(customer.business.set_status(customer.id, "canceled"))
    drain(with_keys)

    process.run(None)
    present.shift(timedelta(minutes=2))
    drain(with_keys)

    assert (customer.money()["received"], balance(provider)) == (0, 0)
