"""Costly requests: sign-ins, uploads, searches, PDFs and exports. Each has limits per user, per business and per
network, shared by all processes.
"""

from collections.abc import Callable
from datetime import timedelta

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from marqueedesk.accounts import call_limits
from marqueedesk.accounts.api import REGISTRATIONS
from marqueedesk.accounts.call_limits import CallLimits
from marqueedesk.documents.public_api import PDFS, PDFS_OF_BUSINESS
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Counter
from marqueedesk.kit.http.rate_limit import Limit, count_row
from tests.support.api import PASSWORD, Api

pytestmark = pytest.mark.either_database

ADDRESS = "198.51.100.7"
EMAIL = "ada@example.com"
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
PNG = {"Content-Type": "image/png"}
Call = Callable[[Api], int]
Leave = Callable[[int, Limit, object], None]

COSTLY: dict[str, tuple[CallLimits, tuple[int, int, int], timedelta, Call]] = {
    "sign-ins": (
        call_limits.SIGN_INS,
        (60, 300, 300),
        HOUR,
        lambda caller: caller.post("/api/login", json={"email": EMAIL, "password": PASSWORD}).status_code,
    ),
    "uploads": (
        call_limits.UPLOADS,
        (120, 240, 480),
        HOUR,
        lambda caller: caller.put("/api/business-details/logo", content=b"no picture", headers=PNG).status_code,
    ),
    "archives": (
        call_limits.EXPORTS,
        (10, 10, 40),
        DAY,
        lambda caller: caller.post("/api/account/export", json={"password": PASSWORD}).status_code,
    ),
    "CSV files": (
        call_limits.CSV_FILES,
        (20, 40, 80),
        MINUTE,
        lambda caller: caller.get("/api/inventory.csv").status_code,
    ),
    "PDFs": (call_limits.DOCUMENTS, (60, 60, 120), MINUTE, lambda caller: caller.get("/api/labels.pdf").status_code),
    "searches": (
        call_limits.SEARCHES,
        (120, 240, 480),
        MINUTE,
        lambda caller: caller.get("/api/search?q=love").status_code,
    ),
}


@pytest.fixture
def processes(lasting_app_with: Callable[..., FastAPI]) -> tuple[FastAPI, FastAPI]:
    """Two applications on one database, like two server processes."""
    return lasting_app_with(rate_limits="on"), lasting_app_with(rate_limits="on", pool_size=8)


@pytest.fixture
def callers(processes: tuple[FastAPI, FastAPI], caller_of: Callable[..., Api]) -> tuple[Api, Api]:
    """One user, signed in at both applications."""
    here, there = (caller_of(app, address=ADDRESS) for app in processes)
    here.register(EMAIL)
    here.add_letter("A")
    there.http.cookies, there.user = here.http.cookies, here.user
    return here, there


@pytest.fixture
def set_attempts_left(processes: tuple[FastAPI, FastAPI]) -> Leave:
    """Set the number of attempts left in the current window of a limit: `leave(1, limit, whose)`."""
    database: Database = processes[0].state.database

    def left(tries: int, limit: Limit, whose: object) -> None:
        with database.write() as db:
            db.merge(Counter(**count_row(limit, limit.key(whose), clock.now()) | {"count": limit.times - tries}))

    return left


@pytest.mark.parametrize("kind", COSTLY)
def test_costly_request_is_limited_per_user_business_and_network(
    kind: str, callers: tuple[Api, Api], set_attempts_left: Leave
):
    limits, times, window, call = COSTLY[kind]
    here, there = callers
    assert [(limit.times, limit.window) for limit in limits] == [(number, window) for number in times]

    for limit, whose in zip(limits, (here.id, here.id, ADDRESS), strict=True):
        set_attempts_left(1, limit, whose)
        first, second = call(here), call(there)
        assert (first == 429, second) == (False, 429), limit
        set_attempts_left(limit.times, limit, whose)


def test_every_csv_route_counts_toward_the_limit(
    processes: tuple[FastAPI, FastAPI], callers: tuple[Api, Api], set_attempts_left: Leave
):
    caller = callers[0]
    paths = [route.path for route in processes[0].routes if isinstance(route, APIRoute) and ".csv" in route.path]
    assert len(paths) >= 7

    set_attempts_left(0, call_limits.CSV_FILES.business, caller.id)

    answers = {path: caller.get(path.format(stocktake_id=1, partner_id=1)) for path in paths}
    assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(paths, 429)


def test_customer_documents_are_limited_per_network_and_business(
    callers: tuple[Api, Api],
    processes: tuple[FastAPI, FastAPI],
    caller_of: Callable[..., Api],
    set_attempts_left: Leave,
):
    business = callers[0]
    customers = [caller_of(app, address="192.0.2.9") for app in processes]
    path = f"/api/public/quotes/{business.sent_quote(message='A')['token']}/pdf"
    assert (PDFS.times, PDFS_OF_BUSINESS.times) == (20, 120)

    for limit, whose in ((PDFS, "192.0.2.9"), (PDFS_OF_BUSINESS, business.id)):
        set_attempts_left(1, limit, whose)
        assert [customer.get(path).status_code for customer in customers] == [200, 429]
        set_attempts_left(limit.times, limit, whose)


def test_registrations_are_limited_per_network(callers: tuple[Api, Api], set_attempts_left: Leave):
    body = {"email": "b@example.com", "password": PASSWORD, "companyName": "Pills Again"}
    assert (REGISTRATIONS.times, REGISTRATIONS.window) == (30, HOUR)

    set_attempts_left(0, REGISTRATIONS, ADDRESS)

    assert callers[0].post("/api/register", json=body).status_code == 429
