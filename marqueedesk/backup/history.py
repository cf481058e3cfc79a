"""The record of backups: what administrators and metrics show of them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from marqueedesk.backup.models import BackupRun

KEPT_FOR: Final = timedelta(days=400)
OVERDUE_AFTER: Final = timedelta(hours=26)
"""A daily backup that is two hours late."""
UNVERIFIED_AFTER: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class BackupHealth:
    """Latest complete backup, its size in bytes, and the latest verification of any. ``ok`` is whether the latest
    attempt succeeded, None before the first; ``problem`` is why it failed.
    """

    last_at: datetime | None
    last_size: int | None
    last_verified_at: datetime | None
    ok: bool | None
    problem: str | None


def add(db: Session, run: BackupRun) -> None:
    """Record a backup, and forget those of more than 400 days ago."""
    db.execute(delete(BackupRun).where(BackupRun.finished_at < run.finished_at - KEPT_FOR))
    run.problem = run.problem and run.problem[:500]
    db.add(run)


def mark_verified(db: Session, backup_id: str | None, now: datetime) -> None:
    """Record that a backup was restored and compared. One that this installation did not make is not recorded."""
    db.execute(update(BackupRun).where(BackupRun.id == backup_id).values(verified_at=now, problem=None))


def mark_latest_damaged(db: Session, problem: str) -> None:
    """Record that the verification of the backup that was just made failed."""
    latest = db.scalars(select(BackupRun).order_by(BackupRun.finished_at.desc()).limit(1)).first()
    if latest is not None:
        latest.problem = problem[:500]


def health(db: Session) -> BackupHealth:
    """Summarize the backups."""
    newest = BackupRun.finished_at.desc()
    latest = db.scalars(select(BackupRun).order_by(newest).limit(1)).first()
    complete = db.scalars(select(BackupRun).where(BackupRun.problem.is_(None)).order_by(newest).limit(1)).first()
    return BackupHealth(
        last_at=complete and complete.finished_at,
        last_size=complete and complete.size_bytes,
        last_verified_at=db.scalar(select(func.max(BackupRun.verified_at))),
        ok=None if latest is None else latest.problem is None,
        problem=latest and latest.problem,
    )
