"""The live event stream: recipients, resuming after a disconnect, and the end of the stream."""

import asyncio
from collections.abc import Callable, Generator
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from sqlalchemy import func, insert, select

from marqueedesk.accounts import service
from marqueedesk.accounts.models import User
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.live.changes import Change, changes
from marqueedesk.kit.live.open_streams import MOST_OF_A_SIGN_IN
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.streams import Listener

pytestmark = pytest.mark.either_database

Listen = Callable[..., Listener]
CaughtUp = Callable[[Listener, Api], list[str]]
NewCaller = Callable[[], Api]
SOON = 2.0


@pytest.fixture
def listen(app: FastAPI, portal: BlockingPortal) -> Generator[Listen]:
    """Open a stream: `listen(operator)`, `listen(operator, query="after=3")`."""
    opened: list[Listener] = []
    app.state.live.read_every = 0.02

    def open_one(who: Api, **more: Any) -> Listener:
        opened.append(Listener(app, portal, who, **more))
        return opened[-1]

    yield open_one
    for listener in opened:
        listener.leave()


@pytest.fixture
def catch_up(database: Database) -> CaughtUp:
    """Wait until a stream has received all changes so far and return the new topics."""

    def wait(listener: Listener, who: Api) -> list[str]:
        with database.write() as db:
            db.execute(insert(changes).values(operator_id=who.id, topics="mark", at=clock.now()))
        heard: list[str] = []
        while "mark" not in heard:
            heard += listener.changed()[1]
        return [topic for topic in heard if topic != "mark"]

    return wait


@pytest.fixture
def listen_from_now(listen: Listen, catch_up: CaughtUp) -> Listen:
    """Open a stream as `listen` does, and skip all earlier changes."""

    def open_one(who: Api, **more: Any) -> Listener:
        listener = listen(who, **more)
        catch_up(listener, who)
        return listener

    return open_one


def events_of(database: Database) -> int:
    with database.read() as db:
        return db.scalar(select(func.count()).select_from(Change)) or 0


def test_each_change_sends_its_topic_within_two_seconds(operator: Api, visitor: Api, listen_from_now: Listen):
    operator.add_letters("LOVE")
    page = listen_from_now(operator)
    assert page.status == 200
    assert page.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"

    visitor.book(userId=operator.id)
    assert "bookings" in page.changed(SOON)[1]
    operator.add_venue()
    assert page.changed(SOON)[1] == ["venues"]
    operator.add_letter("Q")
    assert page.changed(SOON)[1] == ["inventory"]
    operator.set_rules(holdDays=3)
    assert page.changed(SOON)[1] == ["settings"]
    operator.quote()
    assert page.changed(SOON)[1] == ["quotes"]


def test_events_stay_within_their_business_and_contain_only_topics(
    operator: Api, other_operator: Api, visitor: Api, listen_from_now: Listen, catch_up: CaughtUp
):
    ours, theirs = listen_from_now(operator), listen_from_now(other_operator)

    visitor.book(userId=other_operator.id, customerName="Secret Name")

    event = theirs.next(SOON)
    assert event is not None
    assert [line.partition(": ")[0] for line in event.splitlines()] == ["id", "event", "data"]
    assert event.endswith('event: changed\ndata: ["bookings"]')
    assert catch_up(ours, operator) == []


def test_reads_and_refused_requests_send_no_event(operator: Api, visitor: Api, database: Database):
    operator.add_letters("LOVE")
    before = events_of(database)

    operator.get("/api/bookings")
    operator.get("/api/dashboard")
    assert visitor.try_to_book(userId=operator.id, message="QQQ").status_code == 409
    assert operator.patch("/api/booking-rules", json={"holdDays": 0}).status_code == 422

    assert events_of(database) == before


def test_transaction_writes_one_row_of_changes(operator: Api, database: Database):
    before = events_of(database)

    ok_json(
        operator.post(
            "/api/inventory/import",
            json={"rows": [{"letter": letter, "size": "4ft", "quantity": 1} for letter in "ABCDEFGH"], "apply": True},
        )
    )

    assert events_of(database) == before + 1


def test_reconnected_page_receives_missed_events(operator: Api, visitor: Api, listen: Listen, listen_from_now: Listen):
    page = listen_from_now(operator)
    operator.add_venue()
    known, _ = page.changed(SOON)
    page.leave()
    visitor.book(userId=operator.id)

    again = listen(operator, headers=[(b"last-event-id", str(known).encode())])

    heard = set[str]()
    while "bookings" not in heard:
        heard |= set(again.changed(SOON)[1])
    assert "*" not in heard


