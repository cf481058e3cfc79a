"""Housekeeping removes expired rows only; the worker runs due jobs once and stops on request."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import SignIn
from marqueedesk.accounts.service import SIGN_IN_LASTS
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import IdempotencyKey
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import LONGEST_STEP, JobRunner, Lanes, RetryAt, Task
from marqueedesk.kit.watch import audit
from marqueedesk.messages import outbox
from marqueedesk.migrations import revision
from marqueedesk.settings import Settings
from marqueedesk.worker import KEYS_KEPT, Inside, Worker, keep_house
from tests.support import rows
from tests.support.api import Api
from tests.support.together import all_together


def keys(database: Database) -> list[str]:
    with database.read() as db, all_tenants(db, "a test looks at the rows"):
        return list(db.scalars(select(IdempotencyKey.key)))


def tidy(database: Database, now: datetime) -> None:
    with database.write() as db:
        keep_house(db, Task(1, "housekeeping", {}, now, 1), now)


def enqueue(database: Database, number: int = 1, kind: str = "work") -> None:
    with database.write() as db:
        for position in range(number):
            jobs.enqueue(db, kind, {"position": position}, clock.now())


def states(database: Database, kind: str = "work") -> list[str]:
    return [row["state"] for row in rows.rows(database, "jobs") if row["kind"] == kind]


def test_idempotency_key_is_removed_after_two_days(operator: Api, database: Database):
    operator.try_to_book(key="the-first-key")
    now = clock.now()

    tidy(database, now + KEYS_KEPT - timedelta(minutes=1))
    assert keys(database) == ["the-first-key"]

    tidy(database, now + KEYS_KEPT + timedelta(minutes=1))
    assert keys(database) == []


def test_expired_session_is_removed(operator: Api, database: Database):
    tidy(database, clock.now())
    assert operator.get("/api/user").status_code == 200

    tidy(database, clock.now() + SIGN_IN_LASTS + timedelta(minutes=1))
    with database.read() as db:
        assert db.scalars(select(SignIn)).all() == []
    assert operator.get("/api/user").status_code == 401


def test_emails_are_kept_two_years_and_account_emails_ninety_days(operator: Api, database: Database, app: FastAPI):
    operator.set_status(operator.book()["id"], "confirmed")
    Worker(database, app.state.settings).all_due()

    def kinds() -> set[str]:
        return {row["audience"] for row in rows.rows(database, "outbox")}

    now = clock.now()
    tidy(database, now + outbox.ACCOUNT_KEPT - timedelta(minutes=1))
    assert kinds() == {"account", "customer"}
    tidy(database, now + outbox.ACCOUNT_KEPT + timedelta(hours=1))
    assert kinds() == {"customer"}
    tidy(database, now + outbox.KEPT - timedelta(minutes=1))
    assert kinds() == {"customer"}
    tidy(database, now + outbox.KEPT + timedelta(hours=1))
    assert kinds() == set()


def test_audit_log_is_kept_three_years(bare: Database):
    # A database with its triggers, which the other tests run without.
    database, now = bare, datetime.now(UTC)
    revision.upgrade(database)
    with database.write() as db:
        audit.record(db, "account.signed_in", by=None, now=now - audit.KEPT - timedelta(minutes=1))
        audit.record(db, "account.signed_in", by=None, now=now - timedelta(days=30))

    tidy(database, now)
    assert rows.number(database, "audit_entries") == 1
    # The database itself rejects deleting younger entries, even with a wrong clock.
    with pytest.raises(DBAPIError, match="neither changes nor goes away"):
        tidy(database, now + audit.KEPT)
    assert rows.number(database, "audit_entries") == 1


def test_housekeeping_runs_hourly_regardless_of_the_number_of_servers(operator: Api, database: Database):
    now = clock.now()
    for _ in range(3):
        tidy(database, now)

    found = [row for row in rows.rows(database, "jobs") if row["kind"] == "housekeeping"]
    assert [row["run_at"] for row in found] == [now + timedelta(hours=1)]


def test_worker_runs_housekeeping_and_stops_on_request(operator: Api, database: Database, app: FastAPI):
    operator.try_to_book(key="an-old-key")
    long_ago = clock.now() - KEYS_KEPT - timedelta(minutes=1)
    with database.write() as db, all_tenants(db, "a test makes a row old"):
        db.execute(update(IdempotencyKey).values(created_at=long_ago))
        jobs.enqueue(db, "housekeeping", {}, long_ago)
    inside = Inside(Worker(database, app.state.settings))

    inside.start()
    patience = threading.Event()
    for _ in range(200):
        if not keys(database):
            break
        patience.wait(0.02)
    inside.end()

    assert not any(thread.name in {"events", "emails"} for thread in threading.enumerate())
    assert keys(database) == []


def test_transactional_job_and_its_completion_are_one_transaction(database: Database):
    enqueue(database)
    tries: list[int] = []

    def work(db: Session, task: Task, now: datetime) -> None:
        tries.append(task.attempts)
        jobs.enqueue(db, "follows", {}, now)
        db.flush()
        if len(tries) == 1:
            raise ZeroDivisionError("the first time")

    drain = JobRunner(database, inner={"work": work})
    drain.once()
    assert (states(database), states(database, "follows")) == (["waiting"], [])
    assert rows.rows(database, "jobs")[0]["last_error"] == "ZeroDivisionError: the first time"

    with database.write() as db:
        db.execute(update(jobs.Job).values(run_at=clock.now()))
    drain.once()
    assert (states(database), states(database, "follows"), tries) == (["done"], ["waiting"], [1, 2])


def test_external_job_runs_without_transaction_and_records_its_completion(database: Database):
    enqueue(database)
    open_writes: list[bool] = []

    def work(task: Task) -> Callable[[Session, datetime], None]:
        with database.write() as db:  # on SQLite this would wait for itself otherwise
            open_writes.append(db.in_transaction())
        return lambda db, now: jobs.enqueue(db, "recorded", {"from": task.id}, now) and None

    JobRunner(database, outer={"work": work}).once()

    assert open_writes == [True]
    assert (states(database), states(database, "recorded")) == (["done"], ["waiting"])


def test_retry_sets_time_and_note(database: Database):
    enqueue(database)
    later = clock.now() + timedelta(minutes=3)

    def work(_task: Task) -> Callable[[Session, datetime], None]:
        raise RetryAt("away", later, lambda db, now: jobs.enqueue(db, "noted", {}, now) and None)

    JobRunner(database, outer={"work": work}).once()

    (row,) = [row for row in rows.rows(database, "jobs") if row["kind"] == "work"]
    assert (row["state"], row["run_at"], row["last_error"]) == ("waiting", later, "away")
    assert states(database, "noted") == ["waiting"]


def test_two_workers_run_each_job_once(database: Database):
    enqueue(database, 40)
    done: list[int] = []

    def work(_db: Session, task: Task, _now: datetime) -> None:
        done.append(task.payload["position"])

    all_together([JobRunner(database, inner={"work": work}, most=3).all_due for _ in range(4)])

    assert sorted(done) == list(range(40))
    assert set(states(database)) == {"done"}


def test_job_of_a_dead_worker_is_taken_over_and_its_late_result_ignored(database: Database, present: Any):
    enqueue(database)
    rescuer = JobRunner(database, inner={"work": lambda _db, _task, _now: None})

    def dies(_task: Task) -> Callable[[Session, datetime], None]:
        present.shift(jobs.LEASE + timedelta(seconds=1))
        assert rescuer.once() == 1
        return lambda db, now: jobs.enqueue(db, "too late", {}, now) and None

    JobRunner(database, outer={"work": dies}).once()

    assert (states(database), states(database, "too late")) == (["done"], [])


def test_live_worker_keeps_a_long_job_but_loses_a_hanging_one(database: Database, present: Any):
    enqueue(database)
    worker = Worker(database, Settings(database_url=database.url))
    rescuer = JobRunner(database, inner={"work": lambda _db, _task, _now: None})
    found: list[int] = []

    def takes_long(_task: Task) -> Callable[[Session, datetime], None]:
        for _ in range(3):
            present.shift(jobs.LEASE - timedelta(seconds=1))
            worker.keep_leases()
            found.append(rescuer.once())
        # It counts as hanging: its lease is no longer renewed.
        worker.payments.busy_since = time.monotonic() - LONGEST_STEP
        worker.keep_leases()
        present.shift(jobs.LEASE + timedelta(seconds=1))
        found.append(rescuer.once())
        return lambda db, now: jobs.enqueue(db, "too late", {}, now) and None

    worker.payments = JobRunner(database, outer={"work": takes_long})
    worker.payments.once()

    assert found == [0, 0, 0, 1]
    assert states(database, "too late") == []
    assert timedelta(seconds=30) > jobs.LEASE


def test_stopping_worker_returns_jobs_that_have_not_started(database: Database):
    enqueue(database, 5)
    stop = threading.Event()

    def work(_db: Session, task: Task, _now: datetime) -> None:
        if task.payload["position"] == 1:
            stop.set()

    JobRunner(database, inner={"work": work}).run(stop)

    assert states(database) == ["done", "done", "waiting", "waiting", "waiting"]
    assert [row["attempts"] for row in rows.rows(database, "jobs")] == [1, 1, 0, 0, 0]


def test_extra_lane_opens_only_if_fewer_than_two_are_idle_or_just_started(database: Database):
    lanes = Lanes(lambda needed: JobRunner(database, needed=needed), most=5, slow_after=3.0)

    def needed(*busy_since: float | None) -> list[bool]:
        for drain, since in zip(lanes.drains, [*busy_since, *[None] * 5], strict=False):
            drain.busy_since = since
        return [lanes.is_needed(position, 10.0) for position in range(5)]

    assert needed() == [True, True, False, False, False]
    assert needed(9.0, 9.5) == [True, True, False, False, False], "both have just started"
    assert needed(9.0, 5.0) == [True, True, True, False, False]
    assert needed(6.0, 5.0) == [True, True, True, True, False]
    assert needed(6.0, 5.0, 4.0, 9.0) == [True, True, True, True, True]
    assert needed(1.0, 1.0, 1.0, 1.0, 1.0) == [True] * 5
