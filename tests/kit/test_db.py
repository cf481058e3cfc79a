"""Transactions: boundaries, locking and isolation."""

import sqlite3
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from sqlalchemy import event, func, select, text
from sqlalchemy.exc import OperationalError

from marqueedesk.kit.db import database as kit_database
from marqueedesk.kit.db.database import Database, FairLock
from marqueedesk.kit.db.db import Instant, generic_plans
from marqueedesk.kit.db.engines import normal_url, sqlite_engine
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.errors import Unavailable
from tests.support import asgi, databases, effort, rows
from tests.support.api import Api
from tests.support.together import all_together

NOON = datetime(2027, 3, 3, 12, tzinfo=UTC)


def job(kind: str = "test") -> Job:
    return Job(kind=kind, payload={}, run_at=NOON, created_at=NOON)


def test_write_is_visible_to_others_once_its_block_ends(database: Database):
    with database.write() as db:
        db.add(job())
        db.flush()
        assert rows.number(database, "jobs") == 0, "not visible before the block ends"
    assert rows.number(database, "jobs") == 1


def test_write_that_raises_is_rolled_back(database: Database):
    def fail() -> None:
        with database.write() as db:
            db.add(job())
            db.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert rows.number(database, "jobs") == 0
    with database.write() as db:
        db.add(job("after"))
    assert [row["kind"] for row in rows.rows(database, "jobs")] == ["after"]


ENDLESS = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")


def test_sqlite_statement_is_interrupted_at_its_limit_of_steps(tmp_path: Path):
    engine = sqlite_engine(f"sqlite:///{tmp_path / 'limit.db'}", 1, most_steps=400_000)

    with engine.connect() as connection, pytest.raises(OperationalError, match="interrupted"):
        connection.execute(ENDLESS)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT 1")) == 1, "the connection is usable again"
    engine.dispose()


@pytest.mark.postgres_only  # On SQLite the engine interrupts statements, see above.
def test_postgresql_ends_a_statement_at_its_time_limit(database: Database):
    with database.write() as db:
        db.execute(text("SET LOCAL statement_timeout = 50"))
        with pytest.raises(OperationalError, match="statement timeout"):
            db.execute(ENDLESS)
        db.rollback()


def test_external_calls_are_rejected_while_a_write_is_open(database: Database):
    kit_database.ensure_no_open_write()
    for write in (database.write, database.write_connection):
        with write(), pytest.raises(kit_database.WhileWriting):
            kit_database.ensure_no_open_write()
    with pytest.raises(ZeroDivisionError), database.write():
        raise ZeroDivisionError
    with database.read():
        kit_database.ensure_no_open_write()


def test_read_session_rolls_back_added_rows(database: Database):
    with database.read() as db:
        db.add(job())
        db.flush()
    assert rows.number(database, "jobs") == 0


def test_read_session_rolls_back_raw_sql(database: Database):
    for _ in range(2):
        with database.read() as db:
            db.connection().exec_driver_sql("DELETE FROM jobs")
            assert db.scalars(select(Job)).all() == []
        with database.write() as db:
            db.add(job())
    with database.read() as db:
        db.connection().exec_driver_sql("DELETE FROM jobs")
    assert rows.number(database, "jobs") == 2


def test_open_read_does_not_block_a_write(database: Database):
    with database.read() as db:
        assert db.scalars(select(Job)).all() == []
        with database.write() as other:
            other.add(job())
    assert rows.number(database, "jobs") == 1


def test_snapshot_read_ignores_concurrent_writes(database: Database):
    with database.read(snapshot=True) as db:
        assert db.scalars(select(Job)).all() == []
        with database.write() as other:
            other.add(job())
        assert db.scalars(select(Job)).all() == []
    with database.read(snapshot=True) as db:
        assert len(db.scalars(select(Job)).all()) == 1


def test_concurrent_writes_are_serialized(database: Database):
    """Each write increments one number, so interleaved writes would lose an update."""
    with database.write() as db:
        db.add(job())

    def step() -> None:
        with database.write() as db:
            row = db.scalars(select(Job).with_for_update()).one()
            before = row.attempts
            time.sleep(0.002)
            row.attempts = before + 1

    all_together([step] * 12)
    assert rows.rows(database, "jobs")[0]["attempts"] == 12


def served(lock: FairLock, waiters: list[bool]) -> list[int]:
    """Return the order in which a lock serves waiters. Each waiter is given as its low-priority flag."""
    assert lock.acquire(1)
    order: list[int] = []

    def wait(number: int, behind: bool) -> None:
        assert lock.acquire(10, behind=behind)
        order.append(number)
        lock.release()

    threads = [threading.Thread(target=wait, args=each) for each in enumerate(waiters)]
    for number, thread in enumerate(threads):
        thread.start()
        while len(lock._waiting) + len(lock._behind) <= number:
            time.sleep(0.0005)
    lock.release()
    for thread in threads:
        thread.join(10)
    return order


