"""Cards that customers keep with a business: consent, replacing and removing."""

import pytest
from fastapi import FastAPI

from marqueedesk.worker import Worker
from tests.cards_on_file.support import MASTERCARD, keep
from tests.support.api import ok_json
from tests.support.billing import Deliverer, drain
from tests.support.paying import Customer
from tests.support.standin import StandIn


def test_customer_saves_a_card_and_sees_it(customer: Customer, provider: StandIn):
    form = ok_json(customer.post("card"))

    assert set(form) == {"clientSecret", "publishableKey", "account", "mandate"}
    assert form["account"] == provider.objects("account")[0]["id"]
    assert customer.page()["cardOnFile"] is None
    card = keep(customer)
    assert (card["brand"], card["last4"], card["expires"]) == ("visa", "4242", "2040-12")
    assert customer.page()["cardOnFile"] == card
    assert ok_json(customer.business.get(f"/api/bookings/{customer.id}"))["cardOnFile"] == card
    (setup,) = provider.objects("setup_intent")
    assert (setup["usage"], provider.app.state.world.owner(setup["id"])) == ("off_session", form["account"])


def test_five_attempts_open_one_form(customer: Customer, provider: StandIn):
    assert len({ok_json(customer.post("card"))["clientSecret"] for _ in range(5)}) == 1
    assert len(provider.objects("setup_intent")) == 1


def test_card_is_saved_by_webhook_if_the_page_never_returns(customer: Customer, deliver: Deliverer, with_keys: FastAPI):
    form = ok_json(customer.post("card"))
    customer.provider.give_card(form["clientSecret"]).raise_for_status()
    deliver()
    deliver(deliver.taken())
    assert customer.page()["cardOnFile"]["last4"] == "4242"

    other = customer.another()
    form = ok_json(other.post("card"))
    other.provider.give_card(form["clientSecret"], MASTERCARD).raise_for_status()
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    assert other.page()["cardOnFile"] is None


def test_newer_card_replaces_the_older_one_which_is_detached(customer: Customer, provider: StandIn, with_keys: FastAPI):
    keep(customer)
    assert keep(customer, MASTERCARD)["last4"] == "4444"
    drain(with_keys)
    assert [row["customer"] is None for row in provider.objects("payment_method")] == [True, False]


def test_removed_card_is_detached_and_cannot_be_charged(customer: Customer, provider: StandIn, with_keys: FastAPI):
    keep(customer)
    gone = customer.visitor.delete(f"/api/public/bookings/{customer.token}/card")
    assert gone.status_code == 204
    assert customer.visitor.delete(f"/api/public/bookings/{customer.token}/card").status_code == 204
    assert customer.page()["cardOnFile"] is None
    drain(with_keys)
    assert [row["customer"] for row in provider.objects("payment_method")] == [None]
    refused = customer.business.post(f"/api/bookings/{customer.id}/charge", json={"amount": 5, "reason": "Late"})
    assert (refused.status_code, refused.json()["code"]) == (409, "no_card")


def test_form_completed_after_the_card_was_removed_saves_no_card(customer: Customer, deliver: Deliverer):
    form = ok_json(customer.post("card"))
    customer.visitor.delete(f"/api/public/bookings/{customer.token}/card")
    customer.provider.give_card(form["clientSecret"]).raise_for_status()
    deliver()
    assert customer.page()["cardOnFile"] is None


def test_declined_card_is_not_saved(customer: Customer):
    form = ok_json(customer.post("card"))
    assert customer.provider.give_card(form["clientSecret"], "4000000000000002").status_code == 402
    assert ok_json(customer.post("card/look"))["cardOnFile"] is None


@pytest.mark.parametrize("verb", ["card", "card/look"])
def test_unknown_link_is_not_found(customer: Customer, verb: str):
    assert customer.visitor.post(f"/api/public/bookings/x{customer.token}/{verb}", json={}).status_code == 404
