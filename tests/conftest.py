"""Fixtures of all tests. A test that needs a database, directly or through `app`, runs once on each."""

import gc
import os
from collections.abc import Callable, Generator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio.from_thread
import httpx
import hypothesis
import pytest
import time_machine
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from marqueedesk.app import create_app
from marqueedesk.booking_form.form_visits import VisitCounter
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.http.direct import AT_ONCE
from marqueedesk.kit.live.open_streams import Places
from marqueedesk.settings import Settings
from tests.support import browser as chromium
from tests.support import databases, day, drivers, folder, passwords, sockets
from tests.support.api import Api
from tests.support.client import InProcess
from tests.support.databases import Kind
from tests.support.server import LiveServer, client_of, next_summer
from tests.support.standin import StandIn

PRESENT = datetime(2026, 11, 21, 15, tzinfo=UTC)

# On a busy machine, deadlines of single examples fail at random.
hypothesis.settings.register_profile("house", deadline=None, print_blob=True)
hypothesis.settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    """The main process creates the run's folder, and workers receive its path."""
    for name in [name for name in os.environ if name.startswith("MARQUEEDESK_") and "_TEST_" not in name]:
        del os.environ[name]
    sockets.block_network(but_the_provider=drivers.test_mode_key() is not None)
    passwords.use_cheap_hashing()
    # The default of 700 is for programs with fewer objects than a test run has.
    gc.set_threshold(10_000, 20, 20)
    if not hasattr(config, "workerinput"):
        config.stash[_FOLDER] = folder.make()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Freeze modules and tests, which live until the end of the run, so that garbage collection skips them.

    It is paused while they are loaded (tests/support/loading.py).
    """
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_unconfigure(config: pytest.Config) -> None:
    """The main process removes the folder, with its database server."""
    for app in _apps.values():
        app.state.database.close()
    databases.close_all()
    made = config.stash.get(_FOLDER, None)
    if made is not None:
        folder.remove(made)


_FOLDER = pytest.StashKey[Path]()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run database tests on both kinds, unless a mark limits them to one."""
    if "database_kind" not in metafunc.fixturenames:
        return
    kinds = list(databases.KINDS)
    if metafunc.definition.get_closest_marker("sqlite_only"):
        kinds = ["sqlite"]
    if metafunc.definition.get_closest_marker("postgres_only"):
        kinds = ["postgresql"]
    metafunc.parametrize("database_kind", kinds)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a run for a specific day, run each case of an `either_database` test only on that day's database."""
    items_of_other_day = [item for item in items if not _runs_today(item)]
    if items_of_other_day:
        config.hook.pytest_deselected(items=items_of_other_day)
        items[:] = [item for item in items if _runs_today(item)]


