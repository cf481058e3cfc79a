"""A card for future payments: added during a trial, while the plan is active, or after a failed payment."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import time_machine

from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, active_subscription, drain
from tests.support.standin import StandIn

MakePlan = Callable[..., dict[str, Any]]
PAID_BY = {"kind": "card", "brand": "visa", "last4": "4242"}
"""Stored details of a payment's card. The card on file also has its expiration date."""
VISA = {**PAID_BY, "expMonth": 12, "expYear": 2040}
DECLINED, ASKS, FAILS_LATER, MASTERCARD = "4000000000000002", "4000002500003155", "4000000000000341", "5555555555554444"


def form(owner: Api) -> str:
    """Open the card form and return its client secret."""
    return ok_json(owner.post("/api/subscription/card"))["clientSecret"]


def use_card(owner: Api) -> Any:
    answer = owner.post("/api/subscription/card/use")
    return answer.status_code, answer.json()


def last_payment(owner: Api) -> tuple[Any, ...]:
    newest = ok_json(owner.get("/api/payments"))[0]
    return newest["amount"], newest["status"], newest["paymentMethodDetails"], newest["failure"]


def test_card_added_during_trial_is_charged_at_its_end_until_replaced(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    begun = ok_json(owner.subscribe(plan(trialDays=14)))
    assert (begun["takesCard"], begun["card"]) == (True, None)
    first = form(owner)
    assert form(owner) == first, "a reload or a second window gets the same form"

    # The server verifies the card with Stripe.
    assert use_card(owner)[1]["code"] == "card_not_given"
    provider.give_card(first, DECLINED)
    status, refused = use_card(owner)
    assert (status, refused["message"]) == (402, "Your card was declined.")
    provider.give_card(first)
    assert ok_json(owner.get("/api/subscription"))["card"] is None
    assert [use_card(owner)[1]["card"] for _ in range(2)] == [VISA, VISA], "a repeated request has the same result"
    deliver()
    during = ok_json(owner.get("/api/subscription"))
    assert (during["subscription"]["status"], during["card"]) == ("trial", VISA)
    assert ok_json(owner.get("/api/payments")) == []

    provider.advance(days=15)
    deliver()
    assert owner.subscription()["status"] == "active"
    assert last_payment(owner) == (2900, "succeeded", PAID_BY, None)

    # A new card whose page never returns is recorded by webhook.
    second = form(owner)
    assert second != first
    provider.give_card(second, MASTERCARD)
    deliver()
    card = {**VISA, "brand": "mastercard", "last4": "4444"}
    assert ok_json(owner.get("/api/subscription"))["card"] == card
    provider.advance(days=31)
    deliver()
    assert last_payment(owner) == (2900, "succeeded", {**PAID_BY, "brand": "mastercard", "last4": "4444"}, None)
    assert [len(provider.calls(f"POST /v1/{what}")) for what in ("invoices", "refunds")] == [0, 0]


def test_authenticated_card_is_found_without_webhook(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer, present: time_machine.Traveller
):
    ok_json(owner.subscribe(plan(trialDays=14)))
    secret = form(owner)
    asked = provider.give_card(secret, ASKS, return_url="https://desk.example/checkout?for=card").json()
    page = asked["next_action"]["redirect_to_url"]["url"]
    assert form(owner) == secret, "a reload during the challenge gets the same form"
    assert use_card(owner)[1]["code"] == "card_not_given"

    back = provider.press(page, "fail").headers["location"]
    assert "redirect_status=failed" in back
    assert use_card(owner)[0] == 402
    again = provider.give_card(secret, ASKS, return_url="https://desk.example/").json()
    provider.press(again["next_action"]["redirect_to_url"]["url"], "complete")
    provider.events()
    present.shift(timedelta(minutes=31))
    drain(deliver.app)

    assert ok_json(owner.get("/api/subscription"))["card"] == {**VISA, "last4": "3155"}
    provider.advance(days=15)
    deliver()
    assert owner.subscription()["status"] == "active", "the bank requires no further authentication"


def test_failed_payment_shows_reason_and_is_paid_by_new_card(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    ok_json(owner.subscribe(plan(trialDays=14)))
    early = form(owner)
    provider.advance(days=15)
    deliver()
    assert owner.subscription()["status"] == "past_due"
    assert last_payment(owner) == (2900, "failed", None, "There was no card to charge.")

    # The form opened during the trial pays the open invoice, once.
    provider.give_card(early, FAILS_LATER)
    status, now = use_card(owner)
    assert (status, now["subscription"]["status"], now["payable"]) == (200, "active", False)
    deliver()
    later = {**PAID_BY, "last4": "0341"}
    assert last_payment(owner) == (2900, "succeeded", later, None)
    assert len(provider.calls("POST /v1/invoices")) == 1

    # The renewal fails. Another card pays the open invoice and stays on file.
    provider.advance(days=31)
    deliver()
    assert owner.subscription()["status"] == "past_due"
    assert last_payment(owner) == (2900, "failed", later, "Your card was declined.")
    provider.pay(ok_json(owner.post("/api/subscription/pay"))["clientSecret"], MASTERCARD)
    deliver()
    paid = ok_json(owner.get("/api/subscription"))
    assert (paid["subscription"]["status"], paid["card"]["last4"]) == ("active", "4444")
    assert last_payment(owner)[1:] == ("succeeded", {**PAID_BY, "brand": "mastercard", "last4": "4444"}, None)


def test_card_is_refused_if_nothing_will_be_charged(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer, caller_of: Callable[..., Api], with_keys: Any
):
    assert owner.post("/api/subscription/card").status_code == 404
    ok_json(owner.subscribe(plan(price=0)))
    assert [owner.post(f"/api/subscription/card{path}").json()["code"] for path in ("", "/use")] == [
        "no_card_wanted"
    ] * 2

    # Card setups of other businesses, or started outside the product, have no effect.
    other = caller_of(with_keys).register()
    active_subscription(other, plan(), provider, deliver)
    assert use_card(other)[1]["code"] == "card_not_given"
    setup = provider.gateway().create_card_setup(
        customer_id=provider.objects("customer")[0]["id"], metadata={}, key="not asked for by the product"
    )
    provider.give_card(str(setup.client_secret), MASTERCARD)
    deliver()
    assert ok_json(other.get("/api/subscription"))["card"] == VISA


def test_stripe_failure_while_saving_card_creates_no_duplicate_setup(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    ok_json(owner.subscribe(plan(trialDays=14)))
    provider.fault("429", "POST /v1/setup_intents")
    assert owner.post("/api/subscription/card").status_code == 503
    # Stripe creates the setup but the response is lost; the retry finds it.
    provider.fault("gone", "POST /v1/setup_intents")
    secret = form(owner)
    assert len(provider.objects("setup_intent")) == 1

    provider.give_card(secret)
    provider.fault("gone", "POST /v1/subscriptions", times=3)
    assert use_card(owner)[0] == 502
    assert use_card(owner)[1]["card"] == VISA
    deliver()
    assert ok_json(owner.get("/api/subscription"))["card"] == VISA
