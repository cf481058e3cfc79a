"""Job table: background work is a row, inserted in the transaction that causes it (docs/adr/0006-jobs.md).

`claim` leases due jobs to a worker; a job whose lease has expired can be claimed again, so that others take over a dead
worker's jobs. `kit.jobs.job_runner` runs claimed jobs.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, case, delete, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.orm import Session

from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.kit.db.tables import Job

Payload = dict[str, Any]
"""JSON payload of a job, with keys specific to its kind."""
LEASE = timedelta(seconds=25)
"""Lease duration. A live worker renews its leases (`keep`); a dead worker's jobs can be claimed again once they
expire.
"""
KEEP_EVERY = 5.0
"""Seconds between two renewals."""
MAX_ATTEMPTS = 10
LONGEST_PAUSE = 3600
WAITING, LEASED, DONE, FAILED = "waiting", "leased", "done", "failed"
LONGEST_KEY = 200
"""Maximum length of a job's ``dedupe_key``."""
KEPT_DONE = timedelta(days=14)
"""How long completed jobs are kept, for inspection and so that their dedupe keys can't be reused."""
KEPT_FAILED = timedelta(days=180)
_SHARES = 4
"""While others wait, a claim takes at most one of this many jobs from the same business and kind."""
_LONGEST_ROUND = 50


def job_row(
    kind: str, payload: Payload, now: datetime, *, run_at: datetime | None = None, dedupe_key: str | None = None
) -> Columns:
    """Return the columns of a waiting job, for bulk inserts (see kit.db.row_writer).

    ``operatorId`` in the payload is the job's business.
    """
    return {
        "operator_id": payload.get("operatorId"),
        "kind": kind,
        "payload": payload,
        "state": WAITING,
        "run_at": run_at or now,
        "attempts": 0,
        "dedupe_key": dedupe_key,
        "created_at": now,
    }


def enqueue(
    db: Session,
    kind: str,
    payload: Payload,
    now: datetime,
    *,
    run_at: datetime | None = None,
    dedupe_key: str | None = None,
) -> Job:
    """Insert a job in the caller's transaction. ``dedupe_key`` is unique: a duplicate makes the transaction fail."""
    job = Job(**job_row(kind, payload, now, run_at=run_at, dedupe_key=dedupe_key))
    db.add(job)
    return job


def enqueue_once(
    db: Session, kind: str, payload: Payload, now: datetime, *, dedupe_key: str, run_at: datetime | None = None
) -> bool:
    """Like `enqueue`, but ignores a duplicate key. Returns true if the job is new."""
    insert = insert_sqlite if db.get_bind().dialect.name == "sqlite" else insert_postgresql
    statement = insert(Job).values(**job_row(kind, payload, now, run_at=run_at, dedupe_key=dedupe_key))
    statement = statement.on_conflict_do_nothing(index_elements=[Job.dedupe_key]).returning(Job.id)
    return db.scalars(statement).one_or_none() is not None


def remove(db: Session, dedupe_key: str) -> None:
    """Delete the job with this key in any state. To a worker that is running it, the job appears as taken over."""
    db.execute(delete(Job).where(Job.dedupe_key == dedupe_key))


def _abandoned(now: datetime) -> ColumnElement[bool]:
    return (Job.state == LEASED) & (Job.lease_until < now)


def _waiting(now: datetime) -> ColumnElement[bool]:
    return (Job.state == WAITING) & (Job.run_at <= now)


_now = bindparam("now", type_=Job.run_at.type)
_due = or_((Job.state == WAITING) & (Job.run_at <= _now), (Job.state == LEASED) & (Job.lease_until < _now))
_due_kinds = select(Job.kind).where(_due).distinct()


@cache
def _any_due(kinds: tuple[str, ...]) -> Select[int]:
    # Built once, because idle runners poll with it.
    return select(literal(1)).where(_due, Job.kind.in_(kinds)).limit(1)


def any_due(db: Session, now: datetime, *, kinds: tuple[str, ...]) -> bool:
    """Return true if a job of these kinds is due. This is an indexed read, cheap enough to poll."""
    return db.scalar(_any_due(kinds), {"now": now}) is not None


def due_kinds(db: Session, now: datetime) -> set[str]:
    """Return the kinds of jobs that are due."""
    return set(db.scalars(_due_kinds, {"now": now}))


