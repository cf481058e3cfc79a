"""Subscription management by administrators: cancel, resume, extend a trial, and view card and customer."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import pytest
import time_machine
from fastapi import FastAPI

from tests.billing.conftest import Running
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.standin import StandIn

KEY = {"Idempotency-Key": "press-1"}
THE_ONE = "/api/admin/subscriptions/1"
"""The first subscription has ID 1 in a new database."""


@pytest.fixture
def active(running: Running) -> Api:
    """A business with a paid plan at 29.00."""
    return running.owner


@pytest.fixture
def on_trial(owner: Api, admin: Api, deliver: Deliverer) -> Api:
    """A business on the first day of a 14-day trial."""
    ok_json(owner.subscribe(admin.add_plan(trialDays=14)))
    deliver()
    return owner


def cancel(admin: Api, when: str, **headers: str) -> httpx.Response:
    return admin.post(f"{THE_ONE}/cancel", json={"when": when}, headers=headers)


def resume(admin: Api, **headers: str) -> httpx.Response:
    return admin.post(f"{THE_ONE}/resume", headers=headers)


def extend(admin: Api, day: date | str, **headers: str) -> httpx.Response:
    return admin.post(f"{THE_ONE}/extend-trial", json={"trialEnd": str(day)}, headers=headers)


def audit_entries(admin: Api) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the administrators' subscription actions in the audit log, newest first."""
    lines = ok_json(admin.get("/api/admin/audit", params={"action": "subscription.admin_"}))["items"]
    assert {line["actor"] for line in lines} <= {"admin@example.com"}
    return [(line["action"].partition("admin_")[2], line["subject"], line["details"]) for line in lines]


def only_subscription(provider: StandIn) -> dict[str, Any]:
    (found,) = provider.objects("subscription")
    return found


def paid(provider: StandIn) -> int:
    return sum(intent["status"] == "succeeded" for intent in provider.objects("payment_intent"))


def day_after(days: float) -> date:
    return (datetime.now(UTC) + timedelta(days=days)).date()


def test_subscription_page_shows_card_customer_and_payments(active: Api, admin: Api, provider: StandIn):
    found = ok_json(admin.get(THE_ONE))

    assert found["card"] == {"kind": "card", "brand": "visa", "last4": "4242", "expMonth": 12, "expYear": 2040}
    assert (found["email"], found["status"], found["problem"]) == (active.user["email"], "active", None)
    assert [(payment["amount"], payment["status"]) for payment in found["payments"]] == [(2900, "succeeded")]
    assert found["actions"] == ["cancelAtPeriodEnd", "cancelNow"]
    assert found["latestTrialEnd"] is None
    page = httpx.get(found["customerUrl"])
    assert page.status_code == 200
    assert active.user["email"] in page.text


def test_subscription_page_shows_current_stripe_state_or_a_warning(active: Api, admin: Api, provider: StandIn):
    """The change at Stripe has sent no webhook."""
    only_subscription(provider)["cancel_at_period_end"] = True
    provider.events()
    provider.fault("500", "GET /v1/subscriptions", times=3)

    older, now = ok_json(admin.get(THE_ONE)), ok_json(admin.get(THE_ONE))

    assert (older["cancelAtPeriodEnd"], now["cancelAtPeriodEnd"], now["problem"]) == (False, True, None)
    assert "could not be reached" in older["problem"]
    assert active.subscription()["cancelAtPeriodEnd"] is True


def test_administrator_can_cancel_at_period_end_and_resume(
    active: Api, admin: Api, provider: StandIn, deliver: Deliverer
):
    canceled = ok_json(cancel(admin, "periodEnd"))
    again = cancel(admin, "periodEnd")

    assert (canceled["status"], canceled["cancelAtPeriodEnd"]) == ("active", True)
    assert canceled["actions"] == ["resume", "cancelNow"]
    assert (again.status_code, again.json()["code"]) == (409, "already_canceled")
    assert active.subscription()["cancelAtPeriodEnd"] is True

    resumed = ok_json(resume(admin))
    assert (resumed["cancelAtPeriodEnd"], only_subscription(provider)["cancel_at_period_end"]) == (False, False)
    assert (resume(admin).status_code, resume(admin).json()["code"]) == (409, "not_canceled")
    email, plan = active.user["email"], {"plan": resumed["planName"], "before": None, "after": None}
    assert audit_entries(admin) == [("resumed", email, plan), ("canceled", email, plan)]
    provider.advance(days=32)
    deliver()
    assert paid(provider) == 2


def test_administrator_can_cancel_immediately_and_owner_can_resubscribe(
    active: Api, admin: Api, provider: StandIn, deliver: Deliverer
):
    ended = ok_json(cancel(admin, "now"))

    assert (ended["status"], ended["actions"], only_subscription(provider)["status"]) == ("canceled", [], "canceled")
    assert ended["card"]["last4"] == "4242"
    for refused in (cancel(admin, "now"), cancel(admin, "periodEnd"), resume(admin), extend(admin, day_after(30))):
        assert (refused.status_code, refused.json()["code"]) == (409, "subscription_ended")
    provider.advance(days=70)
    deliver()
    assert paid(provider) == 1
    ok_json(active.subscribe(admin.add_plan(price=0)))
    assert ok_json(admin.get(THE_ONE))["status"] == "canceled"
    assert [action for action, *_ in audit_entries(admin)] == ["ended"]