class TestFairLock:
    """The write lock of a process, acquired before SQLite's own."""

    def test_waiters_are_served_in_arrival_order(self):
        lock = FairLock()
        assert served(lock, [False] * 20) == list(range(20))
        assert lock.acquire(0.1)

    def test_waiter_that_times_out_leaves_the_queue(self):
        lock = FairLock()
        assert lock.acquire(1)
        started = time.perf_counter()
        assert lock.acquire(0.05) is False
        assert time.perf_counter() - started > 0.04
        assert not lock._waiting
        lock.release()
        assert lock.acquire(0.05), "the lock was not handed to the waiter that timed out"
        lock.release()

    def test_low_priority_waiters_are_served_last(self):
        assert served(FairLock(behind_seconds=60), [True, False, True, False]) == [1, 3, 0, 2]

    def test_low_priority_waiters_do_not_starve(self):
        assert served(FairLock(behind_seconds=-1), [False, True, False, True]) == [1, 0, 3, 2]

    def test_lock_is_exclusive_and_survives_timeouts(self):
        lock = FairLock()
        inside = 0
        most = 0
        failed = 0

        def work() -> None:
            nonlocal inside, most, failed
            for _ in range(60):
                if not lock.acquire(0.0005):
                    failed += 1
                    continue
                inside += 1
                most = max(most, inside)
                inside -= 1
                lock.release()

        all_together([work] * 8)
        assert most == 1
        assert lock.acquire(1), "still available after many timeouts"

    def test_lock_is_not_lost_when_a_wait_times_out_during_handover(self):
        lock = FairLock()
        assert lock.acquire(1)
        results: list[bool] = []
        for _ in range(50):
            thread = threading.Thread(target=lambda: results.append(lock.acquire(0.002)))
            thread.start()
            time.sleep(0.002)
            lock.release()
            thread.join()
            if not results[-1]:
                # The wait timed out, so the lock is free again.
                assert lock.acquire(0)
        assert len(results) == 50


@pytest.mark.sqlite_only  # PostgreSQL waits in the server.
def test_write_lock_timeout_raises_unavailable_with_retry_after(database_url: str):
    database = Database(database_url, write_wait_seconds=0.05)
    for enter in (database.write, database.write_connection):
        with database.write(), pytest.raises(Unavailable) as refused, enter():
            pass
        assert refused.value.retry_after
    with database.write() as db:
        db.add(job())
    database.close()


def test_connection_in_use_at_shutdown_is_closed_after_use(database_url: str):
    database = Database(database_url)
    with database.autocommit_connection() as connection:
        own = connection.connection.dbapi_connection
        database.close()
        assert connection.scalar(select(1)) == 1
    assert own is not None
    with pytest.raises((sqlite3.ProgrammingError, psycopg.OperationalError), match="closed"):
        own.cursor().execute("SELECT 1")


def test_write_is_committed_before_the_response_starts(app: FastAPI, portal: BlockingPortal, operator: Api):
    """Checked through a separate Database, just as the response starts."""
    elsewhere = Database(app.state.database.url)
    seen: list[tuple[int, int]] = []
    cookie = "; ".join(f"{name}={value}" for name, value in operator.http.cookies.items()).encode()
    wish = (
        b'"message":"A","size":"4ft","customerName":"A","customerEmail":"a@b.example",'
        b'"deliveryDate":"2027-06-01","pickupDate":"2027-06-02"'
    )
    calls = [
        ("POST", "/api/venues", b'{"name":"H","address":"1","city":"A","state":"NY","zipCode":"1"}', "venues"),
        ("POST", "/api/inventory", b'{"letter":"A","size":"4ft","quantity":9,"pricePerDay":25}', "letter_inventory"),
        (
            "POST",
            "/api/bookings",
            b"{%b}" % wish,
            "bookings",
        ),
        (
            "POST",
            "/api/bookings",
            b'{"userId":%d,%b,"address":{"street":"1 A Street","city":"A"}}' % (operator.id, wish),
            "bookings",
        ),
        ("POST", "/api/register", b'{"email":"n@e.example","password":"neon 5","companyName":"N"}', "users"),
    ]

    for method, path, body, table in calls:
        before = rows.number(elsewhere, table)
        foreign = b"cross-site" if b"userId" in body else b"same-origin"
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cookie", cookie),
            (b"sec-fetch-site", foreign),
        ]

        def look(message: Any, table: str = table, before: int = before) -> None:
            if message["type"] == "http.response.start":
                seen.append((message["status"], rows.number(elsewhere, table) - before))

        asgi.send(app, portal, method, path, headers=headers, pieces=[body], on_message=look)
    elsewhere.close()
    assert seen == [(201, 1)] * len(calls)