@pytest.mark.parametrize("after", [1, 10**9], ids=["before all that is known", "of another life of the database"])
def test_page_reloads_everything_if_missed_events_are_gone(
    after: int, operator: Api, database: Database, listen: Listen
):
    with database.write() as db:
        # This is the state after housekeeping.
        db.execute(changes.delete())
        db.execute(insert(changes).values(id=5000, operator_id=0, topics="x", at=clock.now()))

    assert listen(operator, query=f"after={after}").changed(SOON)[1][0] == "*"


def test_event_committed_late_with_smaller_id_is_delivered(operator: Api, database: Database, listen_from_now: Listen):
    page = listen_from_now(operator)
    with database.write() as db:
        newest = db.scalar(select(func.max(changes.c.id))) or 0
        db.execute(insert(changes).values(id=newest + 3, operator_id=operator.id, topics="venues", at=clock.now()))
    assert page.changed(SOON)[1] == ["venues"]

    with database.write() as db:
        db.execute(insert(changes).values(id=newest + 1, operator_id=operator.id, topics="quotes", at=clock.now()))

    assert page.changed(SOON)[1] == ["quotes"]


class TestEndOfStream:
    def test_sign_out_ends_only_the_streams_of_its_session(
        self, operator: Api, new_caller: NewCaller, listen_from_now: Listen
    ):
        phone = new_caller().login(operator.user["email"])
        here, there = listen_from_now(operator), listen_from_now(phone)

        operator.logout()

        here.ends(SOON)
        phone.add_venue()
        there.hears("venues", SOON)

    def test_password_change_ends_streams_of_other_sessions(
        self, operator: Api, new_caller: NewCaller, listen_from_now: Listen
    ):
        phone = listen_from_now(new_caller().login(operator.user["email"]))
        here = listen_from_now(operator)

        body = {"currentPassword": PASSWORD, "newPassword": "another horse", "confirmPassword": "another horse"}
        ok_json(operator.post("/api/change-password", json=body))

        phone.ends(SOON)
        operator.add_venue()
        here.hears("venues", SOON)

    def test_deactivation_ends_streams(self, operator: Api, database: Database, listen_from_now: Listen):
        page = listen_from_now(operator)

        with database.write() as db:
            user = db.get(User, operator.id)
            assert user is not None
            service.set_active(db, user, active=False)

        page.ends(SOON)

    def test_server_shutdown_ends_streams_and_refuses_new_ones(
        self, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], portal: BlockingPortal
    ):
        app = app_with()
        operator = caller_of(app).register()
        page = Listener(app, portal, operator)
        assert page.next() == "retry: 2000"

        portal.call(app.state.live.close)

        assert page.next(SOON) is None
        assert Listener(app, portal, operator).status == 503


def test_stream_ends_at_its_time_limit_and_holds_no_database_connection(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], portal: BlockingPortal
):
    app = app_with(pool_size=2)
    app.state.live.read_every = 0.02
    operator = caller_of(app).register()
    pages = [Listener(app, portal, operator) for _ in range(6)]
    short = Listener(app, portal, operator, query="seconds=1")

    operator.add_venue()

    for page in pages:
        page.hears("venues", SOON)
    short.ends(4.0)
    for page in pages:
        page.leave()


def test_open_stream_releases_framework_stack_frames(operator: Api, portal: BlockingPortal, listen_from_now: Listen):
    def waiting() -> list[list[str]]:
        found: list[list[str]] = []
        for task in asyncio.all_tasks():
            names: list[str] = []
            part: Any = task.get_coro()
            while part is not None:
                names.append(getattr(part, "__qualname__", ""))
                part = getattr(part, "cr_await", None)
            found.append(names)
        return found

    listen_from_now(operator)
    (stream,) = [names for names in portal.call(waiting) if any("EventStream" in name for name in names)]
    assert "RequestMiddleware.__call__" in stream
    assert "APIRoute.handle" not in stream


def test_event_stream_rejects_visitors_too_many_streams_and_bad_parameters(operator: Api, visitor: Api, listen: Listen):
    assert listen(visitor).status == 401
    streams = [listen(operator) for _ in range(MOST_OF_A_SIGN_IN)]
    assert {stream.status for stream in streams} == {200}
    assert listen(operator).status == 429
    assert operator.get("/api/events", params={"seconds": "3601"}).status_code == 422
    assert operator.get("/api/events", params={"after": "-1"}).status_code == 422
