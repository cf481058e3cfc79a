"""Subscriptions with the provider's keys, against the stand-in: first payments, trials, ends, and every fault."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import func, select

from marqueedesk.accounts.models import Operator
from marqueedesk.billing import service
from marqueedesk.billing.models import Subscription
from marqueedesk.billing.provider import Provider
from marqueedesk.billing.record import CHECK
from marqueedesk.gateways.stripe import Keys
from marqueedesk.gateways.stripe_api import StripeApi
from marqueedesk.kit import clock
from marqueedesk.kit.db import Database
from marqueedesk.kit.tables import Job
from marqueedesk.kit.tenancy import lift_scope, set_operator
from tests.support.api import Api, made
from tests.support.billing import Deliverer, drain
from tests.support.standin import StandIn
from tests.support.together import all_together

MakePlan = Callable[..., dict[str, Any]]


def rows(app: FastAPI) -> int:
    database: Database = app.state.database
    with database.read() as db, lift_scope(db, "the test counts"):
        return db.scalar(select(func.count()).select_from(Subscription)) or 0


def kinds(app: FastAPI) -> list[str]:
    database: Database = app.state.database
    with database.read() as db:
        wanted = ("subscription.changed", "subscription.paid", "subscription.unpaid")
        return list(db.scalars(select(Job.kind).where(Job.kind.in_(wanted)).order_by(Job.id)))


def patient(app: FastAPI, seconds: float) -> None:
    """Have the application wait so long for the provider."""
    app.state.provider = Provider(
        app.state.settings,
        lambda keys: StripeApi(
            Keys(keys.secret_key, keys.publishable_key), api_base=str(keys.api_base), patience=seconds
        ),
    )


def an_active_one(owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer, **fields: Any) -> dict[str, Any]:
    begun = made(owner.subscribe(plan(**fields)))
    provider.pay(begun["clientSecret"])
    deliver()
    return made(owner.get("/api/subscription"))


def test_a_first_payment_is_asked_for_and_makes_it_active(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    pro = plan(name="Pro", price=2900, features={"items": ["All letters"]})

    begun = owner.subscribe(pro)

    assert begun.status_code == 201
    assert begun.json()["subscription"]["status"] == "incomplete"
    assert made(owner.get("/api/payments")) == []
    provider.pay(begun.json()["clientSecret"])
    assert owner.subscription()["status"] == "incomplete", "webhooks are the truth, not the page's word"
    deliver()
    now = made(owner.get("/api/subscription"))
    assert (now["subscription"]["status"], now["subscription"]["cancelAtPeriodEnd"]) == ("active", False)
    assert now["plan"]["name"] == "Pro"
    assert now["plan"]["price"] == 2900
    assert now["clientSecret"] is None
    (payment,) = made(owner.get("/api/payments"))
    assert (payment["amount"], payment["currency"], payment["status"]) == (2900, "USD", "succeeded")
    assert payment["paymentMethodDetails"] == {"kind": "card", "brand": "visa", "last4": "4242"}
    assert payment["invoiceUrl"].startswith(provider.url)
    assert sorted(kinds(with_keys)) == ["subscription.changed", "subscription.changed", "subscription.paid"]


def test_a_declined_card_leaves_it_incomplete_until_another_one_pays(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    begun = made(owner.subscribe(plan()))
    provider.pay(begun["clientSecret"], "4000000000000002")
    deliver()
    assert owner.subscription()["status"] == "incomplete"

    again = made(owner.post("/api/subscription/pay"))
    provider.pay(again["clientSecret"])
    deliver()

    assert again["clientSecret"] == begun["clientSecret"]
    assert owner.subscription()["status"] == "active"
    nothing = owner.post("/api/subscription/pay")
    assert (nothing.status_code, nothing.json()["code"]) == (409, "nothing_due")


def test_a_trial_runs_ends_past_due_and_is_paid(owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer):
    begun = made(owner.subscribe(plan(trialDays=14)))
    assert begun["clientSecret"] is None
    assert begun["subscription"]["status"] == "trial"
    assert begun["subscription"]["trialEnd"] == begun["subscription"]["currentPeriodEnd"]

    provider.advance(days=15)
    deliver()

    over = made(owner.get("/api/subscription"))
    assert (over["subscription"]["status"], over["payable"]) == ("past_due", True)
    (due,) = made(owner.get("/api/payments"))
    assert due["status"] == "failed"
    provider.pay(made(owner.post("/api/subscription/pay"))["clientSecret"])
    deliver()
    paid = made(owner.get("/api/subscription"))
    assert (paid["subscription"]["status"], paid["payable"]) == ("active", False)
    assert [payment["status"] for payment in made(owner.get("/api/payments"))] == ["succeeded"]


def test_it_renews_and_a_card_that_fails_then_leaves_it_past_due(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    begun = made(owner.subscribe(plan()))
    provider.pay(begun["clientSecret"], "4000000000000341")
    deliver()
    before = owner.subscription()

    provider.advance(days=32)
    deliver()

    after = owner.subscription()
    assert (before["status"], after["status"]) == ("active", "past_due")
    assert after["currentPeriodStart"] == before["currentPeriodEnd"]
    assert [payment["status"] for payment in made(owner.get("/api/payments"))] == ["failed", "succeeded"]


def test_canceling_keeps_access_until_the_end_and_can_be_taken_back(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    an_active_one(owner, plan, provider, deliver)

    canceled = made(owner.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": True}))
    twice = owner.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": True})
    resumed = made(owner.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": False}))
    not_ending = owner.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": False})

    assert (canceled["subscription"]["status"], canceled["subscription"]["cancelAtPeriodEnd"]) == ("active", True)
    assert canceled["subscription"]["canceledAt"] is not None
    assert (twice.status_code, twice.json()["code"]) == (409, "already_canceled")
    assert (resumed["subscription"]["cancelAtPeriodEnd"], resumed["subscription"]["canceledAt"]) == (False, None)
    assert (not_ending.status_code, not_ending.json()["code"]) == (409, "not_canceled")
    made(owner.post("/api/subscription/cancel", json={}))
    provider.advance(days=32)
    deliver()
    assert owner.subscription()["status"] == "canceled"
    assert owner.post("/api/subscription/cancel", json={}).status_code == 404


def test_an_incomplete_one_is_canceled_at_once_and_makes_room(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    made(owner.subscribe(plan()))

    made(owner.post("/api/subscription/cancel", json={}))

    deliver()
    assert owner.get("/api/subscription").status_code == 404
    another = an_active_one(owner, plan, provider, deliver, price=4900)
    assert (another["subscription"]["status"], another["plan"]["price"]) == ("active", 4900)


def test_there_is_one_subscription_whatever_is_sent(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    pro, other = plan(), plan(price=4900)
    patient(with_keys, 60)

    answers = all_together([lambda: owner.subscribe(pro)] * 5 + [lambda: owner.subscribe(other)] * 5)

    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 9
    assert len(provider.objects("subscription")) == 1
    assert rows(with_keys) == 1
    again = owner.subscribe(pro)
    assert (again.status_code, again.json()["code"]) == (409, "already_subscribed")


def test_a_trial_is_given_once(owner: Api, plan: MakePlan, deliver: Deliverer, provider: StandIn):
    trial = plan(trialDays=14)
    made(owner.subscribe(trial))
    made(owner.post("/api/subscription/cancel", json={}))
    provider.advance(days=15)
    deliver()
    assert owner.subscription()["status"] == "canceled"

    again = made(owner.subscribe(trial))

    assert again["subscription"]["status"] == "incomplete"
    assert again["clientSecret"] is not None


@pytest.mark.parametrize("kind, status", [("500", 502), ("away", 502), ("429", 503)])
def test_a_provider_that_does_not_answer_makes_nothing_active(
    kind: str, status: int, owner: Api, plan: MakePlan, provider: StandIn, with_keys: FastAPI
):
    pro = plan()
    provider.fault(kind, "POST /v1/subscriptions", times=100)

    refused = [owner.subscribe(pro) for _ in range(2)]

    assert [answer.status_code for answer in refused] == [status] * 2
    assert owner.get("/api/subscription").status_code == 404
    provider.mend()
    assert [owner.subscribe(pro).status_code for _ in range(3)] == [201, 409, 409]
    assert len(provider.objects("subscription")) == 1
    assert rows(with_keys) == 1


def test_a_slow_provider_is_given_up_and_five_tries_make_one_subscription(
    owner: Api, plan: MakePlan, provider: StandIn, with_keys: FastAPI
):
    pro = plan()
    patient(with_keys, 1.2)
    # Each is done at last, only too late for whoever waits: the answer never arrives.
    provider.fault("slow", "POST /v1/subscriptions", times=2, seconds=2.5)

    answers = [owner.subscribe(pro).status_code for _ in range(4)]

    assert answers[0] == 502
    patient(with_keys, 60)
    owner.subscribe(pro)
    assert owner.subscription()["status"] == "incomplete"
    assert len(provider.objects("subscription")) == 1
    assert rows(with_keys) == 1


def test_what_the_provider_made_before_this_process_died_is_found_by_the_next_try(
    owner: Api, plan: MakePlan, provider: StandIn, with_keys: FastAPI, present: time_machine.Traveller
):
    pro = plan()
    died_between(owner, pro, with_keys)
    at_once = owner.subscribe(pro)
    present.shift(timedelta(seconds=15))

    later = made(owner.subscribe(pro))

    assert (at_once.status_code, at_once.json()["code"]) == (409, "subscribing")
    assert later["subscription"]["status"] == "incomplete"
    assert len(provider.objects("subscription")) == 1
    assert len(provider.objects("customer")) == 1


def test_or_by_its_event(owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer, with_keys: FastAPI):
    died_between(owner, plan(), with_keys)
    assert owner.get("/api/subscription").status_code == 404

    deliver()

    assert owner.subscription()["status"] == "incomplete"
    provider.pay(made(owner.post("/api/subscription/pay"))["clientSecret"])
    deliver()
    assert owner.subscription()["status"] == "active"
    assert rows(with_keys) == 1


def died_between(owner: Api, plan: dict[str, Any], app: FastAPI) -> None:
    """Prepare and ask, and die before anything is recorded."""
    database: Database = app.state.database
    with database.write() as db:
        set_operator(db, owner.id)
        operator = db.get_one(Operator, owner.id)
        gateway = app.state.provider.get(db)
        begun = service.begin(db, operator, plan["id"], gateway, "usd", clock.now())
    assert isinstance(begun, service.Attempt)
    service.ask(gateway, begun)


def test_another_plan_after_a_try_that_came_to_nothing(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    first, second = plan(), plan(price=4900)
    provider.fault("gone", "POST /v1/subscriptions", times=3)
    assert owner.subscribe(first).status_code == 502

    begun = made(owner.subscribe(second))

    provider.pay(begun["clientSecret"])
    deliver()
    now = made(owner.get("/api/subscription"))
    assert (now["subscription"]["status"], now["plan"]["price"]) == ("active", 4900)


def test_a_customer_that_the_provider_has_lost_is_made_anew(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    an_active_one(owner, plan, provider, deliver)
    made(owner.post("/api/subscription/cancel", json={}))
    provider.advance(days=32)
    deliver()
    pro = plan(price=4900)
    provider.reset()

    first, second = owner.subscribe(pro), owner.subscribe(pro)

    assert (first.status_code, first.json()["code"]) == (502, "provider_lacks")
    assert second.status_code == 201


def test_the_price_that_was_agreed_stays_when_the_plan_changes(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer, with_keys: FastAPI, caller_of: Callable[..., Api]
):
    pro = plan(price=2900)
    begun = made(owner.subscribe(pro))
    provider.pay(begun["clientSecret"])
    deliver()
    admin = caller_of(with_keys).login("admin@example.com")
    before = {price["id"] for price in provider.objects("price")}

    changed = made(admin.patch(f"/api/admin/subscription-plans/{pro['id']}", json={"price": 3900}))

    assert changed["stripePriceId"] not in before
    assert changed["stripeProductId"] == pro["stripeProductId"]
    assert [price["active"] for price in provider.objects("price")] == [False, True]
    provider.advance(days=32)
    deliver()
    assert made(owner.get("/api/subscription"))["plan"]["price"] == 2900
    renewal, first = made(owner.get("/api/payments"))
    assert (renewal["amount"], first["amount"]) == (2900, 2900)
    assert renewal["paymentMethodDetails"] == first["paymentMethodDetails"]
    newcomer = made(caller_of(with_keys).register().subscribe(pro))
    assert newcomer["plan"]["price"] == 3900


def test_a_single_payment_is_exact_and_in_the_history_once_it_is_made(
    owner: Api, provider: StandIn, deliver: Deliverer
):
    body = {"amount": 19.99, "description": "Setup fee"}

    first = made(owner.post("/api/create-payment-intent", json=body, headers={"Idempotency-Key": "k"}))
    again = made(owner.post("/api/create-payment-intent", json=body, headers={"Idempotency-Key": "k"}))
    other = made(owner.post("/api/create-payment-intent", json=body))

    assert first == again != other
    assert [intent["amount"] for intent in provider.objects("payment_intent")] == [1999, 1999]
    deliver()
    assert made(owner.get("/api/payments")) == []
    provider.pay(first["clientSecret"])
    deliver()
    (payment,) = made(owner.get("/api/payments"))
    assert (payment["amount"], payment["status"], payment["subscriptionId"]) == (1999, "succeeded", None)


@pytest.mark.parametrize(
    "amount", [0, -1, 0.001, 0.49, "99.99", None, True, 1e12, 1_000_000, 999_999.999, [1], {"a": 1}], ids=str
)
def test_an_amount_out_of_bounds_is_refused(amount: Any, owner: Api, provider: StandIn):
    answer = owner.post("/api/create-payment-intent", json={"amount": amount, "description": "x"})

    assert answer.status_code == 422
    assert "amount" in answer.json()["fields"]
    assert provider.objects("payment_intent") == []


@pytest.mark.parametrize("amount", [0.5, 999_999.99])
def test_an_amount_at_the_bounds_is_taken(amount: float, owner: Api, provider: StandIn):
    made(owner.post("/api/create-payment-intent", json={"amount": amount, "description": "x"}))

    assert [intent["amount"] for intent in provider.objects("payment_intent")] == [round(amount * 100)]


@pytest.mark.parametrize("plan_id", [0, -1, "1", 1.5, True, None, 2**63])
def test_a_plan_that_is_no_id_is_refused(plan_id: Any, owner: Api):
    assert owner.post("/api/subscription", json={"planId": plan_id}).status_code == 422


def test_an_unknown_plan_and_one_that_is_not_offered(owner: Api, plan: MakePlan):
    off = plan(isActive=False)

    unknown, inactive = owner.subscribe({"id": 987_654}), owner.subscribe(off)

    assert (unknown.status_code, unknown.json()["code"]) == (404, "no_plan")
    assert (inactive.status_code, inactive.json()["code"]) == (409, "plan_inactive")
    assert owner.get("/api/subscription").status_code == 404


def test_a_subscription_nobody_heard_of_again_is_looked_after(
    owner: Api, plan: MakePlan, provider: StandIn, with_keys: FastAPI, present: time_machine.Traveller
):
    begun = made(owner.subscribe(plan()))
    provider.pay(begun["clientSecret"])
    provider.events()
    database: Database = with_keys.state.database
    with database.read() as db:
        check = db.scalars(select(Job).where(Job.kind == CHECK)).one()
    assert timedelta(0) < check.run_at - clock.now() <= timedelta(minutes=15)

    present.shift(timedelta(minutes=16))
    drain(with_keys)

    assert owner.subscription()["status"] == "active"
    assert [payment["status"] for payment in made(owner.get("/api/payments"))] == ["succeeded"]


def test_dates_are_instants(owner: Api, plan: MakePlan):
    begun = made(owner.subscribe(plan()))["subscription"]

    assert datetime.fromisoformat(begun["currentPeriodStart"]).tzinfo is not None
