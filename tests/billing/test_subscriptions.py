"""Subscriptions through the Stripe stand-in: first payments, trials, renewals, and cancellation."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, active_subscription
from tests.support.standin import StandIn

MakePlan = Callable[..., dict[str, Any]]


def kinds(app: FastAPI) -> list[str]:
    database: Database = app.state.database
    with database.read() as db:
        wanted = ("subscription.changed", "subscription.paid", "subscription.unpaid")
        return list(db.scalars(select(Job.kind).where(Job.kind.in_(wanted)).order_by(Job.id)))


def test_subscription_becomes_active_when_webhook_confirms_first_payment(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    pro = plan(name="Pro", price=2900, features={"items": ["All letters"]})

    begun = owner.subscribe(pro)

    assert begun.status_code == 201
    assert begun.json()["subscription"]["status"] == "incomplete"
    assert ok_json(owner.get("/api/payments")) == []
    provider.pay(begun.json()["clientSecret"])
    assert owner.subscription()["status"] == "incomplete", "only a webhook activates the subscription"
    deliver()
    now = ok_json(owner.get("/api/subscription"))
    assert (now["subscription"]["status"], now["subscription"]["cancelAtPeriodEnd"]) == ("active", False)
    assert now["plan"]["name"] == "Pro"
    assert now["plan"]["price"] == 2900
    assert now["clientSecret"] is None
    (payment,) = ok_json(owner.get("/api/payments"))
    assert (payment["amount"], payment["currency"], payment["status"]) == (2900, "USD", "succeeded")
    assert payment["paymentMethodDetails"] == {"kind": "card", "brand": "visa", "last4": "4242"}
    assert payment["invoiceUrl"].startswith(provider.url)
    assert sorted(kinds(with_keys)) == ["subscription.changed", "subscription.changed", "subscription.paid"]


def test_subscription_stays_incomplete_after_declined_card_until_paid(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    begun = ok_json(owner.subscribe(plan()))
    provider.pay(begun["clientSecret"], "4000000000000002")
    deliver()
    assert owner.subscription()["status"] == "incomplete"

    again = ok_json(owner.post("/api/subscription/pay"))
    provider.pay(again["clientSecret"])
    deliver()

    assert again["clientSecret"] == begun["clientSecret"]
    assert owner.subscription()["status"] == "active"
    nothing = owner.post("/api/subscription/pay")
    assert (nothing.status_code, nothing.json()["code"]) == (409, "nothing_due")


def test_trial_without_card_ends_past_due_and_can_be_paid(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    begun = ok_json(owner.subscribe(plan(trialDays=14)))
    assert begun["clientSecret"] is None
    assert begun["subscription"]["status"] == "trial"
    assert begun["subscription"]["trialEnd"] == begun["subscription"]["currentPeriodEnd"]

    provider.advance(days=15)
    deliver()

    over = ok_json(owner.get("/api/subscription"))
    assert (over["subscription"]["status"], over["payable"]) == ("past_due", True)
    (due,) = ok_json(owner.get("/api/payments"))
    assert due["status"] == "failed"
    provider.pay(ok_json(owner.post("/api/subscription/pay"))["clientSecret"])
    deliver()
    paid = ok_json(owner.get("/api/subscription"))
    assert (paid["subscription"]["status"], paid["payable"]) == ("active", False)
    assert [payment["status"] for payment in ok_json(owner.get("/api/payments"))] == ["succeeded"]


def test_failed_renewal_makes_subscription_past_due(owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer):
    begun = ok_json(owner.subscribe(plan()))
    provider.pay(begun["clientSecret"], "4000000000000341")
    deliver()
    before = owner.subscription()

    provider.advance(days=32)
    deliver()

    after = owner.subscription()
    assert (before["status"], after["status"]) == ("active", "past_due")
    assert after["currentPeriodStart"] == before["currentPeriodEnd"]
    assert [payment["status"] for payment in ok_json(owner.get("/api/payments"))] == ["failed", "succeeded"]


def test_canceled_subscription_keeps_access_until_period_end_and_can_be_resumed(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    """Case 83."""
    active_subscription(owner, plan(), provider, deliver)

    canceled = ok_json(owner.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": True}))
    twice = owner.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": True})
    resumed = ok_json(owner.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": False}))
    not_ending = owner.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": False})

    assert (canceled["subscription"]["status"], canceled["subscription"]["cancelAtPeriodEnd"]) == ("active", True)
    assert canceled["subscription"]["canceledAt"] is not None
    assert (twice.status_code, twice.json()["code"]) == (409, "already_canceled")
    assert (resumed["subscription"]["cancelAtPeriodEnd"], resumed["subscription"]["canceledAt"]) == (False, None)
    assert (not_ending.status_code, not_ending.json()["code"]) == (409, "not_canceled")
    ok_json(owner.post("/api/subscription/cancel", json={}))
    provider.advance(days=32)
    deliver()
    assert owner.subscription()["status"] == "canceled"
    assert owner.post("/api/subscription/cancel", json={}).status_code == 404
    deeds = [line["action"] for line in ok_json(owner.get("/api/activity", params={"q": "subscription"}))["items"]]
    assert deeds == [f"subscription.{deed}" for deed in ("canceled", "resumed", "canceled", "taken")]


def test_incomplete_subscription_is_canceled_immediately(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    ok_json(owner.subscribe(plan()))

    ok_json(owner.post("/api/subscription/cancel", json={}))

    deliver()
    assert owner.get("/api/subscription").status_code == 404
    another = active_subscription(owner, plan(price=4900), provider, deliver)
    assert (another["subscription"]["status"], another["plan"]["price"]) == ("active", 4900)


def test_trial_is_granted_only_once(owner: Api, plan: MakePlan, deliver: Deliverer, provider: StandIn):
    trial = plan(trialDays=14)
    ok_json(owner.subscribe(trial))
    ok_json(owner.post("/api/subscription/cancel", json={}))
    provider.advance(days=15)
    deliver()
    assert owner.subscription()["status"] == "canceled"

    again = ok_json(owner.subscribe(trial))

    assert again["subscription"]["status"] == "incomplete"
    assert again["clientSecret"] is not None


def test_plan_price_change_applies_only_to_new_subscribers(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer, with_keys: FastAPI, caller_of: Callable[..., Api]
):
    pro = plan(price=2900)
    begun = ok_json(owner.subscribe(pro))
    provider.pay(begun["clientSecret"])
    deliver()
    admin = caller_of(with_keys).login("admin@example.com")
    before = {price["id"] for price in provider.objects("price")}

    changed = ok_json(admin.patch(f"/api/admin/subscription-plans/{pro['id']}", json={"price": 3900}))

    assert changed["stripePriceId"] not in before
    assert changed["stripeProductId"] == pro["stripeProductId"]
    assert [price["active"] for price in provider.objects("price")] == [False, True]
    provider.advance(days=32)
    deliver()
    assert ok_json(owner.get("/api/subscription"))["plan"]["price"] == 2900
    renewal, first = ok_json(owner.get("/api/payments"))
    assert (renewal["amount"], first["amount"]) == (2900, 2900)
    assert renewal["paymentMethodDetails"] == first["paymentMethodDetails"]
    newcomer = ok_json(caller_of(with_keys).register().subscribe(pro))
    assert newcomer["plan"]["price"] == 3900
    # Returning to an earlier amount creates a new price, because the first one is archived.
    ok_json(admin.patch(f"/api/admin/subscription-plans/{pro['id']}", json={"price": 2900}))
    late = ok_json(caller_of(with_keys).register().subscribe(pro))
    assert (late["plan"]["price"], [price["active"] for price in provider.objects("price")]) == (
        2900,
        [False, False, True],
    )


def test_invalid_plan_id_is_refused(owner: Api):
    given = [0, -1, "1", 1.5, True, None, 2**63]

    assert [owner.post("/api/subscription", json={"planId": plan}).status_code for plan in given] == [422] * len(given)


def test_unknown_or_inactive_plan_is_refused(owner: Api, plan: MakePlan):
    off = plan(isActive=False)

    unknown, inactive = owner.subscribe({"id": 987_654}), owner.subscribe(off)

    assert (unknown.status_code, unknown.json()["code"]) == (404, "no_plan")
    assert (inactive.status_code, inactive.json()["code"]) == (409, "plan_inactive")
    assert owner.get("/api/subscription").status_code == 404


def test_subscription_dates_include_time_zone(owner: Api, plan: MakePlan):
    begun = ok_json(owner.subscribe(plan()))["subscription"]

    assert datetime.fromisoformat(begun["currentPeriodStart"]).tzinfo is not None