@pytest.mark.postgres_only  # SQLite has no server that closes connections.
@pytest.mark.parametrize("way", ["read", "write", "write_connection", "autocommit_connection"])
def test_connection_closed_by_the_server_is_not_reused(bare: Database, way: str):
    def number() -> int:
        with getattr(bare, way)() as connection:
            return connection.execute(text("SELECT pg_backend_pid()")).scalar_one()

    others = text(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    closed = number()
    assert number() == closed, "the connection must be pooled for this test to be meaningful"
    from_elsewhere = Database(bare.url)
    with from_elsewhere.write_connection() as connection:
        assert connection.execute(others).scalars().all() == [True]
    from_elsewhere.close()

    assert number() != closed


@pytest.mark.postgres_only  # A SQLite file is always reachable.
def test_unreachable_database_promptly_returns_503(
    database_kind: Any, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_with(database_url="postgresql://nobody@127.0.0.1:1/nothing")
    caller = caller_of(app)

    for method, path in (("GET", "/readyz"), ("POST", "/api/estimate"), ("POST", "/api/bookings")):
        body = {
            "userId": 1,
            "message": "A",
            "size": "4ft",
            "customerName": "A",
            "customerEmail": "a@b.example",
            "deliveryDate": "2027-06-01",
            "pickupDate": "2027-06-02",
        }
        ask = partial(caller.http.request, method, path, json=body)
        assert effort.waiting(ask, 3) < 3
        answer = ask()
        assert answer.status_code == 503
        assert answer.headers["retry-after"]
        assert answer.json()["code"] == "unavailable"
        assert "127.0.0.1" not in answer.text
    assert caller.get("/healthz").status_code == 200


def test_readiness_fails_on_an_unmigrated_database(
    database_kind: Any, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_with(database_url=databases.new_unmigrated(database_kind))

    answer = caller_of(app).get("/readyz")
    app.state.database.close()

    assert answer.status_code == 503
    assert answer.headers["retry-after"]


@pytest.mark.parametrize(
    "url, normal",
    [
        ("postgres://u@h/d", "postgresql+psycopg://u@h/d"),
        ("postgresql://u@h/d", "postgresql+psycopg://u@h/d"),
        ("postgresql+psycopg://u@h/d", "postgresql+psycopg://u@h/d"),
        ("sqlite:///x.db", "sqlite:///x.db"),
    ],
)
def test_database_urls_are_normalized(url: str, normal: str):
    assert normal_url(url) == normal


@pytest.mark.parametrize("url", ["mysql://u@h/d", "oracle://h", "nonsense"])
def test_unsupported_database_urls_are_rejected(url: str):
    with pytest.raises(ValueError):
        normal_url(url)


def test_timestamps_round_trip_and_naive_ones_are_rejected(database: Database):
    tokyo = timezone(timedelta(hours=9))
    for given in (
        NOON,
        NOON.astimezone(tokyo),
        datetime(1, 1, 2, tzinfo=UTC),
        datetime(9999, 12, 30, 23, 59, 59, 999999, UTC),
    ):
        with database.write() as db:
            db.add(Job(kind="k", payload={}, run_at=given, created_at=given))
        with database.write() as db:
            row = db.scalars(select(Job)).one()
            assert row.run_at == given
            assert row.run_at.tzinfo is not None
            db.delete(row)
    with pytest.raises(ValueError):
        Instant().process_bind_param(datetime(2027, 1, 1), None)  # pyright: ignore[reportArgumentType]  # noqa: DTZ001


@pytest.mark.postgres_only  # A rollback drops no prepared statements in SQLite.
@pytest.mark.parametrize(
    "statement, ended_with",
    [
        ("SELECT 1", "commit"),
        ("WITH found AS (SELECT 1 AS one) SELECT one FROM found", "commit"),
        ("UPDATE jobs SET attempts = attempts", "rollback"),
        ("WITH gone AS (DELETE FROM jobs RETURNING id) SELECT count(*) FROM gone", "rollback"),
    ],
)
def test_read_session_commits_only_if_it_wrote_nothing(statement: str, ended_with: str, database: Database):
    ended: list[str] = []
    for end in ("commit", "rollback"):
        event.listen(database.engine, end, lambda _connection, end=end: ended.append(end))
    with database.read() as db:
        db.execute(text(statement))
    assert ended == [ended_with]


def test_changes_to_objects_in_a_read_session_are_discarded(database: Database):
    with database.write() as db:
        db.add(Job(kind="k", payload={}, run_at=NOON, created_at=NOON))
    with database.read() as db:
        db.scalars(select(Job)).one().kind = "other"
    with database.read() as db:
        assert db.scalars(select(Job.kind)).one() == "k"


@pytest.mark.postgres_only  # SQLite plans a statement when it is prepared.
def test_repeated_statements_use_generic_plans(database: Database):
    """Autocommit connections always use generic plans; a transaction can enable them until it ends."""
    modes = select(func.current_setting("plan_cache_mode"), func.current_setting("enable_seqscan"))
    with database.autocommit_connection() as connection:
        assert connection.execute(modes).one() == ("force_generic_plan", "off")
    with database.write_connection() as connection:
        connection.execute(select(generic_plans()))
        assert connection.execute(modes).one() == ("force_generic_plan", "off")
    with database.write_connection() as connection:
        assert connection.execute(modes).one() == ("auto", "on")