@dataclass(slots=True)
class JobTurns:
    """Turns in one round of a worker: the pairs of kind and business whose jobs it has claimed.

    A pair that had its turn comes after all other waiting pairs, so that thousands of jobs of one business, or of a
    failing kind, do not delay others.
    """

    taken: set[tuple[str, int | None]] = field(default_factory=set[tuple[str, int | None]])

    def take(self, kind: str, operator_id: int | None) -> None:
        """Record a turn. The round ends when there are too many pairs for a statement to exclude."""
        if len(self.taken) >= _LONGEST_ROUND:
            self.taken.clear()
        self.taken.add((kind, operator_id))

    def others(self) -> list[ColumnElement[bool]]:
        """Return the conditions for jobs whose turn is still to come."""
        return [or_(Job.kind != kind, Job.operator_id.is_distinct_from(whose)) for kind, whose in self.taken]


def claim(
    db: Session, worker: str, now: datetime, *, kinds: Collection[str], most: int = 10, turns: JobTurns | None = None
) -> list[Job]:
    """Lease up to ``most`` due jobs of the given kinds to ``worker``: first those abandoned by dead workers, then the
    longest waiting, with businesses and kinds taking turns. Rows locked by another worker are skipped.
    """
    turns = turns or JobTurns()
    # Two statements, each in index order. A combined one would read and sort everything that is waiting.
    rows = _oldest(db, [_abandoned(now), Job.kind.in_(kinds)], most)
    due = [_waiting(now), Job.kind.in_(kinds)]
    share, spare, skipped_ids = max(1, most // _SHARES), list[Job](), list[int]()
    while len(rows) < most:
        waiting = _oldest(db, [*due, *turns.others(), Job.id.not_in(skipped_ids)], most)
        if not waiting and turns.taken and not skipped_ids:
            # Every waiting pair has had a turn: start the next round.
            turns.taken.clear()
            continue
        skipped_ids += [job.id for job in waiting]
        for job in waiting:
            same = sum((row.kind, row.operator_id) == (job.kind, job.operator_id) for row in rows)
            (rows if len(rows) < most and same < share else spare).append(job)
            turns.take(job.kind, job.operator_id)
        if len(waiting) < most:
            break
    rows += spare[: most - len(rows)]
    for job in rows:
        job.state = LEASED
        job.lease_until = now + LEASE
        job.leased_by = worker
        job.attempts += 1
    return rows


def _oldest(db: Session, conditions: Sequence[ColumnElement[bool]], most: int) -> list[Job]:
    oldest = select(Job).where(*conditions).order_by(Job.run_at, Job.id).limit(most)
    return list(db.scalars(oldest.with_for_update(skip_locked=True)))


def held(db: Session, job_id: int, worker: str) -> Job | None:
    """Return a job still held by ``worker``, locked until the transaction ends; None if it was taken over."""
    mine = (Job.state == LEASED) & (Job.leased_by == worker)
    return db.scalars(select(Job).where(Job.id == job_id, mine).with_for_update()).one_or_none()


def finish(db: Session, job_id: int, worker: str) -> bool:
    """Mark a job as done if ``worker`` still holds it; return false if it was taken over or deleted."""
    mine = (Job.state == LEASED) & (Job.leased_by == worker)
    done = update(Job).where(Job.id == job_id, mine).values(state=DONE, lease_until=None).returning(Job.id)
    return db.scalar(done) is not None


def extend(db: Session, job_id: int, worker: str, until: datetime) -> bool:
    """Extend a job's lease; return False without a change if it was taken over."""
    job = held(db, job_id, worker)
    if job is None:
        return False
    job.lease_until = until
    return True


def keep(db: Session, workers: Collection[str], now: datetime) -> None:
    """Renew the leases of these workers' jobs. Locked rows are skipped: their worker is finishing them, and no other
    worker can claim them in the meantime.
    """
    expiring = (Job.state == LEASED) & Job.leased_by.in_(workers) & (Job.lease_until < now + LEASE)
    ids = db.scalars(select(Job.id).where(expiring).with_for_update(skip_locked=True)).all()
    if ids:
        db.execute(update(Job).where(Job.id.in_(ids)).values(lease_until=now + LEASE))


def next_try(attempts: int, now: datetime) -> datetime | None:
    """Return the time of the next retry, with a growing delay; None after `MAX_ATTEMPTS`."""
    if attempts >= MAX_ATTEMPTS:
        return None
    return now + timedelta(seconds=min(LONGEST_PAUSE, 5 * 2**attempts))


def fail(db: Session, job_id: int, worker: str, reason: str, retry_at: datetime | None) -> bool:
    """Reschedule a job to ``retry_at``, or mark it failed if that is None; return False if it was taken over."""
    job = held(db, job_id, worker)
    if job is None:
        return False
    job.last_error = reason[:2000]
    job.lease_until = None
    job.state = FAILED if retry_at is None else WAITING
    job.run_at = retry_at or job.run_at
    return True


def give_back(db: Session, ids: Collection[int], worker: str) -> None:
    """Release jobs that ``worker`` claimed but will not start, without counting an attempt."""
    mine = (Job.state == LEASED) & (Job.leased_by == worker)
    values = {"state": WAITING, "lease_until": None, "attempts": Job.attempts - 1}
    db.execute(update(Job).where(Job.id.in_(ids), mine).values(values))


def lag_seconds(db: Session, now: datetime, *, kinds: Collection[str]) -> float:
    """Return how long the oldest due job of these kinds has been waiting, in seconds; 0 if none is due."""
    oldest = db.scalar(
        select(Job.run_at)
        .where(Job.state == WAITING, Job.run_at <= now, Job.kind.in_(kinds))
        .order_by(Job.run_at)
        .limit(1)
    )
    return max(0.0, (now - oldest).total_seconds()) if oldest else 0.0


def number_due(db: Session, now: datetime, *, kinds: Collection[str], most: int = 10_000) -> int:
    """Return the number of due jobs of these kinds, counted up to ``most``."""
    due = select(literal(1)).select_from(Job).where(Job.state == WAITING, Job.run_at <= now, Job.kind.in_(kinds))
    return db.scalar(select(func.count()).select_from(due.limit(most).subquery())) or 0


def unfinished(db: Session, kind: str) -> tuple[int, datetime | None]:
    """Return the number of jobs of a kind that are waiting or running, also for a retry, and when the oldest was
    inserted.
    """
    figures = select(func.count(), func.min(Job.created_at)).where(Job.kind == kind, Job.state.in_((WAITING, LEASED)))
    number, since = db.execute(figures).one()
    return number, since


def number_failed(db: Session) -> int:
    """Return the number of failed jobs."""
    return db.scalar(select(func.count()).select_from(Job).where(Job.state == FAILED)) or 0


def number_unknown(db: Session, now: datetime, *, kinds: Collection[str], most: int = 10_000) -> int:
    """Count due jobs of kinds unknown to this version, up to ``most``."""
    due = select(literal(1)).select_from(Job).where(_waiting(now), Job.kind.not_in(kinds))
    return db.scalar(select(func.count()).select_from(due.limit(most).subquery())) or 0


@dataclass(frozen=True, slots=True)
class FailingKind:
    """Failing jobs of one kind and business: those that will be retried, those that were given up, and the latest
    error.
    """

    kind: str
    operator_id: int | None
    retrying: int
    given_up: int
    last_error: str | None
    since: datetime


def failing_kinds(db: Session, *, most: int = 50, operator_id: int | None = None) -> list[FailingKind]:
    """Return failing jobs by kind and business, or those of one business, most jobs first."""
    conditions = [_has_failed, *([Job.operator_id == operator_id] if operator_id is not None else [])]
    rows = db.execute(
        select(
            Job.kind,
            Job.operator_id,
            func.sum(case((Job.state == WAITING, 1), else_=0)),
            func.sum(case((Job.state == FAILED, 1), else_=0)),
            func.max(Job.last_error),
            func.min(Job.created_at),
        )
        .where(*conditions)
        .group_by(Job.kind, Job.operator_id)
        .order_by(func.count().desc(), Job.kind)
        .limit(most)
    )
    return [FailingKind(*row) for row in rows]


def retry_now(db: Session, kind: str, operator_id: int | None, now: datetime) -> int:
    """Make the failed jobs of a kind and business due now, with all attempts available again; return their number."""
    ids = db.scalars(
        select(Job.id).where(_has_failed, Job.kind == kind, Job.operator_id.is_not_distinct_from(operator_id))
    ).all()
    db.execute(update(Job).where(_has_failed, Job.id.in_(ids)).values(state=WAITING, run_at=now, attempts=0))
    return len(ids)


_has_failed = or_(Job.state == FAILED, (Job.state == WAITING) & (Job.attempts > 0) & Job.last_error.is_not(None))


def forget_ended(db: Session, now: datetime) -> None:
    """Delete jobs completed or failed long ago."""
    for state, retention in ((DONE, KEPT_DONE), (FAILED, KEPT_FAILED)):
        db.execute(delete(Job).where(Job.state == state, Job.run_at < now - retention))