def test_past_due_subscription_can_only_be_canceled_immediately(
    owner: Api, admin: Api, provider: StandIn, deliver: Deliverer
):
    provider.pay(ok_json(owner.subscribe(admin.add_plan()))["clientSecret"], "4000000000000341")
    deliver()
    provider.advance(days=32)
    deliver()
    assert ok_json(admin.get(THE_ONE))["actions"] == ["cancelNow"]

    waiting = cancel(admin, "periodEnd")
    ok_json(cancel(admin, "now"))

    assert (waiting.status_code, waiting.json()["code"]) == (409, "nothing_paid_for")
    assert [invoice["status"] for invoice in provider.objects("invoice")] == ["paid", "void"]


def test_extended_trial_is_charged_at_its_new_end(on_trial: Api, admin: Api, provider: StandIn, deliver: Deliverer):
    provider.give_card(ok_json(on_trial.post("/api/subscription/card"))["clientSecret"])
    ok_json(on_trial.post("/api/subscription/card/use"))
    before = ok_json(admin.get(THE_ONE))
    assert before["actions"] == ["extendTrial", "cancelAtPeriodEnd", "cancelNow"]

    longer = ok_json(extend(admin, day_after(24)))

    ends = datetime.fromisoformat(longer["trialEnd"])
    assert ends - datetime.fromisoformat(before["trialEnd"]) == timedelta(days=10)
    assert (longer["currentPeriodEnd"], only_subscription(provider)["trial_end"]) == (
        longer["trialEnd"],
        ends.timestamp(),
    )
    provider.advance(days=20)
    deliver()
    assert (on_trial.subscription()["status"], paid(provider)) == ("trial", 0)
    provider.advance(days=5)
    deliver()
    assert (on_trial.subscription()["status"], paid(provider)) == ("active", 1)
    ((action, _, details),) = audit_entries(admin)
    assert (action, details["before"], details["after"]) == (
        "extended",
        before["trialEnd"][:10],
        longer["trialEnd"][:10],
    )
    late = extend(admin, day_after(60))
    assert (late.status_code, late.json()["code"]) == (409, "not_on_trial")


def test_invalid_trial_end_names_the_field(on_trial: Api, admin: Api, provider: StandIn):
    end = ok_json(admin.get(THE_ONE))["trialEnd"][:10]
    last = ok_json(admin.get(THE_ONE))["latestTrialEnd"]

    for day in (end, day_after(3), "2027-02-30", "soon", "", day_after(731)):
        refused = extend(admin, day)
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["trialEnd"]), day
    assert extend(admin, end).json()["fields"]["trialEnd"] == f"Choose a day after {end}"
    assert extend(admin, last).status_code == 200
    assert only_subscription(provider)["trial_end"] > (datetime.now(UTC) + timedelta(days=725)).timestamp()
    assert cancel(admin, "tomorrow").status_code == 422


def test_cancel_retry_with_same_key_has_no_further_effect(active: Api, admin: Api, provider: StandIn):
    for _ in range(2):
        assert ok_json(cancel(admin, "periodEnd", **KEY))["cancelAtPeriodEnd"] is True
    ok_json(resume(admin))

    late = ok_json(cancel(admin, "periodEnd", **KEY))

    assert (late["cancelAtPeriodEnd"], active.subscription()["cancelAtPeriodEnd"]) == (False, False)
    assert [action for action, *_ in audit_entries(admin)] == ["resumed", "canceled"]
    other = cancel(admin, "now", **KEY)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")
    assert len(provider.calls("POST /v1/subscriptions/")) == 2


@pytest.mark.parametrize("told", [False, True], ids=["no event", "an event"])
@pytest.mark.parametrize("what", ["now", "periodEnd", "extend"])
def test_subscription_action_with_lost_response_is_found_by_retry(
    what: str, told: bool, owner: Api, admin: Api, provider: StandIn, deliver: Deliverer
):
    """Stripe completes the action but its response is lost; the audit has one entry, with or without a webhook."""
    ok_json(owner.subscribe(admin.add_plan(trialDays=14)))
    deliver()
    day = day_after(20)

    def press() -> httpx.Response:
        return extend(admin, day, **KEY) if what == "extend" else cancel(admin, what, **KEY)

    for match in ("POST /v1/subscriptions/", "DELETE /v1/subscriptions/", "GET /v1/subscriptions/"):
        provider.fault("gone", match, times=3)
    lost = press()
    provider.mend()
    if told:
        deliver()
    found = [ok_json(press()) for _ in range(2)]

    assert lost.status_code == 502
    assert "Nothing will be charged twice" in lost.json()["message"]
    assert found[0] == found[1]
    assert len(audit_entries(admin)) == 1
    assert only_subscription(provider)["status"] == ("canceled" if what == "now" else "trialing")
    assert found[0]["cancelAtPeriodEnd"] is (what == "periodEnd")
    assert (found[0]["trialEnd"][:10] == str(day)) is (what == "extend")