def _runs_today(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    if callspec is None or item.get_closest_marker("either_database") is None:
        return True
    kind = callspec.params.get("database_kind")
    # The case is the id without its database, so that the ids of both databases agree.
    return kind is None or kind in day.todays(item.nodeid.replace(kind, "", 1), databases.KINDS)


# --- Databases ------------------------------------------------------------------------------------------------------


@pytest.fixture
def present() -> Generator[time_machine.Traveller]:
    """The current time, which advances from here in every test that runs the application in this process.

    Move it with ``present.move_to(…)`` or ``present.shift(…)``. A server in a separate process runs at the real time;
    its tests use `tests.support.server.next_summer`.
    """
    with time_machine.travel(PRESENT, tick=True) as traveller:
        yield traveller


@pytest.fixture
def database_url(database_kind: Kind, present: time_machine.Traveller) -> str:
    """URL of an empty, migrated database, shared with other tests of this worker in sequence."""
    database = databases.for_worker(database_kind)
    database.empty()
    return database.url


@pytest.fixture
def bare(database_kind: Kind) -> Generator[Database]:
    """A database without tables."""
    database = Database(databases.new_unmigrated(database_kind))
    yield database
    database.close()


@pytest.fixture
def new_database(database_kind: Kind) -> Callable[[], str]:
    """Create a migrated database for this test and return its URL."""
    return lambda: databases.new(database_kind)


@pytest.fixture
def database(app: FastAPI) -> Database:
    """The application's database, to inspect rows that the API does not expose."""
    return app.state.database


# --- The application in this process --------------------------------------------------------------------------------


_apps: dict[tuple[str, str, int], FastAPI] = {}


def _app_over(url: str, bookings_at_once: int = AT_ONCE, **overrides: Any) -> FastAPI:
    # A new application would reconnect and recompile every statement, which takes longer than most tests.
    key = (url, str(sorted(overrides.items())), bookings_at_once)
    if key not in _apps:
        _apps[key] = create_app(_settings(url, **overrides), bookings_at_once=bookings_at_once)
    app = _apps[key]
    # Cached settings belong to the previous test.
    app.state.cached_settings.forget()
    app.state.announcements.forget()
    app.state.status_check.forget()
    # So do counts of form visits and of requests.
    app.state.form_visits = VisitCounter(app.state.database)
    app.state.business_usage.forget()
    # So does the lease of its streams, whose row is gone.
    app.state.live.places = Places(app.state.database)
    return app


def _settings(url: str, **overrides: Any) -> Settings:
    values = {"database_url": url, "data_dir": folder.current() / "data", "rate_limits": "off", "worker": "off"}
    # On a busy machine any request may be slow.
    values |= {"slow_request_ms": 0}
    return Settings(**{**values, **overrides})


@pytest.fixture
def bookings_at_once() -> int:
    """Number of a business's public bookings that the application handles at a time."""
    return AT_ONCE


@pytest.fixture
def app(database_url: str, bookings_at_once: int) -> FastAPI:
    """The application with an empty database, without limits and without a worker."""
    return _app_over(database_url, bookings_at_once)


@pytest.fixture
def lasting_app_with(database_url: str) -> Callable[..., FastAPI]:
    """Like `app_with`, for settings that many tests share; they all get the same application."""
    return lambda **overrides: _app_over(database_url, **overrides)


@pytest.fixture
def app_with(database_url: str, bookings_at_once: int) -> Generator[Callable[..., FastAPI]]:
    """Create an application with other settings and the same empty database: `app_with(rate_limits="on")`."""
    made: list[FastAPI] = []

    def make(bookings_at_once: int = bookings_at_once, **overrides: Any) -> FastAPI:
        made.append(create_app(_settings(database_url, **overrides), bookings_at_once=bookings_at_once))
        return made[-1]

    yield make
    for app in made:
        app.state.database.close()


@pytest.fixture(scope="session")
def portal() -> Generator[BlockingPortal]:
    """The thread with the event loop that runs applications."""
    with anyio.from_thread.start_blocking_portal() as portal:
        yield portal


@pytest.fixture
def caller_of(portal: BlockingPortal) -> Generator[Callable[..., Api]]:
    """Create a caller of an application: `caller_of(app)`, or `caller_of(app, address="192.0.2.7")`."""
    made: list[httpx.Client] = []

    def make(app: FastAPI, address: str = "127.0.0.1", base_url: str = "http://localhost") -> Api:
        made.append(httpx.Client(transport=InProcess(app, portal, address), base_url=base_url))
        return Api(made[-1])

    yield make
    for client in made:
        client.close()


@pytest.fixture
def new_caller(app: FastAPI, caller_of: Callable[..., Api]) -> Callable[[], Api]:
    """Create a caller with an empty cookie jar."""
    return lambda: caller_of(app)


@dataclass
class Arranged:
    """A prepared state: its value, the callers with their cookies, and the time at which it was prepared."""

    value: Any
    callers: list[tuple[httpx.Client, httpx.Cookies]]
    at: datetime


_arranged: dict[tuple[str, str], Arranged] = {}


@pytest.fixture(scope="session")
def lasting_caller_of(portal: BlockingPortal) -> Generator[Callable[[FastAPI], Api]]:
    """Create a caller that stays open until the end of the run."""
    made: list[httpx.Client] = []

    def make(app: FastAPI) -> Api:
        made.append(httpx.Client(transport=InProcess(app, portal), base_url="http://localhost"))
        return Api(made[-1])

    yield make
    for client in made:
        client.close()


@pytest.fixture
def arrange_on(present: time_machine.Traveller, lasting_caller_of: Callable[[FastAPI], Api]) -> Callable[..., Any]:
    """`arrange` for tests that use both databases themselves: `arrange_on("sqlite", "team", build)`; further arguments
    are application settings.
    """

    def arranged(kind: Kind, name: str, build: Callable[[FastAPI, Callable[[], Api]], Any], **overrides: Any) -> Any:
        emptied = databases.for_worker(kind)
        app = _app_over(emptied.url, **overrides)
        key = (name, emptied.url)
        if key in _arranged:
            emptied.put_back(name)
            # Its jobs are all done, so the clock can be moved.
            present.move_to(max(datetime.now(UTC), _arranged[key].at))
            for http, cookies in _arranged[key].callers:
                http.cookies = cookies
        else:
            made: list[Api] = []

            def new_caller() -> Api:
                made.append(lasting_caller_of(app))
                return made[-1]

            emptied.empty()
            value = build(app, new_caller)
            emptied.keep(name)
            _arranged[key] = Arranged(
                value, [(one.http, httpx.Cookies(one.http.cookies)) for one in made], datetime.now(UTC)
            )
        return _arranged[key].value

    return arranged


@pytest.fixture
def arrange(database_kind: Kind, arrange_on: Callable[..., Any]) -> Callable[..., Any]:
    """Prepare a common state once per worker and database: `arrange("team", build)`.

    ``build(app, new_caller)`` makes calls; the resulting rows and callers' cookies are saved, and restored for every
    test that requests the same name. Its result is the same object each time, so tests must not change it.
    """
    return lambda name, build: arrange_on(database_kind, name, build)


@pytest.fixture
def visitor(new_caller: Callable[[], Api]) -> Api:
    """An anonymous caller."""
    return new_caller()


@pytest.fixture
def operator(new_caller: Callable[[], Api], database_kind: Kind, arrange_on: Callable[..., Any]) -> Api:
    """A newly registered operator, signed in."""
    if not databases.for_worker(database_kind).untouched():
        return new_caller().register()
    # Half of all tests start here, and registering would take most of the time of the short ones.
    name = f"operator_{clock.now():%Y%m%d}"
    registered = arrange_on(database_kind, name, lambda _app, arranging: arranging().register())
    caller = new_caller()
    caller.http.cookies = registered.http.cookies
    caller.user = dict(registered.user)
    return caller


@pytest.fixture
def other_operator(new_caller: Callable[[], Api]) -> Api:
    """The operator of another business."""
    return new_caller().register()


# --- The payment provider's stand-in ---------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def running_standin() -> Generator[StandIn]:
    """The stand-in of this worker, for the whole run."""
    standin = StandIn().start()
    yield standin
    standin.stop()


@pytest.fixture
def provider(running_standin: StandIn) -> StandIn:
    """The stand-in with empty state."""
    running_standin.reset()
    return running_standin


# --- The server in a separate process -------------------------------------------------------------------------------


@pytest.fixture
def start_server() -> Generator[Callable[..., LiveServer]]:
    """Start a server: `start_server(url, workers=2, settings={"pool_size": "4"})`."""
    started: list[LiveServer] = []

    def start(database_url: str, **options: Any) -> LiveServer:
        started.append(LiveServer(database_url, **options))
        return started[-1].start()

    yield start
    for server in started:
        server.kill()


@pytest.fixture
def live_server(new_database: Callable[[], str], start_server: Callable[..., LiveServer]) -> LiveServer:
    """A running server with its own empty database."""
    return start_server(new_database())


@pytest.fixture
def live_caller() -> Generator[Callable[[LiveServer], Api]]:
    """Create a caller of a running server."""
    made: list[httpx.Client] = []

    def make(server: LiveServer) -> Api:
        made.append(client_of(server.url))
        first = next_summer()
        return Api(made[-1], {"deliveryDate": str(first), "pickupDate": str(first + timedelta(days=2))})

    yield make
    for client in made:
        client.close()


# --- The browser ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    """The Chromium of this worker, for the whole run."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium.executable(), args=chromium.ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def browser_context(browser: Browser) -> Generator[BrowserContext]:
    """A new profile."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context
    context.close()


@pytest.fixture
def page(browser_context: BrowserContext) -> Page:
    """A tab in a new profile."""
    return browser_context.new_page()
