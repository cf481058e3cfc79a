"""Database outage: requests fail fast with 503, and service resumes without a restart."""

import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from tests.support import folder
from tests.support.api import Api, booking_body, ok_json
from tests.support.databases import migrate
from tests.support.postgres import Server
from tests.support.server import LiveServer
from tests.support.standin import StandIn

AWAY_SECONDS = 10.0
LONGEST_REFUSAL = 3.0
# Longest time until requests succeed again after the database is back.
LONGEST_RETURN = 30.0
# Acknowledged writes have to survive a crash.
DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}


@pytest.fixture
def own_postgres() -> Generator[Server]:
    """A separate PostgreSQL server that this test can stop."""
    server = Server(folder.current() / f"pg-{uuid4().hex[:8]}")
    server.start(**DURABLE)
    yield server
    if server.running:
        server.stop()


def timed(send: Callable[[], httpx.Response]) -> tuple[httpx.Response, float]:
    started = time.monotonic()
    return send(), time.monotonic() - started


def paid_just_now(operator: Api, visitor: Api, provider: StandIn) -> tuple[int, dict[str, Any]]:
    """A booking whose customer has just paid $200 by card, and the payment event that has not been delivered yet."""
    provider.connect(operator)
    booking = visitor.book(userId=operator.id)["id"]
    ok_json(operator.set_status(booking, "confirmed"))
    path = f"/api/public/bookings/{operator.booking_token(booking)}/pay"
    form = ok_json(visitor.post(path, json={"part": "balance", "amount": 200}))
    provider.pay(form["clientSecret"]).raise_for_status()
    return booking, next(event for event in provider.events() if event["type"] == "payment_intent.succeeded")


@pytest.mark.seeds(1, 2)
def test_requests_get_503_during_a_database_outage_and_service_resumes_by_itself(
    own_postgres: Server,
    start_server: Callable[..., LiveServer],
    live_caller: Callable[[LiveServer], Api],
    provider: StandIn,
    seed: int,
):
    # Seed 0 stops the database like a crash, seed 1 like an administrator.
    how = ["immediate", "fast"][seed]
    name = f"away_{how}"
    with psycopg.connect(own_postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    url = own_postgres.url(name)
    migrate(url)
    server = start_server(url, workers=2, settings=provider.settings())
    operator = live_caller(server).register()
    operator.add_letters("LOVE", quantity=1000)
    booking, paid = paid_just_now(operator, live_caller(server), provider)
    requests: list[Callable[[Api], httpx.Response]] = [
        lambda visitor: visitor.try_to_book(userId=operator.id, key=uuid4().hex),
        lambda visitor: visitor.post("/api/estimate", json=booking_body(userId=operator.id)),
        lambda _visitor: operator.get("/api/bookings"),
        lambda visitor: visitor.get("/api/venues", params={"userId": operator.id}),
    ]

    def notice(sender: Api) -> httpx.Response:
        headers = {"Stripe-Signature": paid["signature"], "Content-Type": "application/json"}
        return sender.post("/api/stripe/webhook", content=paid["body"].encode(), headers=headers)

    during: list[tuple[httpx.Response, float]] = []
    back_again = threading.Event()

    def ask(number: int) -> None:
        visitor = live_caller(server)
        while not back_again.is_set():
            found = timed(lambda: [*requests, notice][number % (len(requests) + 1)](visitor))
            # A request sent during the outage and answered after it may succeed or fail.
            if not back_again.is_set():
                during.append(found)
            time.sleep(0.02)

    # Fill the connection pools first: pooled connections are the ones that break.
    for request in requests * 4:
        assert request(operator).is_success
    before = operator.book(userId=operator.id, key="before")["id"]
    own_postgres.stop(how)
    callers = [threading.Thread(target=ask, args=[number]) for number in range(8)]
    for caller in callers:
        caller.start()
    time.sleep(AWAY_SECONDS)
    back_again.set()
    for caller in callers:
        caller.join()
    alive = httpx.get(f"{server.url}/healthz").status_code

    own_postgres.start(**DURABLE)
    started = time.monotonic()
    while not operator.get("/api/bookings").is_success:
        assert time.monotonic() - started < LONGEST_RETURN, "no answer after the database came back"
        time.sleep(0.02)

    assert len(during) > 100
    assert Counter(answer.status_code for answer, _ in during) == {503: len(during)}, {
        answer.text for answer, _ in during if answer.status_code != 503
    }
    assert all(int(answer.headers["retry-after"]) >= 1 for answer, _ in during)
    # On a busy machine some callers wait for their turn.
    assert statistics.median(seconds for _, seconds in during) <= LONGEST_REFUSAL
    # The process stayed alive, and every connection of both processes works again.
    assert alive == 200
    for request in requests * 8:
        ok_json(request(operator))
    assert operator.book(userId=operator.id, key="before")["id"] == before
    # The provider redelivers the event, and the payment is recorded.
    assert notice(operator).is_success
    while (received := operator.get(f"/api/bookings/{booking}/payments").json()["received"]) == 0:
        assert time.monotonic() - started < 30, "the payment was not recorded"
        time.sleep(0.1)
    assert received == 200
