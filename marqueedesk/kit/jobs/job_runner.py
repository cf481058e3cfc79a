"""Runs the job table: claims due jobs, runs them and records their outcome (docs/adr/0006-jobs.md).

There are two kinds of steps. An *inner* step only uses the database: it runs in the transaction that marks its job as
done, so it takes effect exactly once even if a worker dies. An *outer* step calls external services: it runs without a
transaction, and returns what to record when the job is marked as done. It may run twice if its worker dies in between.
"""

import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.watch import timing, tracing
from marqueedesk.kit.watch.metrics import JOB_SECONDS, JOBS, log

EVERY_SECONDS: Final = 0.5
"""How many seconds an idle runner waits between polls. Each poll is one indexed read."""
_ALWAYS: Final = 2
AFTER_TROUBLE_SECONDS: Final = 5.0
"""Seconds to pause after the database did not respond."""
LONGEST_STEP: Final = 300.0
"""Seconds after which a step is considered hung: its lease is no longer renewed, so another worker takes over
the job.
"""


@dataclass(frozen=True, slots=True)
class Task:
    """A claimed job, as passed to its step."""

    id: int
    kind: str
    payload: jobs.Payload
    created_at: datetime
    attempts: int
    # Name of the worker that claimed the job.
    holder: str = ""


Commit = Callable[[Session, datetime], None]
DbHandler = Callable[[Session, Task, datetime], None]
ExternalHandler = Callable[[Task], Commit]


class TakenOver(Exception):
    """The job's lease expired and another worker took it over. The step stops, and nothing is recorded."""


class RetryAt(Exception):
    """A step could not be completed and is retried at a given time (None: never). ``record`` runs in the transaction
    that records this.
    """

    def __init__(self, reason: str, at: datetime | None, record: Commit | None = None) -> None:
        self.at = at
        self.record = record
        super().__init__(reason)


def worker_name() -> str:
    """Return a unique worker name: its host and a random part."""
    return f"{os.uname().nodename[:40]}:{os.getpid()}:{secrets.token_hex(4)}"


