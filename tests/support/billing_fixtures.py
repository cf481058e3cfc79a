"""Fixtures for billing: an application connected to the stand-in, plans, and event delivery."""

from collections.abc import Callable, Generator
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.accounts import passwords, service
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from tests.support.api import PASSWORD, Api
from tests.support.billing import Deliverer
from tests.support.databases import Kind
from tests.support.standin import StandIn


@pytest.fixture
def with_keys(lasting_app_with: Callable[..., FastAPI], provider: StandIn) -> Generator[FastAPI]:
    """The application with the stand-in's keys."""
    app = lasting_app_with(**provider.settings())
    conversations = app.state.provider
    yield app
    # Undo replacements by a test.
    app.state.provider = conversations


_kept: dict[tuple[str, Kind], bytes] = {}


@pytest.fixture
def arrange_with_keys(
    with_keys: FastAPI, provider: StandIn, database_kind: Kind, arrange_on: Callable[..., Any]
) -> Callable[[str, Callable[[FastAPI, Callable[[], Api]], Any]], Any]:
    """`arrange` with Stripe keys: the stand-in's state is saved and restored together with the rows.

    ``with_keys`` empties the database, so request it before other fixtures that write.
    """

    def arranged(name: str, build: Callable[[FastAPI, Callable[[], Api]], Any]) -> Any:
        value = arrange_on(database_kind, name, build, **provider.settings())
        key = (name, database_kind)
        if key in _kept:
            provider.put_back(_kept[key])
        else:
            _kept[key] = provider.kept()
        return value

    return arranged


@pytest.fixture
def owner(with_keys: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """A signed-in business, with Stripe keys configured."""
    return caller_of(with_keys).register()


@pytest.fixture
def deliver(with_keys: FastAPI, provider: StandIn, caller_of: Callable[..., Api]) -> Deliverer:
    """Delivers the stand-in's events to the application and runs the resulting jobs."""
    return Deliverer(with_keys, provider, caller_of(with_keys))


@pytest.fixture
def admin_of(caller_of: Callable[..., Api]) -> Callable[[FastAPI], Api]:
    """Create a signed-in administrator of an application."""

    return lambda app: new_admin(app, caller_of(app))


def new_admin(app: FastAPI, caller: Api) -> Api:
    """Create a new administrator and sign in."""
    database: Database = app.state.database
    with database.write() as db:
        digest = passwords.hash_password(PASSWORD)
        service.add_user(db, email="admin@example.com", password_hash=digest, role="admin", now=clock.now())
    return caller.login("admin@example.com")


@pytest.fixture
def plan(with_keys: FastAPI, admin_of: Callable[[FastAPI], Api]) -> Callable[..., dict[str, Any]]:
    """Create a plan: `plan(price=2900, trialDays=14)`."""
    return admin_of(with_keys).add_plan


@pytest.fixture
def keyless_plan(app: FastAPI, admin_of: Callable[[FastAPI], Api]) -> Callable[..., dict[str, Any]]:
    """Create a plan without Stripe keys."""
    return admin_of(app).add_plan