def test_action_refused_by_stripe_is_explained_and_not_audited(active: Api, admin: Api, provider: StandIn):
    provider.refuse("POST /v1/subscriptions/", "strange_code", "This subscription is managed by a schedule.")
    schedule = cancel(admin, "periodEnd")
    provider.refuse("POST /v1/subscriptions/", "lock_timeout")
    busy = cancel(admin, "periodEnd")
    provider.fault("429", "POST /v1/subscriptions/")
    many = cancel(admin, "periodEnd")

    assert schedule.status_code == 502
    assert schedule.json()["message"] == (
        "Stripe rejected this, and nothing was changed. Reason: This subscription is managed by a schedule."
    )
    assert busy.json()["message"] == "Stripe is still working on this. Try again in a few seconds."
    assert (many.status_code, "few seconds" in many.json()["message"]) == (503, True)
    assert audit_entries(admin) == []
    assert active.subscription()["cancelAtPeriodEnd"] is False


def test_subscription_canceled_at_stripe_is_shown_as_canceled(active: Api, admin: Api, provider: StandIn):
    provider.ask("DELETE", f"/v1/subscriptions/{only_subscription(provider)['id']}")
    provider.events()

    refused = cancel(admin, "periodEnd")

    assert (refused.status_code, refused.json()["code"]) == (409, "subscription_ended")
    assert "in Stripe" in refused.json()["message"]
    assert (active.subscription()["status"], audit_entries(admin)) == ("canceled", [])


def test_subscription_unknown_to_stripe_is_explained(active: Api, admin: Api, provider: StandIn):
    provider.reset()

    shown, refused = ok_json(admin.get(THE_ONE)), cancel(admin, "now")

    assert refused.status_code == 502
    assert "current keys" in refused.json()["message"]
    assert (shown["status"], shown["problem"]) == ("active", refused.json()["message"])
    assert shown["actions"] == ["endHere"]


def test_subscription_unknown_to_stripe_can_be_ended_locally(
    active: Api, admin: Api, provider: StandIn, deliver: Deliverer
):
    known = cancel(admin, "here")
    provider.advance(days=32)
    later = deliver.taken()
    kept = dict(provider.app.state.world.objects["subscription"])
    provider.app.state.world.objects["subscription"].clear()

    ended = [ok_json(cancel(admin, "here", **KEY)) for _ in range(2)]

    assert (known.status_code, known.json()["code"]) == (409, "known_at_provider")
    assert [(one["status"], one["actions"], one["cancelAtPeriodEnd"]) for one in ended] == [("canceled", [], False)] * 2
    assert [action for action, *_ in audit_entries(admin)] == ["ended_here"]
    ok_json(active.subscribe(admin.add_plan(price=0)))
    # When the former keys are back, webhooks about the ended subscription do not restore it.
    provider.app.state.world.objects["subscription"].update(kept)
    deliver(later)
    assert ok_json(admin.get(THE_ONE))["status"] == "canceled"
    assert active.subscription()["status"] == "active"


def test_administrator_can_manage_trial_without_stripe_keys(
    app: FastAPI,
    operator: Api,
    keyless_plan: Callable[..., dict[str, Any]],
    caller_of: Callable[..., Api],
    present: time_machine.Traveller,
):
    ok_json(operator.subscribe(keyless_plan(trialDays=14)))
    admin = caller_of(app).login("admin@example.com")
    shown = ok_json(admin.get(THE_ONE))
    assert (shown["customerUrl"], shown["card"], shown["problem"]) == (None, None, None)

    present.shift(timedelta(days=15))
    admin.login("admin@example.com")
    over = ok_json(admin.get(THE_ONE))
    assert (over["status"], over["actions"]) == ("past_due", ["extendTrial", "cancelNow"])
    again = ok_json(extend(admin, day_after(7)))
    assert (again["status"], again["trialEnd"]) == ("trial", again["currentPeriodEnd"])
    assert operator.subscription()["status"] == "trial"

    assert ok_json(cancel(admin, "periodEnd"))["cancelAtPeriodEnd"] is True
    assert ok_json(resume(admin))["cancelAtPeriodEnd"] is False
    assert ok_json(cancel(admin, "now", **KEY))["status"] == "canceled"
    assert ok_json(cancel(admin, "now", **KEY))["status"] == "canceled"
    assert [action for action, *_ in audit_entries(admin)] == ["ended", "resumed", "canceled", "extended"]


def test_action_without_stripe_keys_reports_which_keys_are_missing(
    active: Api, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], admin: Api
):
    without = caller_of(app_with()).login("admin@example.com")

    refused = cancel(without, "now")

    assert (refused.status_code, refused.json()["code"]) == (503, "no_stripe_keys")
    assert refused.json()["message"] == ok_json(without.get(THE_ONE))["problem"]
    assert "Settings > Payments" in refused.json()["message"]
