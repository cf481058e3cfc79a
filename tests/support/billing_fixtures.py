"""An application that talks to the stand-in, plans, and what stands in for the worker."""

from collections.abc import Callable, Generator
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.accounts import passwords, service
from marqueedesk.kit import clock
from marqueedesk.kit.database import Database
from tests.support.api import PASSWORD, Api
from tests.support.billing import Deliverer
from tests.support.standin import StandIn


@pytest.fixture
def with_keys(lasting_app_with: Callable[..., FastAPI], provider: StandIn) -> Generator[FastAPI]:
    """The application with the keys of the stand-in."""
    app = lasting_app_with(**provider.settings())
    conversations = app.state.provider
    yield app
    # A test may have put others in their place.
    app.state.provider = conversations


@pytest.fixture
def owner(with_keys: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """A business, signed in, where the provider's keys are set."""
    return caller_of(with_keys).register()


@pytest.fixture
def deliver(with_keys: FastAPI, provider: StandIn, caller_of: Callable[..., Api]) -> Deliverer:
    """Brings the stand-in's events to the application, and does the jobs that they cause."""
    return Deliverer(with_keys, provider, caller_of(with_keys))


@pytest.fixture
def admin_of(caller_of: Callable[..., Api]) -> Callable[[FastAPI], Api]:
    """Make an administrator of an application, signed in."""

    def make(app: FastAPI) -> Api:
        database: Database = app.state.database
        with database.write() as db:
            digest = passwords.hash_password(PASSWORD)
            service.add_user(db, email="admin@example.com", password_hash=digest, role="admin", now=clock.now())
        return caller_of(app).login("admin@example.com")

    return make


@pytest.fixture
def plan(with_keys: FastAPI, admin_of: Callable[[FastAPI], Api]) -> Callable[..., dict[str, Any]]:
    """Make a plan: `plan(price=2900, trialDays=14)`."""
    return admin_of(with_keys).add_plan


@pytest.fixture
def keyless_plan(app: FastAPI, admin_of: Callable[[FastAPI], Api]) -> Callable[..., dict[str, Any]]:
    """Make a plan where there are no keys."""
    return admin_of(app).add_plan
