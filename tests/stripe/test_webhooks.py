"""The Stripe webhook endpoint: signatures, duplicates, order, forged events and outages."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
import stripe
from fastapi import FastAPI
from sqlalchemy import select, update

from marqueedesk.app import create_app
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from marqueedesk.settings import Settings
from marqueedesk.stripe.models import ProviderEvent
from marqueedesk.stripe.webhooks import EVENT
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, drain
from tests.support.standin import SECRET, StandIn

MakePlan = Callable[..., dict[str, Any]]


def outcomes(app: FastAPI) -> dict[str, str | None]:
    database: Database = app.state.database
    with database.read() as db:
        return {row.id: row.outcome for row in db.scalars(select(ProviderEvent))}


def waiting(app: FastAPI) -> int:
    database: Database = app.state.database
    with database.read() as db:
        return len(db.scalars(select(Job.id).where(Job.kind == EVENT, Job.state == "waiting")).all())


def signed(body: str, secret: str = SECRET, **options: Any) -> dict[str, str]:
    signature = stripe.WebhookSignature.generate_signature_header(body, secret, **options)
    return {"Stripe-Signature": signature, "Content-Type": "application/json"}


def billing_of(owner: Api) -> tuple[Any, Any]:
    return owner.get("/api/subscription").json(), owner.get("/api/payments").json()


def test_webhook_without_keys_returns_503(visitor: Api, app: FastAPI):
    answer = visitor.post("/api/stripe/webhook", content=b"{}", headers=signed("{}"))

    assert (answer.status_code, answer.json()["code"]) == (503, "no_webhook_secret")
    assert outcomes(app) == {}


def test_webhook_with_keys_but_no_secret_returns_503(
    app_with: Callable[..., FastAPI], provider: StandIn, caller_of: Callable[..., Api]
):
    app = app_with(**{**provider.settings(), "stripe_webhook_secret": ""})

    answer = caller_of(app).post("/api/stripe/webhook", content=b"{}", headers=signed("{}"))

    assert (answer.status_code, answer.json()["code"]) == (503, "no_webhook_secret")


def test_webhook_with_a_missing_wrong_or_old_signature_is_rejected(
    with_keys: FastAPI, deliver: Deliverer, owner: Api, plan: MakePlan, caller_of: Callable[..., Api]
):
    """Case 82."""
    ok_json(owner.subscribe(plan()))
    event = deliver.taken()[0]
    body = event["body"]
    post = caller_of(with_keys).post

    refused = [
        post("/api/stripe/webhook", content=content, headers={"Content-Type": "application/json", **headers})
        for content, headers in [
            (body, {}),
            (body, {"Stripe-Signature": "t=1,v1=x"}),
            (body, signed(body, "whsec_wrong")),
            (body, signed(body, timestamp=1_700_000_000)),
            (body.replace("livemode", "livemoda"), {"Stripe-Signature": event["signature"]}),
            ("", signed("")),
        ]
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in refused] == [(400, "bad_signature")] * 6
    assert outcomes(with_keys) == {}


def test_event_delivered_five_times_is_recorded_once(
    with_keys: FastAPI, deliver: Deliverer, owner: Api, plan: MakePlan, provider: StandIn
):
    provider.pay(ok_json(owner.subscribe(plan()))["clientSecret"])
    paid = next(event for event in deliver.taken() if event["type"] == "invoice.paid")

    answers = [deliver.post(paid).status_code for _ in range(5)]

    assert answers == [200] * 5
    assert waiting(with_keys) == 1
    drain(with_keys)
    assert outcomes(with_keys) == {paid["id"]: "recorded"}
    assert len(ok_json(owner.get("/api/payments"))) == 1
    assert owner.subscription()["status"] == "active", "the subscription is updated with its invoice"


def test_shuffled_duplicate_events_record_each_payment_once(
    deliver: Deliverer, owner: Api, plan: MakePlan, provider: StandIn
):
    provider.pay(ok_json(owner.subscribe(plan()))["clientSecret"])
    provider.advance(days=32)
    events = deliver.taken() * 2
    random.Random(1).shuffle(events)

    deliver(events)

    assert owner.subscription()["status"] == "active"
    assert [(row["status"], row["amount"]) for row in ok_json(owner.get("/api/payments"))] == [("succeeded", 2900)] * 2


def test_late_events_of_an_old_subscription_do_not_affect_the_new_one(
    deliver: Deliverer, owner: Api, plan: MakePlan, provider: StandIn
):
    first = ok_json(owner.subscribe(plan()))
    ok_json(owner.post("/api/subscription/cancel", json={}))
    late = deliver.taken()
    provider.pay(ok_json(owner.subscribe(plan(price=4900)))["clientSecret"])
    deliver()
    before = billing_of(owner)

    deliver(late)

    assert first["subscription"]["status"] == "incomplete"
    assert before[0]["subscription"]["status"] == "active"
    assert billing_of(owner) == before


def test_events_of_an_unknown_customer_change_nothing(
    with_keys: FastAPI, deliver: Deliverer, owner: Api, plan: MakePlan, provider: StandIn
):
    ok_json(owner.subscribe(plan()))
    deliver()
    before = billing_of(owner)
    stranger = provider.gateway()
    customer = stranger.create_customer(email="x@example.com", name="X", metadata={}, key="x")
    price = provider.objects("price")[0]["id"]
    stranger.create_subscription(
        customer_id=customer,
        price_id=price,
        trial_days=14,
        metadata={"marqueedesk_operator": str(owner.id), "marqueedesk_attempt": "guessed"},
        key="y",
    )

    deliver()

    assert billing_of(owner) == before
    assert "unknown customer" in outcomes(with_keys).values()


def test_events_only_affect_their_own_business(
    with_keys: FastAPI,
    deliver: Deliverer,
    owner: Api,
    plan: MakePlan,
    provider: StandIn,
    caller_of: Callable[..., Api],
):
    pro = plan()
    other = caller_of(with_keys).register()
    ok_json(owner.subscribe(pro))
    provider.pay(ok_json(other.subscribe(pro))["clientSecret"])

    deliver()

    assert (owner.subscription()["status"], other.subscription()["status"]) == ("incomplete", "active")
    assert (ok_json(owner.get("/api/payments")), len(ok_json(other.get("/api/payments")))) == ([], 1)


class TestForgedEvents:
    """Events with a valid signature and false content."""

    def deliver(self, app: FastAPI, caller: Api, **change: Any) -> str | None:
        about = {"id": "sub_unknown", "object": "subscription"} | change.pop("about", {})
        event = {
            "id": "evt_forged",
            "object": "event",
            "type": "customer.subscription.deleted",
            "livemode": False,
            "created": 1_767_225_600,
            "data": {"object": {name: value for name, value in about.items() if value is not None}},
        }
        body = json.dumps(event | change)
        assert caller.post("/api/stripe/webhook", content=body, headers=signed(body)).status_code == 200
        drain(app)
        return outcomes(app)["evt_forged"]

    def subscribed(self, owner: Api, plan: MakePlan, provider: StandIn) -> str:
        ok_json(owner.subscribe(plan()))
        return str(provider.objects("subscription")[0]["id"])

    @pytest.mark.parametrize(
        "change, outcome",
        [
            ({"livemode": True}, "other mode"),
            ({"account": "acct_forged"}, "of no interest"),
            ({"about": {"id": "sub_unknown"}}, "unknown to the provider"),
            ({"about": {"id": None}}, "of no interest"),
            ({"about": {"object": "payout"}, "type": "payout.paid"}, "of no interest"),
            ({"about": {"object": "account", "id": "acct_x"}, "type": "account.updated"}, "of no interest"),
        ],
        ids=str,
    )
    def test_forged_event_changes_nothing(
        self,
        change: dict[str, Any],
        outcome: str,
        with_keys: FastAPI,
        owner: Api,
        plan: MakePlan,
        provider: StandIn,
    ):
        subscription = self.subscribed(owner, plan, provider)
        before = billing_of(owner)

        became = self.deliver(with_keys, owner, **change | {"about": {"id": subscription} | change.get("about", {})})

        assert became == outcome
        assert billing_of(owner) == before

    def test_event_payload_is_verified_with_the_provider(
        self, with_keys: FastAPI, owner: Api, plan: MakePlan, provider: StandIn
    ):
        subscription = self.subscribed(owner, plan, provider)

        self.deliver(with_keys, owner, about={"id": subscription})

        assert owner.subscription()["status"] == "incomplete", (
            "the event says deleted, but the provider still has the subscription"
        )


def test_event_is_retried_until_the_provider_responds(
    with_keys: FastAPI, deliver: Deliverer, owner: Api, plan: MakePlan, provider: StandIn, present: Any
):
    provider.pay(ok_json(owner.subscribe(plan()))["clientSecret"])
    provider.fault("429", "GET /v1/subscriptions", times=100)
    # One event is enough, because each call is retried several times before the job is rescheduled.
    deliver([event for event in deliver.taken() if '"customer.subscription' in event["body"]][-1:])
    assert owner.subscription()["status"] == "incomplete"
    # Payment events are never given up, even after a night without a response.
    database: Database = with_keys.state.database
    with database.write() as db:
        db.execute(update(Job).where(Job.kind == EVENT).values(attempts=40, run_at=clock.now()))
    drain(with_keys)
    assert waiting(with_keys) == 1

    provider.mend()
    present.shift(3700)
    drain(with_keys)

    assert owner.subscription()["status"] == "active"


@pytest.mark.postgres_only  # SQLite has no server that could be down.
def test_webhook_during_a_database_outage_returns_503(
    database_kind: str, provider: StandIn, caller_of: Callable[..., Api]
):
    away = create_app(Settings(database_url="postgresql://127.0.0.1:9/away", worker="off", **provider.settings()))
    body = json.dumps({"id": "evt_1"})

    answer = caller_of(away).post("/api/stripe/webhook", content=body, headers=signed(body))

    assert answer.status_code == 503
    assert "Retry-After" in answer.headers
