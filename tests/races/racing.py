"""Helpers to run actions concurrently, in the worst interleaving, and without the lock."""

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress

import httpx
from fastapi import FastAPI
from sqlalchemy import Connection, event
from sqlalchemy.orm import Session
from structlog.testing import capture_logs

from marqueedesk.kit.db.database import Database
from tests.support.api import Api
from tests.support.together import all_together

NEVER_FAULTS = {200, 201, 204, 404, 409, 422}
HELD_BACK_SECONDS = 0.5
# Without the lock, all racers reach the barrier on PostgreSQL, which takes a while on a busy machine. SQLite allows
# only one writer at a time.
ALL_ARRIVE_SECONDS = 5.0
AtOnce = Callable[[Sequence[Callable[[], httpx.Response]]], list[httpx.Response]]
Race = Callable[[Api, AtOnce], None]


def codes(*answers: httpx.Response) -> tuple[int, ...]:
    found = tuple(answer.status_code for answer in answers)
    assert set(found) <= NEVER_FAULTS, [answer.text for answer in answers]
    return found


def with_letters_for_one_love(owner: Api) -> Api:
    owner.register().add_letters("LOVE", quantity=1)
    return owner


class Unlocked(Database):
    """A database that runs every statement in its own transaction, so a lock is released as soon as it is taken."""

    @contextmanager
    def write(self) -> Generator[Session]:
        with self._read(bind=self._loose_engine) as session, session.begin():
            yield session

    @contextmanager
    def write_connection(self) -> Generator[Connection]:
        with self.autocommit_connection() as connection:
            yield connection


def held_back(database: Database, seconds: float = HELD_BACK_SECONDS) -> AtOnce:
    """Run actions concurrently and hold back each first write until all have read, or until a timeout.

    The timeout passes when some racers wait for a lock. Racers meet again before they insert letter holds, because
    an action may first release its old holds and only then check availability.
    """

    def run(actions: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
        writing, holding = threading.Barrier(len(actions)), threading.Barrier(len(actions))
        waited = threading.local()

        def wait(_connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
            if not statement.lstrip().startswith(("INSERT", "UPDATE", "DELETE", "WITH")) or "sign_ins" in statement:
                return
            meet("writing", writing)
            if "INSERT INTO letter_holds" in statement:
                meet("holding", holding)

        def meet(where: str, barrier: threading.Barrier) -> None:
            if not hasattr(waited, where):
                setattr(waited, where, True)
                with suppress(threading.BrokenBarrierError):
                    barrier.wait(seconds)

        # Without the lock, writes go through the autocommit connections, which have their own engine on PostgreSQL.
        engines = [database.engine] if database.is_sqlite else [database.engine, database._loose_engine]
        for engine in engines:
            event.listen(engine, "before_cursor_execute", wait)
        try:
            return all_together(actions)
        finally:
            for engine in engines:
                event.remove(engine, "before_cursor_execute", wait)

    return run


@contextmanager
def without_the_lock(app: FastAPI) -> Generator[AtOnce]:
    """Run actions like `held_back`, but without the lock. Other requests of the application still use the lock."""
    locked, unlocked = app.state.database, Unlocked(app.state.settings.database)
    at_once = held_back(unlocked, HELD_BACK_SECONDS if unlocked.is_sqlite else ALL_ARRIVE_SECONDS)

    def run(actions: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
        app.state.database = unlocked
        try:
            return at_once(actions)
        finally:
            app.state.database = locked

    try:
        # Server errors are expected here, and their tracebacks are slow to log.
        with capture_logs():
            yield run
    finally:
        unlocked.close()
