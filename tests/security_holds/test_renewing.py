"""Holds of long rentals: renewed before they lapse, and never captured twice."""

from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from tests.cards_on_file.support import DECLINED_LATER, MASTERCARD, keep
from tests.security_holds.support import Days, capture, hold
from tests.support.api import ok_json
from tests.support.billing import Deliverer
from tests.support.paying import Customer, balance, sent_emails
from tests.support.standin import StandIn

LAPSES = "2027-06-07"
RENEWED = "2027-06-06"


@pytest.fixture
def long(held: Customer, days: Days) -> Customer:
    """The customer of a rental from June 1 to 12 with a hold that was placed on May 31 and lapses on June 7."""
    keep(held)
    ok_json(held.business.patch(f"/api/bookings/{held.id}", json={"pickupDate": "2027-06-12"}))
    days.go("2027-05-31")
    assert shown(held)["until"][:10] == LAPSES
    return held


def shown(customer: Customer) -> dict[str, Any]:
    return hold(customer) or {}


def renew(days: Days, on: str = RENEWED) -> None:
    """Go to the day before the hold lapses, and run the worker until the renewal is due."""
    days.go(on)
    for _ in range(3):
        days.present.shift(timedelta(minutes=2))
        days.work()


def intents(provider: StandIn) -> list[str]:
    return [row["status"] for row in sorted(provider.objects("payment_intent"), key=lambda row: row["created"])]


def test_renewal_a_day_before_the_lapse_releases_the_old_hold(long: Customer, days: Days, provider: StandIn):
    days.go("2027-06-05")
    assert intents(provider) == ["requires_capture"]
    renew(days)

    assert (shown(long)["state"], shown(long)["amount"], shown(long)["until"][:10]) == ("held", 200, "2027-06-13")
    assert intents(provider) == ["canceled", "requires_capture"]
    renew(days, "2027-06-12")
    assert shown(long)["until"][:10] == "2027-06-19"
    renew(days, "2027-06-14")
    assert (shown(long)["state"], balance(provider)) == ("released", 0)
    assert set(intents(provider)) == {"canceled"}


def test_renewed_hold_is_captured_once(long: Customer, days: Days, provider: StandIn, deliver: Deliverer):
    renew(days)
    assert ok_json(capture(long, 60))["received"] == 60
    assert capture(long, 60).json()["code"] == "no_hold"
    events = deliver.taken()
    deliver(events)
    deliver(events)
    days.go("2027-06-08")
    assert (balance(provider), long.money()["received"]) == (6_000, 60)
    assert sorted(intents(provider)) == ["canceled", "succeeded"]


def test_short_rental_is_not_renewed(held: Customer, days: Days, provider: StandIn):
    keep(held)
    days.go("2027-05-31")
    renew(days)
    assert len(intents(provider)) == 1


def test_refused_renewal_leaves_the_old_hold_until_it_lapses(
    long: Customer, days: Days, provider: StandIn, with_keys: FastAPI
):
    keep(long, DECLINED_LATER)
    renew(days)

    assert (shown(long)["state"], shown(long)["until"][:10]) == ("held", LAPSES)
    (to_customer,) = sent_emails(with_keys, long.business, "hold-refused")
    assert "could not be extended" in to_customer
    assert len(sent_emails(with_keys, long.business, "hold-not-placed")) == 1
    assert ok_json(capture(long, 60))["received"] == 60
    assert balance(provider) == 6_000


def test_newer_card_renews_after_a_refusal(long: Customer, days: Days, provider: StandIn):
    keep(long, DECLINED_LATER)
    renew(days)
    keep(long, MASTERCARD)
    renew(days)
    assert shown(long)["until"][:10] == "2027-06-13"
    assert sorted(intents(provider)) == ["canceled", "canceled", "requires_capture"]


def test_refused_renewal_ends_with_the_old_hold(long: Customer, days: Days, provider: StandIn):
    keep(long, DECLINED_LATER)
    renew(days)
    days.go("2027-06-08")
    provider.advance(days=0)
    days.go("2027-06-09")
    assert (shown(long)["state"], balance(provider)) == ("lapsed", 0)
    keep(long, MASTERCARD)
    days.work()
    assert shown(long)["state"] == "lapsed"


@pytest.mark.parametrize("answer", ["capture", "release"])
def test_capture_or_release_during_a_renewal_leaves_no_second_hold(
    long: Customer, days: Days, provider: StandIn, answer: str
):
    provider.fault("away", "/confirm", times=9)
    renew(days)
    if answer == "capture":
        ok_json(capture(long, 60))
    else:
        ok_json(long.business.post(f"/api/bookings/{long.id}/hold/release"))
    provider.mend()
    days.go("2027-06-07")
    days.work()

    assert "requires_capture" not in intents(provider)
    assert (balance(provider), long.page()["received"]) == ((6_000, 60) if answer == "capture" else (0, 0))
    assert shown(long)["state"] == ("captured" if answer == "capture" else "released")


@pytest.mark.parametrize("match", ["payment_intents", "/confirm", "/cancel"])
def test_lost_responses_renew_once(long: Customer, days: Days, provider: StandIn, match: str):
    provider.fault("gone", match, times=2)
    renew(days)
    provider.mend()
    renew(days)
    assert sorted(intents(provider)) == ["canceled", "requires_capture"]
    assert shown(long)["until"][:10] == "2027-06-13"


def test_moved_booking_releases_the_hold_and_gets_a_new_one_on_its_day(held: Customer, days: Days, provider: StandIn):
    keep(held)
    days.go("2027-05-31")
    moved = {"deliveryDate": "2027-07-01", "pickupDate": "2027-07-03"}
    ok_json(held.business.patch(f"/api/bookings/{held.id}", json=moved))
    days.work()
    assert intents(provider) == ["canceled"]
    days.go("2027-06-30")
    assert shown(held)["state"] == "held"
    assert sorted(intents(provider)) == ["canceled", "requires_capture"]
