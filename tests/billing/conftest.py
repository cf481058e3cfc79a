"""Billing fixtures: an application connected to the Stripe stand-in, plans, and a business with an active plan."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi import FastAPI

from tests.support.api import Api
from tests.support.billing import Deliverer, active_subscription
from tests.support.billing_fixtures import admin_of, arrange_with_keys, deliver, keyless_plan, new_admin, with_keys
from tests.support.standin import StandIn

__all__ = ["admin_of", "arrange_with_keys", "deliver", "keyless_plan", "with_keys"]


@dataclass(frozen=True, slots=True)
class Running:
    """A business with the paid plan "Pro" at 29.00 a month, and the administrator who created the plan."""

    owner: Api
    admin: Api
    plan: dict[str, Any]


@pytest.fixture
def running(arrange_with_keys: Callable[..., Any], provider: StandIn) -> Running:
    """An active subscription. The fixtures `owner`, `admin` and `plan` belong to it in tests that use it."""

    def build(app: FastAPI, new_caller: Callable[[], Api]) -> Running:
        owner, admin = new_caller().register(), new_admin(app, new_caller())
        plan = admin.add_plan(name="Pro", price=2900)
        active_subscription(owner, plan, provider, Deliverer(app, provider, new_caller()))
        return Running(owner, admin, plan)

    return arrange_with_keys("running", build)


def _running(request: pytest.FixtureRequest) -> Running | None:
    return request.getfixturevalue("running") if "running" in request.fixturenames else None


@pytest.fixture
def owner(request: pytest.FixtureRequest, with_keys: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """A signed-in business on an installation with Stripe keys."""
    found = _running(request)
    return found.owner if found else caller_of(with_keys).register()


@pytest.fixture
def admin(request: pytest.FixtureRequest, with_keys: FastAPI, admin_of: Callable[[FastAPI], Api]) -> Api:
    """A signed-in administrator on an installation with Stripe keys."""
    found = _running(request)
    return found.admin if found else admin_of(with_keys)


@pytest.fixture
def plan(admin: Api) -> Callable[..., dict[str, Any]]:
    """Create a plan: `plan(price=2900, trialDays=14)`."""
    return admin.add_plan
