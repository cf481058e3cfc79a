"""The job table: later work is a row, written in the same transaction as what causes it (docs/adr/0006-jobs.md).

`claim` leases due jobs to one worker; a job whose lease has ended is free again, so a dead worker's work is taken over.
"""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from marqueedesk.kit.tables import Job

LEASE = timedelta(minutes=5)
MAX_ATTEMPTS = 10


def enqueue(
    db: Session,
    kind: str,
    payload: dict[str, Any],
    now: datetime,
    *,
    run_at: datetime | None = None,
    dedupe_key: str | None = None,
) -> Job:
    """Write a job in the caller's transaction. ``dedupe_key`` is unique: the second of a pair fails the transaction."""
    job = Job(kind=kind, payload=payload, run_at=run_at or now, created_at=now, dedupe_key=dedupe_key, state="waiting")
    db.add(job)
    return job


def claim(db: Session, worker: str, now: datetime, *, kinds: list[str], most: int = 10) -> list[Job]:
    """Lease up to ``most`` due jobs of the given kinds to ``worker``. Rows that another worker holds are skipped."""
    due = or_(Job.state == "waiting", (Job.state == "leased") & (Job.lease_until < now))
    rows = db.scalars(
        select(Job)
        .where(due, Job.run_at <= now, Job.kind.in_(kinds))
        .order_by(Job.run_at, Job.id)
        .limit(most)
        .with_for_update(skip_locked=True)
    ).all()
    for job in rows:
        job.state = "leased"
        job.lease_until = now + LEASE
        job.leased_by = worker
        job.attempts += 1
    return list(rows)


def finish(db: Session, job_id: int, worker: str) -> bool:
    """Mark a job done if ``worker`` still holds it; False when somebody else has taken it over."""
    job = db.get(Job, job_id)
    if job is None or job.state != "leased" or job.leased_by != worker:
        return False
    job.state = "done"
    job.lease_until = None
    return True


def fail(db: Session, job_id: int, worker: str, reason: str, now: datetime) -> bool:
    """Put a job back with a growing pause, or give it up after `MAX_ATTEMPTS`; False when it was taken over."""
    job = db.get(Job, job_id)
    if job is None or job.state != "leased" or job.leased_by != worker:
        return False
    job.last_error = reason[:2000]
    job.lease_until = None
    if job.attempts >= MAX_ATTEMPTS:
        job.state = "failed"
    else:
        job.state = "waiting"
        job.run_at = now + timedelta(seconds=min(3600, 5 * 2**job.attempts))
    return True


def lag_seconds(db: Session, now: datetime, *, kinds: list[str]) -> float:
    """How long the oldest due job of these kinds has been waiting, in seconds; 0 when none is."""
    oldest = db.scalar(
        select(Job.run_at)
        .where(Job.state == "waiting", Job.run_at <= now, Job.kind.in_(kinds))
        .order_by(Job.run_at)
        .limit(1)
    )
    return max(0.0, (now - oldest).total_seconds()) if oldest else 0.0
