"""Plan administration, and subscriptions without Stripe keys."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from pydantic_core import PydanticCustomError
from sqlalchemy import select, update

from marqueedesk.billing.models import Subscription
from marqueedesk.billing.schemas import features_of
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants
from tests.support.api import Api, ok_json
from tests.support.standin import StandIn

MakePlan = Callable[..., dict[str, Any]]


@pytest.mark.parametrize(
    "given, items",
    [
        (None, []),
        ("", []),
        ([], []),
        ({}, []),
        (["a", " b "], ["a", "b"]),
        ({"items": ["a", "b"]}, ["a", "b"]),
        ('{"items": ["a", "b"]}', ["a", "b"]),
        ('["a", "b"]', ["a", "b"]),
        ("Stock, Quotes , ,Papers", ["Stock", "Quotes", "Papers"]),
        ("5", ["5"]),
        ('"Stock"', ["Stock"]),
    ],
    ids=str,
)
def test_plan_features_are_read_from_list_json_or_comma_text(given: Any, items: list[str]):
    assert features_of(given) == items


@pytest.mark.parametrize(
    "given",
    [{"items": [1, {}]}, [1], '{"items":[1,{}]}', 5, True, [["a"]], {"items": "a"}, {"features": ["a"]}, '{"list":[]}'],
    ids=str,
)
def test_plan_features_that_are_not_text_are_refused(given: Any):
    with pytest.raises(PydanticCustomError):
        features_of(given)


@pytest.mark.parametrize("features", ['{"items":', '{"items":["Signs"', '["Signs",', "{Signs, Quotes"])
def test_plan_features_with_incomplete_json_are_refused_with_hint(features: str, admin: Api):
    answer = admin.post("/api/admin/subscription-plans", json={"name": "Pro", "price": 2900, "features": features})

    assert answer.status_code == 422
    assert answer.json()["fields"] == {
        "features": 'Features look like JSON but are incomplete. Write {"items": ["One", "Two"]}, or use commas'
    }


@pytest.fixture
def admin(app: FastAPI, admin_of: Callable[[FastAPI], Api]) -> Api:
    return admin_of(app)


def test_plan_can_be_created_changed_deactivated_and_deleted(admin: Api, operator: Api):
    plan = admin.add_plan(name="Pro", price=2900, features="Stock, Quotes", description="")
    assert plan["features"] == {"items": ["Stock", "Quotes"]}
    assert (plan["interval"], plan["trialDays"], plan["isActive"], plan["description"]) == ("monthly", 0, True, None)
    path = f"/api/admin/subscription-plans/{plan['id']}"

    changed = ok_json(admin.patch(path, json={"price": 3900, "trialDays": 7}))
    same = ok_json(admin.patch(path, json=changed))
    off = ok_json(admin.patch(f"{path}/status", json={"isActive": False}))

    assert (changed["price"], changed["trialDays"], changed["name"]) == (3900, 7, "Pro")
    assert same["price"] == 3900
    assert off["isActive"] is False
    assert [entry["isActive"] for entry in ok_json(operator.get("/api/subscription/plans"))] == [False]
    assert [admin.delete(path).status_code for _ in range(2)] == [204, 404]
    noted = ok_json(admin.get("/api/admin/audit", params={"action": "plan."}))["items"]
    assert [(line["action"], line["subject"]) for line in noted] == [
        ("plan.deleted", "Pro"),
        ("plan.deactivated", "Pro"),
        ("plan.changed", "Pro"),
        ("plan.created", "Pro"),
    ]
    assert noted[2]["details"] == {"changed": ["price", "trialDays"]}
    assert ok_json(operator.get("/api/subscription/plans")) == []


@pytest.mark.parametrize(
    "fields, field, sentence",
    [
        ({"name": "ab"}, "name", "Name must be at least 3 characters"),
        ({"name": "  a  "}, "name", "Name must be at least 3 characters"),
        ({"name": None}, "name", "Name must be at least 3 characters"),
        ({"price": -1}, "price", "Price must be a positive number"),
        ({"price": 19.5}, "price", None),
        ({"price": "29"}, "price", None),
        ({"price": 10**9}, "price", None),
        ({"trialDays": -1}, "trialDays", None),
        ({"trialDays": 731}, "trialDays", None),
        ({"interval": "weekly"}, "interval", None),
        ({"features": {"items": [1, {}]}}, "features", "Features must be a list of strings"),
        ({"features": '{"items":'}, "features", None),
        ({"features": '["One", '}, "features", None),
        ({"isActive": "yes"}, "isActive", None),
    ],
    ids=str,
)
def test_invalid_plan_field_is_refused(fields: dict[str, Any], field: str, sentence: str | None, admin: Api):
    """Case 84."""
    body = {"name": "Pro", "price": 2900, **fields}

    answer = admin.post("/api/admin/subscription-plans", json=body)

    assert answer.status_code == 422
    assert field in answer.json()["fields"]
    assert sentence is None or answer.json()["fields"][field] == sentence


def test_free_plan_is_active_immediately_and_renews(
    operator: Api, keyless_plan: MakePlan, present: time_machine.Traveller
):
    free = keyless_plan(price=0)

    begun = ok_json(operator.subscribe(free))

    assert begun["clientSecret"] is None
    assert begun["subscription"]["status"] == "active"
    again = operator.subscribe(free)
    assert (again.status_code, again.json()["code"]) == (409, "already_subscribed")
    present.shift(timedelta(days=45))
    operator.login(operator.user["email"])
    later = operator.subscription()
    assert later["status"] == "active"
    assert later["currentPeriodStart"] == begun["subscription"]["currentPeriodEnd"]
    ok_json(operator.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": True}))
    assert operator.subscription()["status"] == "active"
    present.shift(timedelta(days=31))
    operator.login(operator.user["email"])
    assert operator.subscription()["status"] == "canceled"
    assert ok_json(operator.subscribe(free))["subscription"]["status"] == "active"


def test_trial_without_stripe_keys_ends_past_due_and_can_be_replaced(
    operator: Api, keyless_plan: MakePlan, present: time_machine.Traveller
):
    trial, free = keyless_plan(trialDays=14), keyless_plan(price=0)

    begun = ok_json(operator.subscribe(trial))

    assert begun["subscription"]["status"] == "trial"
    assert begun["subscription"]["currentPeriodEnd"] == begun["subscription"]["trialEnd"]
    present.shift(timedelta(days=15))
    over = ok_json(operator.get("/api/subscription"))
    assert (over["subscription"]["status"], over["payable"]) == ("past_due", False)
    paid_again = operator.subscribe(trial)
    assert (paid_again.status_code, paid_again.json()["code"]) == (503, "no_stripe_keys")
    assert operator.subscription()["status"] == "past_due"
    assert ok_json(operator.subscribe(free))["subscription"]["status"] == "active"


def test_replacing_running_trial_needs_confirmation(operator: Api, keyless_plan: MakePlan):
    trial, free = keyless_plan(trialDays=14), keyless_plan(price=0)
    ok_json(operator.subscribe(trial))

    refused = operator.subscribe(free)
    assert (refused.status_code, refused.json()["code"]) == (409, "trial_running")
    assert operator.subscription()["status"] == "trial"

    confirmed = operator.post("/api/subscription", json={"planId": free["id"], "endsTrial": True})
    assert ok_json(confirmed)["subscription"]["status"] == "active"


def test_expired_keyless_trial_can_be_paid_once_keys_are_set(
    operator: Api,
    keyless_plan: MakePlan,
    with_keys: FastAPI,
    caller_of: Callable[..., Api],
    present: time_machine.Traveller,
):
    trial = keyless_plan(trialDays=14)
    ok_json(operator.subscribe(trial))
    present.shift(timedelta(days=15))
    later = caller_of(with_keys).login(operator.user["email"])
    assert ok_json(later.get("/api/subscription"))["payable"] is False

    begun = ok_json(later.subscribe(trial))

    assert (begun["subscription"]["status"], begun["payable"]) == ("incomplete", True)
    assert ok_json(later.post("/api/subscription/pay"))["clientSecret"] == begun["clientSecret"]


def test_trial_can_be_canceled_and_resumed_without_stripe_keys(operator: Api, keyless_plan: MakePlan):
    ok_json(operator.subscribe(keyless_plan(trialDays=14)))
    cancel = "/api/subscription/cancel"

    canceled = ok_json(operator.post(cancel, json={"cancelAtPeriodEnd": True}))["subscription"]
    twice = operator.post(cancel, json={"cancelAtPeriodEnd": True})
    resumed = ok_json(operator.post(cancel, json={"cancelAtPeriodEnd": False}))["subscription"]

    assert (canceled["status"], canceled["cancelAtPeriodEnd"]) == ("trial", True)
    assert twice.status_code == 409
    assert (resumed["status"], resumed["cancelAtPeriodEnd"], resumed["canceledAt"]) == ("trial", False, None)


def test_paid_plan_without_stripe_keys_is_refused_with_explanation(operator: Api, keyless_plan: MakePlan):
    paid = operator.subscribe(keyless_plan())
    intent = operator.post("/api/create-payment-intent", json={"amount": 19.99, "description": "x"})

    for answer in (paid, intent):
        assert answer.status_code == 503
        assert answer.json()["needsStripeKey"] is True
        assert "Stripe API keys" in answer.json()["message"]
    assert operator.get("/api/subscription").status_code == 404


def test_plan_with_subscribers_cannot_be_deleted_nor_can_its_subscribers(admin: Api, operator: Api):
    plan = admin.add_plan(price=0)
    ok_json(operator.subscribe(plan))

    kept = admin.delete(f"/api/admin/subscription-plans/{plan['id']}")
    person = admin.delete(f"/api/admin/users/{operator.id}")

    assert (kept.status_code, kept.json()["code"]) == (409, "plan_in_use")
    assert (person.status_code, person.json()["code"]) == (409, "has_subscription")
    (row,) = ok_json(admin.get("/api/admin/subscriptions"))
    assert (row["userId"], row["status"], row["planName"], row["price"]) == (operator.id, "active", plan["name"], 0)
    assert row["email"] == operator.user["email"]


def test_subscription_list_and_totals_reflect_ended_trials(
    admin: Api, operator: Api, new_caller: Callable[[], Api], present: time_machine.Traveller
):
    """A trial without Stripe keys ends by date; list, filters, totals and overview agree on its status."""
    trial, free = admin.add_plan(name="Studio", price=2900, trialDays=14), admin.add_plan(name="Starter", price=0)
    leaving, staying = new_caller().register("leaving@example.com"), new_caller().register("staying@example.com")
    for caller, plan in ((operator, trial), (leaving, trial), (staying, free)):
        ok_json(caller.subscribe(plan))
    ok_json(leaving.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": True}))

    def page(**query: Any) -> dict[str, Any]:
        return ok_json(admin.get("/api/admin/subscriptions", params={"limit": "2", **query}))

    def who(found: dict[str, Any]) -> list[str]:
        return [row["email"] for row in found["items"]]

    assert page()["figures"] == {
        "live": 3,
        "onTrial": 2,
        "pastDue": 0,
        "monthlyRevenue": 5800,
        "recurringMonthly": 0,
    }
    present.shift(timedelta(days=15))
    admin.login("admin@example.com")

    first = page()
    assert (who(first), first["matching"]) == (["staying@example.com", "leaving@example.com"], 3)
    assert [row["status"] for row in first["items"]] == ["active", "canceled"]
    last = page(cursor=first["nextCursor"])
    assert (who(last), last["nextCursor"]) == ([operator.user["email"]], None)
    assert [who(page(status=status)) for status in ("past_due", "canceled", "trial")] == [
        [operator.user["email"]],
        ["leaving@example.com"],
        [],
    ]
    assert [page(q=q)["matching"] for q in ("STAY", "studio", "100%")] == [1, 2, 0]
    figures = {"live": 1, "onTrial": 0, "pastDue": 1, "monthlyRevenue": 0, "recurringMonthly": 0}
    assert page(q="nobody")["figures"] == figures
    overview = ok_json(admin.get("/api/admin/overview"))
    assert overview["subscriptions"] == figures
    assert "subscriptions_past_due" in overview["attention"]
    for wrong in ({"status": "none"}, {"cursor": "x"}, {"q": "\x00"}, {"limit": "0"}):
        assert admin.get("/api/admin/subscriptions", params=wrong).status_code == 422


def test_plan_is_synced_to_stripe_on_creation_or_later_change(
    with_keys: FastAPI, admin_of: Callable[[FastAPI], Api], provider: StandIn
):
    admin = admin_of(with_keys)

    synced = admin.add_plan(name="Pro", interval="quarterly")
    provider.fault("429", "POST /v1/products", times=9)
    late = admin.add_plan(name="Late")
    provider.mend()
    renamed = ok_json(admin.patch(f"/api/admin/subscription-plans/{late['id']}", json={"name": "Later"}))
    off = ok_json(admin.patch(f"/api/admin/subscription-plans/{synced['id']}/status", json={"isActive": False}))

    assert synced["stripePriceId"] is not None
    assert (late["stripeProductId"], late["stripePriceId"]) == (None, None)
    assert renamed["stripePriceId"] is not None
    products = {product["name"]: product["active"] for product in provider.objects("product")}
    assert products == {"Pro": False, "Later": True}
    assert off["stripePriceId"] == synced["stripePriceId"]
    assert provider.objects("price")[0]["recurring"]["interval_count"] == 3


def test_visitors_see_only_active_plans(operator: Api, visitor: Api, admin: Api):
    offered, gone = admin.add_plan(name="Large", price=4900), admin.add_plan(name="Old", price=100)
    ok_json(admin.patch(f"/api/admin/subscription-plans/{gone['id']}/status", json={"isActive": False}))

    shown = ok_json(visitor.get("/api/public/plans"))

    assert [(plan["id"], plan["price"]) for plan in shown["plans"]] == [(offered["id"], 4900)]
    assert shown["currency"] == "USD"
    assert "stripePriceId" not in shown["plans"][0]


def test_monthly_recurring_revenue_excludes_trials_and_cancellations(
    app: FastAPI, admin: Api, operator: Api, new_caller: Callable[[], Api]
):
    free, trial = admin.add_plan(name="Starter", price=0), admin.add_plan(name="Studio", price=2900, trialDays=14)
    sold = [("monthly", 2900), ("quarterly", 10_000), ("annual", 29_000), ("monthly", 5000)]
    others = [new_caller().register(f"{number}@example.com") for number in range(len(sold))]
    for caller in others:
        ok_json(caller.subscribe(free))
    ok_json(others[-1].post("/api/subscription/cancel", json={"cancelAtPeriodEnd": True}))
    ok_json(operator.subscribe(trial))
    database: Database = app.state.database
    with database.write() as db, all_tenants(db, "prices as if they had been agreed"):
        ids = db.scalars(select(Subscription.id).where(Subscription.status == "active").order_by(Subscription.id))
        for ident, (interval, cents) in zip(list(ids), sold, strict=True):
            agreed = update(Subscription).where(Subscription.id == ident)
            db.execute(agreed.values(interval=interval, price_cents=cents))

    figures = ok_json(admin.get("/api/admin/overview"))["subscriptions"]

    assert figures["monthlyRevenue"] == 2900 + 10_000 + 29_000 + 5000 + 2900
    assert figures["recurringMonthly"] == 2900 + 3333 + 2417
