"""Refused security holds: both sides are notified, and the hold is retried with another card or by the business."""

from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI

from tests.cards_on_file.support import ASKS_LATER, CHECKING, DECLINED_LATER, MASTERCARD, keep
from tests.security_holds.support import Days, hold
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.paying import Customer, balance, notification_titles, sent_emails
from tests.support.standin import StandIn


def retry(customer: Customer) -> httpx.Response:
    return customer.business.post(f"/api/bookings/{customer.id}/hold/retry")


def state(customer: Customer) -> str | None:
    return (hold(customer) or {}).get("state")


def intents(provider: StandIn) -> list[str]:
    return sorted(row["status"] for row in provider.objects("payment_intent"))


def test_both_sides_are_notified_once_of_a_refused_hold(held: Customer, days: Days, with_keys: FastAPI):
    keep(held, DECLINED_LATER)
    days.go("2027-05-31")
    days.work()
    days.go("2027-06-01")

    (to_customer,) = sent_emails(with_keys, held.business, "hold-refused")
    (to_business,) = sent_emails(with_keys, held.business, "hold-not-placed")
    assert "security hold of $200.00" in to_customer
    assert "Your bank did not allow this hold on your card" in to_customer
    assert "Save another card" in to_customer
    assert "$200.00 could not be held on" in to_business
    titles = [title for title in notification_titles(held.business) if "security hold" in title]
    assert len(titles) == 1
    assert "$200.00" in titles[0]


def test_missing_card_is_requested_even_if_no_customer_has_a_card(
    held: Customer, days: Days, with_keys: FastAPI, provider: StandIn
):
    days.go("2027-05-30")
    assert state(held) == "planned"
    days.go("2027-05-31")
    days.work()

    assert state(held) == "refused"
    (to_customer,) = sent_emails(with_keys, held.business, "hold-refused")
    assert "You haven't saved a card yet" in to_customer
    keep(held)
    days.work()
    assert (state(held), intents(provider)) == ("held", ["requires_capture"])
    days.work()
    assert len(sent_emails(with_keys, held.business, "hold-refused")) == 1


def test_customer_is_not_asked_for_a_card_that_the_account_can_not_charge(
    held: Customer, days: Days, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    keep(held)
    deliver(deliver.taken())
    (account,) = provider.objects("account")
    provider.restrict(account["id"], "individual.id_number")
    deliver(deliver.taken())
    days.go("2027-05-31")
    days.work()

    assert state(held) == "refused"
    assert sent_emails(with_keys, held.business, "hold-refused") == []
    (to_business,) = sent_emails(with_keys, held.business, "hold-not-placed")
    assert "your Stripe account can't charge cards" in to_business
    assert "save another card" not in to_business


@pytest.mark.parametrize("card", [DECLINED_LATER, ASKS_LATER])
def test_newer_card_gets_the_hold_once(held: Customer, days: Days, provider: StandIn, card: str):
    keep(held, card)
    days.go("2027-05-31")
    assert state(held) == "refused"

    keep(held, MASTERCARD)
    days.work()
    days.work()

    assert (state(held), intents(provider), balance(provider)) == ("held", ["canceled", "requires_capture"], 0)


def test_each_refused_card_is_tried_and_reported_once(held: Customer, days: Days, with_keys: FastAPI):
    keep(held, DECLINED_LATER)
    days.go("2027-05-31")
    keep(held, ASKS_LATER)
    days.work()
    days.work()
    assert len(sent_emails(with_keys, held.business, "hold-refused")) == 2


def test_newer_card_is_not_tried_after_the_delivery_day(held: Customer, days: Days):
    keep(held, DECLINED_LATER)
    days.go("2027-05-31")
    days.go("2027-06-02")
    keep(held)
    days.work()
    assert state(held) == "refused"


def test_retry_by_the_business_places_one_hold(held: Customer, days: Days, provider: StandIn):
    assert retry(held).json()["code"] == "no_card"
    keep(held, DECLINED_LATER)
    assert retry(held).json()["code"] == "not_refused", "it is planned"
    days.go("2027-05-31")
    declined = retry(held)
    assert (declined.status_code, declined.json()["code"]) == (402, "card_declined")
    keep(held)

    assert ok_json(retry(held))["hold"]["state"] == "held"

    days.work()
    assert retry(held).json()["code"] == "not_refused"
    assert intents(provider) == ["canceled", "canceled", "requires_capture"]


def test_lost_response_of_a_retry_places_one_hold(held: Customer, days: Days, provider: StandIn):
    keep(held, DECLINED_LATER)
    days.go("2027-05-31")
    keep(held)
    provider.fault("gone", "/confirm", times=9)
    retry(held)
    retry(held)
    provider.mend()
    days.go("2027-06-01")
    assert (state(held), intents(provider)) == ("held", ["canceled", "requires_capture"])


def test_canceled_booking_is_not_retried_or_notified(held: Customer, days: Days, with_keys: FastAPI):
    keep(held, DECLINED_LATER)
    ok_json(held.business.set_status(held.id, "canceled"))
    days.go("2027-05-31")
    assert retry(held).json()["code"] == "not_refused"
    assert sent_emails(with_keys, held.business, "hold-refused") == []


def test_other_business_gets_not_found(held: Customer, new_caller: Callable[[], Api]):
    other = new_caller().register()
    assert other.post(f"/api/bookings/{held.id}/hold/retry").status_code == 404


def test_hold_is_never_placed_on_a_bank_account(held: Customer, days: Days, with_keys: FastAPI, provider: StandIn):
    keep(held, CHECKING)
    days.go("2027-05-31")
    days.work()

    assert (state(held), intents(provider)) == ("refused", [])
    assert retry(held).json()["code"] == "no_card"
    (to_customer,) = sent_emails(with_keys, held.business, "hold-refused")
    (to_business,) = sent_emails(with_keys, held.business, "hold-not-placed")
    assert "The hold needs a card, but you have saved a bank account." in to_customer
    assert "has saved a bank account, but the hold needs a card" in to_business
    keep(held)
    days.work()
    assert (state(held), intents(provider)) == ("held", ["requires_capture"])
