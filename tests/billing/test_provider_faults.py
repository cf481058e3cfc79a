"""Failures while subscribing: only one subscription is created, none is active without payment, and none is lost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import func, select

from marqueedesk.accounts.models import Operator
from marqueedesk.billing import service
from marqueedesk.billing.models import Subscription
from marqueedesk.billing.stripe_sync import CHECK
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.provider import Provider
from marqueedesk.stripe.values import Keys
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, active_subscription, drain
from tests.support.standin import StandIn
from tests.support.together import all_together

MakePlan = Callable[..., dict[str, Any]]


def set_stripe_timeout(app: FastAPI, seconds: float) -> None:
    """Set the application's timeout for Stripe requests."""
    app.state.provider = Provider(
        app.state.settings,
        lambda keys: Stripe(Keys(keys.secret_key, keys.publishable_key), api_base=str(keys.api_base), timeout=seconds),
    )


def rows(app: FastAPI) -> int:
    database: Database = app.state.database
    with database.read() as db, all_tenants(db, "the test counts"):
        return db.scalar(select(func.count()).select_from(Subscription)) or 0


def test_concurrent_subscribe_requests_create_one_subscription(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    """Case 81."""
    pro, other = plan(), plan(price=4900)
    set_stripe_timeout(with_keys, 60)

    answers = all_together([lambda: owner.subscribe(pro)] * 5 + [lambda: owner.subscribe(other)] * 5)

    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 9
    assert len(provider.objects("subscription")) == 1
    assert rows(with_keys) == 1
    again = owner.subscribe(pro)
    assert (again.status_code, again.json()["code"]) == (409, "already_subscribed")


@pytest.mark.parametrize("kind, status", [("500", 502), ("away", 502), ("429", 503)])
def test_unavailable_stripe_creates_no_subscription(
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


def test_retries_after_stripe_timeout_create_one_subscription(
    owner: Api, plan: MakePlan, provider: StandIn, with_keys: FastAPI
):
    pro = plan()
    set_stripe_timeout(with_keys, 1.2)
    # Stripe completes each request, but only after the caller has timed out.
    provider.fault("slow", "POST /v1/subscriptions", times=2, seconds=2.5)

    answers = [owner.subscribe(pro).status_code for _ in range(4)]

    assert answers[0] == 502
    set_stripe_timeout(with_keys, 60)
    owner.subscribe(pro)
    assert owner.subscription()["status"] == "incomplete"
    assert len(provider.objects("subscription")) == 1
    assert rows(with_keys) == 1


def test_subscription_created_before_crash_is_found_by_retry(
    owner: Api, plan: MakePlan, provider: StandIn, with_keys: FastAPI, present: time_machine.Traveller
):
    pro = plan()
    subscribe_without_recording(owner, pro, with_keys)
    at_once = owner.subscribe(pro)
    present.shift(timedelta(seconds=15))

    later = ok_json(owner.subscribe(pro))

    assert (at_once.status_code, at_once.json()["code"]) == (409, "subscribing")
    assert later["subscription"]["status"] == "incomplete"
    assert len(provider.objects("subscription")) == 1
    assert len(provider.objects("customer")) == 1


def test_subscription_created_before_crash_is_found_by_webhook(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    subscribe_without_recording(owner, plan(), with_keys)
    assert owner.get("/api/subscription").status_code == 404

    deliver()

    assert owner.subscription()["status"] == "incomplete"
    provider.pay(ok_json(owner.post("/api/subscription/pay"))["clientSecret"])
    deliver()
    assert owner.subscription()["status"] == "active"
    assert rows(with_keys) == 1


def subscribe_without_recording(owner: Api, plan: dict[str, Any], app: FastAPI) -> None:
    """Create the subscription at Stripe, and stop before it is recorded."""
    database: Database = app.state.database
    with database.write() as db:
        set_operator(db, owner.id)
        operator = db.get_one(Operator, owner.id)
        gateway = app.state.provider.get(db)
        begun = service.begin(db, operator, plan["id"], gateway, "usd", clock.now())
    assert isinstance(begun, service.Attempt)
    service.ask(gateway, begun)


def test_another_plan_can_be_subscribed_after_failed_attempt(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    first, second = plan(), plan(price=4900)
    provider.fault("gone", "POST /v1/subscriptions", times=3)
    assert owner.subscribe(first).status_code == 502

    begun = ok_json(owner.subscribe(second))

    provider.pay(begun["clientSecret"])
    deliver()
    now = ok_json(owner.get("/api/subscription"))
    assert (now["subscription"]["status"], now["plan"]["price"]) == ("active", 4900)


def test_customer_missing_at_stripe_is_created_again_on_retry(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    active_subscription(owner, plan(), provider, deliver)
    ok_json(owner.post("/api/subscription/cancel", json={}))
    provider.advance(days=32)
    deliver()
    pro = plan(price=4900)
    provider.reset()

    first, second = owner.subscribe(pro), owner.subscribe(pro)

    assert (first.status_code, first.json()["code"]) == (502, "provider_lacks")
    assert second.status_code == 201


def test_paid_subscription_without_webhook_is_found_by_scheduled_check(
    owner: Api, plan: MakePlan, provider: StandIn, with_keys: FastAPI, present: time_machine.Traveller
):
    begun = ok_json(owner.subscribe(plan()))
    provider.pay(begun["clientSecret"])
    provider.events()
    database: Database = with_keys.state.database
    with database.read() as db:
        check = db.scalars(select(Job).where(Job.kind == CHECK)).one()
    assert timedelta(0) < check.run_at - clock.now() <= timedelta(minutes=15)

    present.shift(timedelta(minutes=16))
    drain(with_keys)

    assert owner.subscription()["status"] == "active"
    assert [payment["status"] for payment in ok_json(owner.get("/api/payments"))] == ["succeeded"]


def test_subscription_unknown_to_stripe_for_days_is_canceled(
    owner: Api,
    plan: MakePlan,
    provider: StandIn,
    deliver: Deliverer,
    with_keys: FastAPI,
    present: time_machine.Traveller,
):
    """For example, after moving to another Stripe account or from test mode to live mode."""
    active_subscription(owner, plan(), provider, deliver)
    provider.reset()

    def a_day_later() -> str:
        present.shift(timedelta(days=1))
        drain(with_keys)
        return owner.subscription()["status"]

    days = [a_day_later() for _ in range(10)]

    assert (days[0], days[-1]) == ("active", "canceled")
    another = plan(name="Another")
    owner.subscribe(another)
    assert owner.subscribe(another).status_code == 201, "the business becomes a new Stripe customer"


def test_subscription_survives_temporarily_wrong_stripe_keys(
    owner: Api,
    plan: MakePlan,
    provider: StandIn,
    deliver: Deliverer,
    with_keys: FastAPI,
    present: time_machine.Traveller,
):
    active_subscription(owner, plan(), provider, deliver)
    world = provider.app.state.world
    kept = dict(world.objects["subscription"])
    database: Database = with_keys.state.database

    def run_next_check() -> None:
        with database.read() as db:
            at = max(job.run_at for job in db.scalars(select(Job).where(Job.kind == CHECK, Job.state == "waiting")))
        present.move_to(at + timedelta(minutes=1))
        drain(with_keys)

    world.objects["subscription"].clear()
    run_next_check()
    run_next_check()
    world.objects["subscription"].update(kept)
    run_next_check()

    assert owner.subscription()["status"] == "active"
