"""Plan changes of active subscriptions: previewed, charged as shown, and recorded once."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.kit import clock
from tests.billing.conftest import Running
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, active_subscription
from tests.support.standin import StandIn

MakePlan = Callable[..., dict[str, Any]]


@pytest.fixture
def pro(running: Running) -> dict[str, Any]:
    """An active plan at 29.00 a month."""
    return running.plan


def move_to_mid_period(provider: StandIn, owner: Api, deliver: Deliverer) -> None:
    """Shift Stripe's period dates so that the subscription is halfway through its period."""
    item = provider.objects("subscription")[0]["items"]["data"][0]
    length = item["current_period_end"] - item["current_period_start"]
    now = int(clock.now().timestamp())
    item.update(current_period_start=now - length // 2, current_period_end=now - length // 2 + length)
    ok_json(owner.post("/api/subscription/cancel", json={}))
    ok_json(owner.post("/api/subscription/cancel", json={"cancelAtPeriodEnd": False}))
    deliver()


def preview(owner: Api, plan: dict[str, Any]) -> dict[str, Any]:
    return ok_json(owner.post("/api/subscription/change/preview", json={"planId": plan["id"]}))


def change(owner: Api, shown: dict[str, Any], **other: Any) -> Any:
    body = {"planId": shown["planId"], "at": shown["at"], "dueNow": shown["dueNow"]} | other
    return owner.post("/api/subscription/change", json=body)


def plan_now(owner: Api) -> tuple[str, int, str]:
    plan = ok_json(owner.get("/api/subscription"))["plan"]
    return plan["name"], plan["price"], plan["interval"]


def amounts(owner: Api) -> list[int]:
    return [payment["amount"] for payment in ok_json(owner.get("/api/payments"))]


@pytest.mark.usefixtures("pro")
def test_upgrade_charges_the_prorated_difference_shown_in_preview(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    most = plan(name="Max", price=5900)
    move_to_mid_period(provider, owner, deliver)
    ends = owner.subscription()["currentPeriodEnd"]

    shown = preview(owner, most)
    before = plan_now(owner)
    changed = ok_json(change(owner, shown))
    deliver()

    assert before == ("Pro", 2900, "monthly")
    assert [line["amount"] for line in shown["lines"]] == [-1450, 2950]
    assert (shown["dueNow"], shown["credited"], shown["nextPayment"]) == (1500, 0, 5900)
    assert datetime.fromisoformat(shown["nextPaymentAt"]) == datetime.fromisoformat(ends)
    assert changed["plan"]["name"] == "Max"
    assert plan_now(owner) == ("Max", 5900, "monthly")
    assert amounts(owner) == [1500, 2900]


@pytest.mark.usefixtures("pro")
def test_downgrade_leaves_credit_for_next_payments(owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer):
    least = plan(name="Solo", price=900)
    move_to_mid_period(provider, owner, deliver)

    shown = preview(owner, least)
    ok_json(change(owner, shown))
    deliver()
    next_one = ok_json(owner.get("/api/subscription/next-payment"))
    back = preview(owner, plan(name="Max", price=5900))
    provider.advance(days=17)
    deliver()

    assert (shown["dueNow"], shown["credited"], shown["nextPayment"]) == (0, 1000, 0)
    assert next_one["amount"] == 0, "the credit covers the payment"
    assert plan_now(owner) == ("Solo", 900, "monthly")
    assert (back["creditUsed"], back["dueNow"], back["nextPayment"]) == (1000, 1500, 5900)
    assert amounts(owner) == [2900], "credit paid for the renewal"


@pytest.mark.usefixtures("pro")
def test_change_to_yearly_plan_starts_new_period_immediately(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    year = plan(name="Pro, yearly", price=29_000, interval="annual")
    move_to_mid_period(provider, owner, deliver)

    shown = preview(owner, year)
    changed = ok_json(change(owner, shown))

    assert (shown["dueNow"], shown["nextPayment"]) == (27_550, 29_000)
    assert plan_now(owner) == ("Pro, yearly", 29_000, "annual")
    end = datetime.fromisoformat(changed["subscription"]["currentPeriodEnd"])
    assert timedelta(days=364) < end - clock.now() < timedelta(days=367)
    assert end == datetime.fromisoformat(shown["nextPaymentAt"])


@pytest.mark.usefixtures("pro")
def test_preview_of_shorter_interval_shows_payment_at_its_own_period_end(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    ok_json(change(owner, preview(owner, plan(name="Pro, yearly", price=29_000, interval="annual"))))
    deliver()

    month, free = preview(owner, plan(name="Solo", price=900)), preview(owner, plan(name="Free", price=0))

    assert datetime.fromisoformat(month["nextPaymentAt"]) - clock.now() < timedelta(days=32)
    assert (month["dueNow"], month["credited"], month["nextPayment"]) == (0, 28_100, 0)
    assert (free["credited"], free["nextPaymentAt"]) == (29_000, None)


def test_trial_continues_after_plan_change(owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer):
    ok_json(owner.subscribe(plan(name="Pro", price=2900, trialDays=14)))
    deliver()
    before = owner.subscription()

    shown = preview(owner, plan(name="Max", price=5900, trialDays=30))
    ok_json(change(owner, shown))

    now = owner.subscription()
    assert (shown["dueNow"], shown["credited"], shown["nextPayment"]) == (0, 0, 5900)
    assert (now["status"], now["trialEnd"]) == ("trial", before["trialEnd"])
    assert plan_now(owner) == ("Max", 5900, "monthly")


def test_plan_change_with_declined_card_changes_nothing(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    begun = ok_json(owner.subscribe(plan(name="Pro", price=2900)))
    provider.pay(begun["clientSecret"], "4000000000000341")
    deliver()
    shown = preview(owner, plan(name="Max", price=5900))

    refused = change(owner, shown)
    deliver()

    assert (refused.status_code, refused.json()["code"]) == (402, "card_declined")
    assert plan_now(owner) == ("Pro", 2900, "monthly")
    assert owner.subscription()["status"] == "active"
    assert amounts(owner) == [2900]


@pytest.mark.usefixtures("pro")
def test_plan_change_with_outdated_preview_is_refused(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    move_to_mid_period(provider, owner, deliver)
    shown = preview(owner, plan(name="Max", price=5900))
    long_ago = (datetime.fromisoformat(shown["at"]) - timedelta(minutes=31)).isoformat()

    answers = [change(owner, shown, dueNow=1499), change(owner, shown, at=long_ago)]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(409, "preview_outdated")] * 2
    assert plan_now(owner)[0] == "Pro"


@pytest.mark.usefixtures("pro")
def test_plan_change_with_lost_response_is_recorded_once(
    owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    move_to_mid_period(provider, owner, deliver)
    shown = preview(owner, plan(name="Max", price=5900))
    provider.fault("gone", "POST /v1/subscriptions", times=3)

    lost = change(owner, shown)
    before = plan_now(owner)
    deliver()

    assert lost.status_code == 502
    assert before == ("Pro", 2900, "monthly")
    assert plan_now(owner) == ("Max", 5900, "monthly"), "a webhook has recorded the change"
    assert amounts(owner) == [1500, 2900]
    assert change(owner, shown).json()["code"] == "same_plan"


def test_plan_changed_at_stripe_is_synced(
    pro: dict[str, Any], owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer
):
    most = plan(name="Max", price=5900)
    shown = preview(owner, most)
    subscription, price = provider.objects("subscription")[0], provider.objects("price")[-1]
    item = subscription["items"]["data"][0]["id"]
    data = {"items[0][id]": item, "items[0][price]": price["id"], "proration_behavior": "always_invoice"}
    data["payment_behavior"] = "error_if_incomplete"
    provider.ask("POST", f"/v1/subscriptions/{subscription['id']}", data=data).raise_for_status()
    deliver()

    assert plan_now(owner) == ("Max", 5900, "monthly")
    assert shown["planId"] == most["id"] != pro["id"]


def test_subscription_renews_at_old_price_after_plan_price_changes(
    pro: dict[str, Any], owner: Api, provider: StandIn, deliver: Deliverer, with_keys: FastAPI, caller_of: Any
):
    admin = caller_of(with_keys).login("admin@example.com")
    ok_json(admin.patch(f"/api/admin/subscription-plans/{pro['id']}", json={"price": 3900}))
    provider.advance(days=32)
    deliver()

    assert plan_now(owner) == ("Pro", 2900, "monthly")
    assert amounts(owner) == [2900, 2900]


@pytest.mark.usefixtures("pro")
def test_next_payment_is_plan_price_until_canceled(owner: Api):
    first = ok_json(owner.get("/api/subscription/next-payment"))
    ok_json(owner.post("/api/subscription/cancel", json={}))

    assert first["amount"] == 2900
    assert owner.get("/api/subscription/next-payment").json()["code"] == "no_subscription"


def test_rejected_plan_change_returns_its_reason(owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer):
    first, other, gone = plan(name="Pro"), plan(name="Max", price=5900), plan(name="Old", isActive=False)

    def refused(wanted: dict[str, Any]) -> tuple[int, str]:
        answer = owner.post("/api/subscription/change/preview", json={"planId": wanted["id"]})
        return answer.status_code, answer.json()["code"]

    none_yet = refused(other)
    begun = ok_json(owner.subscribe(first))
    unpaid = refused(other)
    provider.pay(begun["clientSecret"])
    deliver()
    same, inactive, unknown = refused(first), refused(gone), refused({"id": 99_999})
    ok_json(owner.post("/api/subscription/cancel", json={}))

    assert none_yet == (404, "no_subscription")
    assert unpaid == (409, "payment_open")
    assert (same, inactive, unknown) == ((409, "same_plan"), (409, "plan_inactive"), (404, "no_plan"))
    assert refused(other) == (409, "resume_first")


def test_free_plan_can_be_replaced_by_paid_plan(owner: Api, plan: MakePlan, provider: StandIn, deliver: Deliverer):
    free = plan(name="Free", price=0)
    ok_json(owner.subscribe(free))
    again = owner.subscribe(free)

    active_subscription(owner, plan(name="Pro", price=2900), provider, deliver)

    assert again.json()["code"] == "already_subscribed"
    assert plan_now(owner) == ("Pro", 2900, "monthly")
