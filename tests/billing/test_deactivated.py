"""A deactivated business is no longer charged for its plan."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI

from marqueedesk.billing.stopping import TIME_TO_UNDO
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, drain
from tests.support.standin import StandIn


def set_active(admin: Api, owner: Api, *, active: bool) -> None:
    ok_json(admin.patch(f"/api/admin/users/{owner.user['id']}/status", json={"isActive": active}))


@contextmanager
def after_time_to_undo(app: FastAPI) -> Iterator[None]:
    """Move past the time to undo the deactivation, and run the due jobs."""
    with time_machine.travel(datetime.now(UTC) + TIME_TO_UNDO + timedelta(seconds=5), tick=True):
        drain(app)
        yield


def subscription_status(admin: Api) -> tuple[str, bool]:
    """Return the status of the only subscription, as administrators see it."""
    (row,) = ok_json(admin.get("/api/admin/subscriptions"))
    return row["status"], row["cancelAtPeriodEnd"]


def subscribed(owner: Api, admin: Api, provider: StandIn, deliver: Deliverer, card: str = "4242424242424242") -> None:
    provider.pay(ok_json(owner.subscribe(admin.add_plan()))["clientSecret"], card)
    deliver()


def paid(provider: StandIn) -> int:
    return sum(intent["status"] == "succeeded" for intent in provider.objects("payment_intent"))


def test_deactivation_cancels_active_plan_at_period_end(
    owner: Api, admin: Api, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    subscribed(owner, admin, provider, deliver)

    set_active(admin, owner, active=False)
    drain(with_keys)
    at_first = subscription_status(admin)
    with after_time_to_undo(with_keys):
        then = subscription_status(admin)
        provider.advance(days=70)
        deliver()

    assert at_first == ("active", False), "the deactivation can still be undone"
    assert then == ("active", True)
    assert (subscription_status(admin)[0], paid(provider)) == ("canceled", 1)


def test_undone_deactivation_does_not_cancel_plan(
    owner: Api, admin: Api, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    subscribed(owner, admin, provider, deliver)

    set_active(admin, owner, active=False)
    set_active(admin, owner, active=True)
    with after_time_to_undo(with_keys):
        pass

    assert subscription_status(admin) == ("active", False)
    assert [one["cancel_at_period_end"] for one in provider.objects("subscription")] == [False]


@pytest.mark.parametrize("told", [True, False])
def test_deactivation_cancels_past_due_plan_immediately(
    told: bool, owner: Api, admin: Api, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    """This holds even if no webhook has reported the failed renewal."""
    subscribed(owner, admin, provider, deliver, "4000000000000341")
    provider.advance(days=32)
    if told:
        deliver()

    set_active(admin, owner, active=False)
    with after_time_to_undo(with_keys):
        pass

    (there,) = provider.objects("subscription")
    assert (subscription_status(admin)[0], there["status"]) == ("canceled", "canceled")
    assert [invoice["status"] for invoice in provider.objects("invoice")] == ["paid", "void"]


def test_trial_of_deactivated_business_is_not_charged(
    owner: Api, admin: Api, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    ok_json(owner.subscribe(admin.add_plan(trialDays=14)))
    provider.give_card(ok_json(owner.post("/api/subscription/card"))["clientSecret"])
    ok_json(owner.post("/api/subscription/card/use"))

    set_active(admin, owner, active=False)
    with after_time_to_undo(with_keys):
        provider.advance(days=20)
        deliver()

    assert (subscription_status(admin)[0], paid(provider)) == ("canceled", 0)


def test_cancellation_after_deactivation_is_retried_if_stripe_is_unavailable(
    owner: Api, admin: Api, provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    subscribed(owner, admin, provider, deliver)
    set_active(admin, owner, active=False)

    provider.fault("500", "subscriptions", times=9)
    with after_time_to_undo(with_keys):
        before = subscription_status(admin)
    provider.mend()
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=3), tick=True):
        drain(with_keys)

    assert (before, subscription_status(admin)) == (("active", False), ("active", True))


def test_deactivation_without_paid_plan_makes_no_stripe_request(
    owner: Api, admin: Api, provider: StandIn, with_keys: FastAPI, caller_of: Callable[..., Api]
):
    free: dict[str, Any] = admin.add_plan(price=0)
    other = caller_of(with_keys).register()
    ok_json(owner.subscribe(free))

    set_active(admin, owner, active=False)
    set_active(admin, other, active=False)
    asked = len(provider.calls("subscriptions"))
    with after_time_to_undo(with_keys):
        pass

    assert subscription_status(admin) == ("active", False)
    assert len(provider.calls("subscriptions")) == asked