class JobRunner:
    """Runs jobs of some kinds in sequence, for one thread."""

    def __init__(
        self,
        database: Database,
        *,
        inner: Mapping[str, DbHandler] | None = None,
        outer: Mapping[str, ExternalHandler] | None = None,
        idle: Callable[[], None] = lambda: None,
        most: int = 10,
        needed: Callable[[float], bool] = lambda _now: True,
    ) -> None:
        """``idle`` is called when no job is due; ``most`` is the number of jobs claimed at a time.

        ``needed`` gets the time of the monotonic clock and returns true if this runner should look for work; see
        `Lanes`.
        """
        self.name = worker_name()
        self._database = database
        self._inner = inner or {}
        self._outer = outer or {}
        self._idle = idle
        self._most = most
        self._needed = needed
        self.busy_since: float | None = None
        """When the current job started, by the monotonic clock; None if there is none."""
        self._holds = False
        self._turns = jobs.JobTurns()

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of jobs that this runner handles."""
        return (*self._inner, *self._outer)

    def is_alive(self, now: float) -> bool:
        """Return true if the leases of its jobs should be renewed at this time of the monotonic clock. Those of a hung
        step are not.
        """
        begun = self.busy_since
        return self._holds and (begun is None or now - begun < LONGEST_STEP)

    def run(self, stop: threading.Event) -> None:
        """Run jobs until ``stop`` is set, then finish the current one. Claimed jobs not yet started are released."""
        pause = 0.0
        busy = False
        while not stop.wait(pause):
            if not self._needed(time.monotonic()):
                pause = EVERY_SECONDS
                if busy:
                    self._idle()
                busy = False
                continue
            try:
                count = self.once(stop)
                pause = 0.0 if count else EVERY_SECONDS
                if busy and not count:
                    self._idle()
                busy = count > 0
            except (SQLAlchemyError, Unavailable) as problem:
                log.warning("worker_waits_for_database", error=type(problem).__name__)
                pause = AFTER_TROUBLE_SECONDS
        self._idle()

    def once(self, stop: threading.Event | None = None) -> int:
        """Claim and run some due jobs; return their number."""
        with self._database.read() as db:
            if not jobs.any_due(db, clock.now(), kinds=self.kinds):
                return 0
        self._holds = True
        try:
            return self._claim_and_do(stop)
        finally:
            self._holds = False

    def _claim_and_do(self, stop: threading.Event | None) -> int:
        with self._database.write() as db:
            claimed = jobs.claim(db, self.name, clock.now(), kinds=self.kinds, most=self._most, turns=self._turns)
            tasks = [Task(job.id, job.kind, job.payload, job.created_at, job.attempts, self.name) for job in claimed]
        for position, task in enumerate(tasks):
            if stop is not None and stop.is_set():
                with self._database.write() as db:
                    jobs.give_back(db, [left.id for left in tasks[position:]], self.name)
                return position
            self.busy_since = time.monotonic()
            try:
                self._do(task)
            finally:
                self.busy_since = None
        return len(tasks)

    def all_due(self) -> int:
        """Run all jobs due now, including those that become due in the meantime, and return their number."""
        done = 0
        while count := self.once():
            done += count
        self._idle()
        return done

    def _do(self, task: Task) -> None:
        began = time.perf_counter()
        with tracing.span(task.kind, "consumer", {"job.id": task.id, "job.attempt": task.attempts}):
            token = timing.current.set(timing.Spent())
            try:
                self._attempt(task)
            finally:
                timing.current.reset(token)
                JOB_SECONDS.labels(task.kind).observe(time.perf_counter() - began)

    def _attempt(self, task: Task) -> None:
        try:
            record = self._outer[task.kind](task) if task.kind in self._outer else None
            with self._database.write() as db:
                if jobs.held(db, task.id, self.name) is None:
                    # The lease has expired, and another worker has the job.
                    return
                if record is not None:
                    record(db, clock.now())
                else:
                    self._inner[task.kind](db, task, clock.now())
                jobs.finish(db, task.id, self.name)
            JOBS.labels(task.kind, "done").inc()
        except TakenOver:
            log.warning("job_taken_over", job=task.id, kind=task.kind)
        except RetryAt as later:
            self._failed(task, str(later), later.at, later.record)
        except Exception as problem:
            if isinstance(problem, SQLAlchemyError | Unavailable) and not self._answers():
                # The job is not at fault. It is released when its lease expires.
                raise
            log.error("job_failed", job=task.id, kind=task.kind, attempt=task.attempts, exc_info=problem)
            reason = f"{type(problem).__name__}: {problem}"
            self._failed(task, reason, jobs.next_try(task.attempts, clock.now()), None)

    def _failed(self, task: Task, reason: str, at: datetime | None, record: Commit | None) -> None:
        with self._database.write() as db:
            if jobs.fail(db, task.id, self.name, reason, at) and record is not None:
                record(db, clock.now())
        JOBS.labels(task.kind, "failed" if at is None else "again").inc()

    def _answers(self) -> bool:
        """Return true if the database is reachable."""
        try:
            with self._database.read() as db:
                jobs.any_due(db, clock.now(), kinds=())
        except (SQLAlchemyError, Unavailable):
            return False
        return True


class Lanes:
    """Several runners of the same kinds of jobs, for external work of unknown speed.

    The first two always look for work. Each further one does so only while fewer than two runners before it are idle or
    have just started a job. So a fast server gets at most two connections, and slow responses don't delay other jobs.
    """

    def __init__(self, make: Callable[[Callable[[float], bool]], JobRunner], *, most: int, slow_after: float) -> None:
        """``make`` creates a runner from its ``needed`` callback; ``slow_after`` is in seconds."""
        self.drains: list[JobRunner] = []
        self._slow_after = slow_after
        for position in range(most):
            self.drains.append(make(partial(self.is_needed, position)))

    def is_needed(self, position: int, now: float) -> bool:
        """Return true if the runner at a position should look for work at this time of the monotonic clock."""
        quick = [
            drain
            for drain in self.drains[:position]
            if drain.busy_since is None or now - drain.busy_since < self._slow_after
        ]
        return len(quick) < _ALWAYS
