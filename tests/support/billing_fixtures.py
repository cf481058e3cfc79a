"""An application that talks to the stand-in, plans, and what stands in for the worker."""

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
    """The application with the keys of the stand-in."""
    app = lasting_app_with(**provider.settings())
    conversations = app.state.provider
    yield app
    # A test may have put others in their place.
    app.state.provider = conversations


_kept: dict[tuple[str, Kind], bytes] = {}


@pytest.fixture
def arrange_with_keys(
    with_keys: FastAPI, provider: StandIn, database_kind: Kind, arrange_on: Callable[..., Any]
) -> Callable[[str, Callable[[FastAPI, Callable[[], Api]], Any]], Any]:
    """`arrange` where the provider's keys are set: what the stand-in knows is kept and put back with the rows.

    ``with_keys`` has emptied the database, so whatever else writes to it has to come afterwards.
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
    """A business, signed in, where the provider's keys are set."""
    return caller_of(with_keys).register()


@pytest.fixture
def deliver(with_keys: FastAPI, provider: StandIn, caller_of: Callable[..., Api]) -> Deliverer:
    """Brings the stand-in's events to the application, and does the jobs that they cause."""
    return Deliverer(with_keys, provider, caller_of(with_keys))


@pytest.fixture
def admin_of(caller_of: Callable[..., Api]) -> Callable[[FastAPI], Api]:
    """Make an administrator of an application, signed in."""

    return lambda app: new_admin(app, caller_of(app))


def new_admin(app: FastAPI, caller: Api) -> Api:
    """A new administrator, signed in."""
    database: Database = app.state.database
    with database.write() as db:
        digest = passwords.hash_password(PASSWORD)
        service.add_user(db, email="admin@example.com", password_hash=digest, role="admin", now=clock.now())
    return caller.login("admin@example.com")


@pytest.fixture
def plan(with_keys: FastAPI, admin_of: Callable[[FastAPI], Api]) -> Callable[..., dict[str, Any]]:
    """Make a plan: `plan(price=2900, trialDays=14)`."""
    return admin_of(with_keys).add_plan


@pytest.fixture
def keyless_plan(app: FastAPI, admin_of: Callable[[FastAPI], Api]) -> Callable[..., dict[str, Any]]:
    """Make a plan where there are no keys."""
    return admin_of(app).add_plan
