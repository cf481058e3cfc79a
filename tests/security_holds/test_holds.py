"""Security holds: placed before the delivery, captured in part for damage, released without it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from time_machine import Traveller

from marqueedesk.accounts.models import Operator
from marqueedesk.kit import clock
from marqueedesk.worker import charge_cards
from tests.cards_on_file.support import ASKS_LATER, DECLINED_LATER, MASTERCARD, keep
from tests.laws.route_world import PICTURE
from tests.security_holds.support import Days, capture, hold
from tests.support.api import ok_json
from tests.support.billing import Deliverer
from tests.support.paying import Customer, balance, sent_emails
from tests.support.standin import StandIn


def test_hold_is_placed_before_delivery_and_never_counts_as_paid(held: Customer, days: Days, provider: StandIn):
    keep(held)
    assert hold(held) == {"state": "planned", "amount": 200, "captured": 0, "until": None}
    days.go("2027-05-30")
    assert provider.objects("payment_intent") == []
    days.go("2027-05-31")
    days.work()

    shown = hold(held)
    assert shown is not None
    assert (shown["state"], shown["amount"], shown["until"][:10]) == ("held", 200, "2027-06-07")
    assert ok_json(held.business.get(f"/api/bookings/{held.id}"))["hold"] == shown
    page = held.page()
    assert (page["received"], page["balanceDue"], page["authorized"], balance(provider)) == (0, 250, 0, 0)
    assert [row["status"] for row in provider.objects("payment_intent")] == ["requires_capture"]


def test_captured_damage_counts_as_received_and_the_rest_is_released(
    held: Customer, days: Days, provider: StandIn, deliver: Deliverer
):
    keep(held)
    days.go("2027-05-31")

    answer = ok_json(capture(held, 60))

    assert (answer["hold"]["state"], answer["hold"]["captured"], answer["received"]) == ("captured", 60, 60)
    assert answer["balanceDue"] == 250, "the damage is owed in addition to the price"
    assert balance(provider) == 6_000
    (intent,) = provider.objects("payment_intent")
    assert (intent["amount_received"], intent["amount_capturable"]) == (6_000, 0)
    (charge,) = ok_json(held.business.get(f"/api/bookings/{held.id}/charges"))["charges"]
    assert (charge["amount"], charge["state"], charge["name"]) == (60, "charged", "Broken bulbs")
    twice = deliver.taken()
    deliver(twice)
    deliver(twice)
    assert capture(held, 60).json()["code"] == "no_hold"
    assert (held.money()["received"], balance(provider)) == (60, 6_000)
    ok_json(held.refund(60))
    assert balance(provider) == 0


@pytest.mark.parametrize("body", [{"amount": 0}, {"amount": "60"}, {"reason": ""}, {"photoDigests": ["x"]}])
def test_bad_input_names_its_field(held: Customer, days: Days, body: dict[str, Any]):
    refused = held.business.post(
        f"/api/bookings/{held.id}/hold/capture", json={"amount": 60, "reason": "Broken", **body}
    )
    assert refused.status_code == 422
    assert next(iter(refused.json()["fields"])).partition("[")[0] == next(iter(body))


def test_amount_above_the_hold_and_missing_hold_are_rejected(held: Customer, days: Days, provider: StandIn):
    keep(held)
    assert capture(held, 60).json()["code"] == "no_hold"
    days.go("2027-05-31")
    refused = capture(held, 200.01)
    assert (refused.status_code, refused.json()["code"], refused.json()["held"]) == (409, "over_hold", 200)
    assert balance(provider) == 0


def test_hold_is_released_manually_once(held: Customer, days: Days, provider: StandIn):
    keep(held)
    days.go("2027-05-31")
    path = f"/api/bookings/{held.id}/hold/release"
    assert ok_json(held.business.post(path))["hold"]["state"] == "released"
    assert ok_json(held.business.post(path))["hold"]["state"] == "released"
    assert capture(held, 60).json()["code"] == "no_hold"
    assert [row["status"] for row in provider.objects("payment_intent")] == ["canceled"]


def test_hold_is_released_automatically_days_after_pickup(held: Customer, days: Days):
    keep(held)
    days.go("2027-05-31")
    days.go("2027-06-04")
    assert (hold(held) or {})["state"] == "held"
    days.go("2027-06-05")
    assert (hold(held) or {})["state"] == "released"


def test_uncaptured_hold_lapses(held: Customer, days: Days, provider: StandIn, with_keys: FastAPI):
    ok_json(held.business.patch("/api/payment-policy", json={"hold": {"amount": 200, "releaseAfterDays": 30}}))
    other = held.another()
    keep(other)
    days.go("2027-05-31")
    days.go("2027-06-08")
    provider.advance(days=0)
    days.present.shift(timedelta(minutes=5))
    days.work()
    assert (hold(other) or {})["state"] == "lapsed"
    assert balance(provider) == 0


@pytest.mark.parametrize("card", [DECLINED_LATER, ASKS_LATER])
def test_refused_hold_is_shown_and_reserves_nothing(held: Customer, days: Days, provider: StandIn, card: str):
    keep(held, card)
    days.go("2027-05-31")
    days.work()
    assert (hold(held) or {})["state"] == "refused"
    assert [row["status"] for row in provider.objects("payment_intent")] == ["canceled"]


def test_canceled_booking_releases_the_hold(held: Customer, days: Days):
    keep(held, MASTERCARD)
    days.go("2027-05-31")
    ok_json(held.business.set_status(held.id, "canceled"))
    days.work()
    assert (hold(held) or {})["state"] == "released"


@pytest.mark.parametrize("match", ["payment_intents", "/confirm", "/capture"])
def test_lost_responses_place_and_capture_the_hold_once(held: Customer, days: Days, provider: StandIn, match: str):
    keep(held)
    provider.fault("gone", match, times=2)
    days.go("2027-05-31")
    provider.mend()
    days.present.shift(timedelta(minutes=10))
    days.work()
    provider.fault("gone", match, times=2)
    capture(held, 60)
    provider.mend()
    days.present.shift(timedelta(minutes=10))
    days.work()
    assert (balance(provider), held.page()["received"]) == (6_000, 60)
    assert len(provider.objects("payment_intent")) == 1


def test_email_about_a_captured_hold_has_the_reason_and_links_to_the_photos(
    held: Customer, days: Days, with_keys: FastAPI
):
    keep(held)
    days.go("2027-05-31")
    photo = held.business.post("/api/photos", content=PICTURE, headers={"Content-Type": "image/png"})
    ok_json(capture(held, 60, photoDigests=[ok_json(photo)["photo"]]))
    days.work()

    (receipt,) = sent_emails(with_keys, held.business, "payment-received")
    assert "We have charged $60.00 to your card: Broken bulbs." in receipt
    assert "See the photos" in receipt


def test_suspended_business_places_no_hold_until_it_resumes(
    held: Customer, days: Days, provider: StandIn, with_keys: FastAPI
):
    keep(held)
    suspend(with_keys, held, suspended=True)
    days.go("2027-05-31")
    days.work()
    assert provider.objects("payment_intent") == []
    suspend(with_keys, held, suspended=False)
    days.work()
    assert (hold(held) or {})["state"] == "held"


def test_hold_waits_if_the_business_is_suspended_before_its_job(
    held: Customer, days: Days, with_keys: FastAPI, present: Traveller
):
    keep(held)
    present.move_to(datetime(2027, 5, 31, 14, 30, tzinfo=UTC))
    charge_cards(with_keys.state.database, clock.now())
    suspend(with_keys, held, suspended=True)
    days.work()
    suspend(with_keys, held, suspended=False)
    present.shift(timedelta(hours=1, minutes=1))
    days.work()
    assert (hold(held) or {})["state"] == "held"


def test_holds_are_released_but_not_renewed_while_the_business_is_suspended(
    held: Customer, days: Days, provider: StandIn, with_keys: FastAPI
):
    keep(held)
    ok_json(held.business.patch(f"/api/bookings/{held.id}", json={"pickupDate": "2027-06-08"}))
    days.go("2027-05-31")
    suspend(with_keys, held, suspended=True)
    days.go("2027-06-06")
    assert [row["status"] for row in provider.objects("payment_intent")] == ["requires_capture"]
    suspend(with_keys, held, suspended=False)
    ok_json(held.business.set_status(held.id, "canceled"))
    suspend(with_keys, held, suspended=True)
    days.work()
    assert [row["status"] for row in provider.objects("payment_intent")] == ["canceled"]


def suspend(app: FastAPI, customer: Customer, *, suspended: bool) -> None:
    with app.state.database.write() as db:
        operator = db.get_one(Operator, customer.business.id)
        operator.stopped_at = clock.now() if suspended else None
