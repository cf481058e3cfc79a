"""Charges for damage and loss: announced 48 hours before the card is charged, withdrawn or paid before."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
import time_machine
from fastapi import FastAPI

from tests.cards_on_file.support import DECLINED_LATER, MASTERCARD, keep
from tests.laws.route_world import PICTURE
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, drain
from tests.support.paying import Customer, balance, sent_emails
from tests.support.standin import StandIn


class Clock:
    """Advances the time by hours, and runs the jobs that are due."""

    def __init__(self, app: FastAPI, present: time_machine.Traveller) -> None:
        self.app, self.present = app, present

    def on(self, hours: float) -> None:
        self.present.shift(timedelta(hours=hours))
        drain(self.app)


@pytest.fixture
def later(with_keys: FastAPI, present: time_machine.Traveller) -> Clock:
    return Clock(with_keys, present)


def upload(customer: Customer) -> str:
    headers = {"Content-Type": "image/png"}
    return ok_json(customer.business.post("/api/photos", content=PICTURE, headers=headers))["photo"]


def announce(customer: Customer, amount: float = 60, key: str | None = None, **more: Any) -> httpx.Response:
    body = {"amount": amount, "reason": "Two broken bulbs"} | more
    headers = {"Idempotency-Key": key} if key else None
    return customer.business.post(f"/api/bookings/{customer.id}/announced-charges", json=body, headers=headers)


def listed(customer: Customer) -> list[dict[str, Any]]:
    return ok_json(customer.business.get(f"/api/bookings/{customer.id}/announced-charges"))


def notices(customer: Customer) -> list[dict[str, Any]]:
    return ok_json(customer.visitor.get(f"/api/public/bookings/{customer.token}/card-charges"))


def state(customer: Customer) -> str:
    (row,) = listed(customer)
    return row["state"]


def test_card_is_charged_48_hours_after_the_announcement(
    customer: Customer, provider: StandIn, later: Clock, with_keys: FastAPI
):
    keep(customer)
    digest = upload(customer)

    made = announce(customer, photoDigests=[digest])

    assert made.status_code == 201, made.text
    (email,) = sent_emails(with_keys, customer.business, "card-charge-announced")
    assert "$60.00" in email
    assert "Two broken bulbs" in email
    (notice,) = notices(customer)
    assert (notice["state"], notice["amount"], notice["reason"], notice["photos"]) == (
        "announced",
        60,
        "Two broken bulbs",
        [digest],
    )
    shown = customer.visitor.get(f"/api/public/bookings/{customer.token}/photos/{digest}")
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/webp")
    later.on(47.5)
    assert (state(customer), balance(provider)) == ("announced", 0)
    later.on(1)
    later.on(1)
    assert (state(customer), balance(provider), customer.page()["received"]) == ("charged", 6_000, 60)
    assert [row["state"] for row in notices(customer)] == ["charged"], "the customer still sees the photos"
    (receipt,) = sent_emails(with_keys, customer.business, "payment-received")
    assert "We have charged $60.00 to your card: Two broken bulbs." in receipt
    assert "See the photos" in receipt


def test_withdrawn_charge_is_never_made(customer: Customer, provider: StandIn, later: Clock, with_keys: FastAPI):
    keep(customer)
    path = f"/api/bookings/{customer.id}/announced-charges/{ok_json(announce(customer))['id']}"
    assert ok_json(customer.business.delete(path))["state"] == "withdrawn"
    assert ok_json(customer.business.delete(path))["state"] == "withdrawn"
    later.on(49)
    assert (state(customer), balance(provider), notices(customer)) == ("withdrawn", 0, [])
    (email,) = sent_emails(with_keys, customer.business, "card-charge-withdrawn")
    assert "your card won't be charged for it" in email


def test_announcing_and_withdrawing_are_in_the_activity_log_once(customer: Customer):
    keep(customer)
    made = ok_json(announce(customer, key="one"))
    announce(customer, key="one")
    for _ in range(2):
        customer.business.delete(f"/api/bookings/{customer.id}/announced-charges/{made['id']}")

    entries = ok_json(customer.business.get("/api/activity", params={"action": "payment"}))["items"]

    assert [(row["action"], row["details"]["amount"]) for row in entries] == [
        ("payment.withdrawn", 60),
        ("payment.announced", 60),
    ]
    assert all(row["actor"] == customer.business.user["email"] for row in entries)


def test_completed_charge_cannot_be_withdrawn(customer: Customer, later: Clock):
    keep(customer)
    made = ok_json(announce(customer))
    later.on(49)
    refused = customer.business.delete(f"/api/bookings/{customer.id}/announced-charges/{made['id']}")
    assert (refused.status_code, refused.json()["code"]) == (409, "already_charged")


@pytest.mark.parametrize("paid, result, charged", [(250, "not_due", 0), (220, "charged", 3_000)])
def test_customer_who_pays_first_is_charged_the_rest_or_nothing(
    customer: Customer, provider: StandIn, later: Clock, paid: int, result: str, charged: int
):
    keep(customer)
    ok_json(announce(customer))
    ok_json(customer.business.post(f"/api/bookings/{customer.id}/payments", json={"kind": "cash", "amount": paid}))
    later.on(49)
    assert (state(customer), balance(provider)) == (result, charged)


def test_declined_card_sends_a_payment_link(customer: Customer, provider: StandIn, later: Clock, with_keys: FastAPI):
    keep(customer, DECLINED_LATER)
    ok_json(announce(customer))
    later.on(49)
    assert (state(customer), balance(provider)) == ("declined", 0)
    assert "We could not charge your card" in sent_emails(with_keys, customer.business, "payment-requested")[-1]
    keep(customer, MASTERCARD)
    later.on(49)
    assert balance(provider) == 0, "the customer was asked to pay by link"


def test_newer_card_is_charged(customer: Customer, provider: StandIn, later: Clock):
    keep(customer)
    ok_json(announce(customer))
    keep(customer, MASTERCARD)
    later.on(49)
    (entry,) = customer.money()["entries"]
    assert (entry["amount"], entry["card"]["last4"], balance(provider)) == (60, "4444", 6_000)


def test_card_cannot_be_removed_while_a_charge_is_announced(customer: Customer):
    keep(customer)
    ok_json(announce(customer))
    gone = customer.visitor.delete(f"/api/public/bookings/{customer.token}/card")
    assert gone.json()["code"] == "card_needed"


def test_repeated_key_announces_once_and_announced_amounts_add_up(customer: Customer, later: Clock):
    assert announce(customer).json()["code"] == "no_card"
    keep(customer)
    assert announce(customer, 60, "one").json()["id"] == announce(customer, 60, "one").json()["id"]
    refused = announce(customer, 200)
    assert (refused.status_code, refused.json()["code"], refused.json()["due"]) == (409, "not_due", 190)


@pytest.mark.parametrize("match", ["payment_intents", "/confirm"])
def test_lost_responses_and_duplicate_events_charge_once(
    customer: Customer, provider: StandIn, later: Clock, deliver: Deliverer, match: str
):
    keep(customer)
    ok_json(announce(customer))
    provider.fault("gone", match, times=9)
    later.on(49)
    provider.mend()
    later.on(2)
    events = deliver.taken()
    deliver(events)
    deliver(events)
    later.on(2)
    assert (state(customer), balance(provider), customer.page()["received"]) == ("charged", 6_000, 60)


@pytest.mark.parametrize("body", [{"amount": 0}, {"reason": ""}, {"photoDigests": ["x"]}])
def test_bad_input_names_its_field(customer: Customer, body: dict[str, Any]):
    path = f"/api/bookings/{customer.id}/announced-charges"
    refused = customer.business.post(path, json={"amount": 5, "reason": "Late", **body})
    assert refused.status_code == 422
    assert next(iter(refused.json()["fields"])).partition("[")[0] == next(iter(body))


def test_photos_of_other_bookings_and_other_businesses_are_not_found(customer: Customer, new_caller: Callable[[], Api]):
    keep(customer)
    digest = upload(customer)
    assert customer.visitor.get(f"/api/public/bookings/{customer.token}/photos/{digest}").status_code == 404
    charge_id = ok_json(announce(customer))["id"]
    other = new_caller().register()
    assert other.get(f"/api/bookings/{customer.id}/announced-charges").status_code == 404
    assert other.delete(f"/api/bookings/{customer.id}/announced-charges/{charge_id}").status_code == 404


@pytest.mark.parametrize("paid, result, charged", [(250, "not_due", 0), (220, "charged", 3_000)])
def test_payment_during_preparation_reduces_the_charge(
    customer: Customer, provider: StandIn, later: Clock, with_keys: FastAPI, paid: int, result: str, charged: int
):
    keep(customer)
    ok_json(announce(customer))
    provider.fault("away", "payment_intents", times=9)
    later.on(48.1)
    assert state(customer) == "charging"
    ok_json(customer.business.post(f"/api/bookings/{customer.id}/payments", json={"kind": "cash", "amount": paid}))
    provider.mend()
    later.on(1)
    later.on(2)
    assert (state(customer), balance(provider)) == (result, charged)
    assert sent_emails(with_keys, customer.business, "payment-requested") == []


def test_lower_price_while_the_charge_is_prepared_is_no_declined_card(
    customer: Customer, provider: StandIn, later: Clock, with_keys: FastAPI
):
    keep(customer)
    ok_json(announce(customer, 250))
    provider.fault("gone", "payment_intents", times=9)
    later.on(48.1)
    assert state(customer) == "charging"
    ok_json(
        customer.business.patch(f"/api/bookings/{customer.id}", json={"addOns": {"lighting": False, "stand": False}})
    )
    owed = customer.page()["balanceDue"]
    assert 0 < owed < 250
    provider.mend()
    later.on(1)
    later.on(2)
    assert (state(customer), customer.page()["received"], balance(provider)) == ("charged", owed, owed * 100)
    assert sent_emails(with_keys, customer.business, "payment-requested") == []


def test_amount_that_no_card_can_be_charged_is_not_announced(customer: Customer, with_keys: FastAPI):
    keep(customer)
    refused = announce(customer, 0.3)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_small_for_card")
    assert sent_emails(with_keys, customer.business, "card-charge-announced") == []
    assert listed(customer) == []
