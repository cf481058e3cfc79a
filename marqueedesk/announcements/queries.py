"""Read-only queries about announcements."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.announcements.models import Announcement


def latest(db: Session, *, most: int) -> Sequence[Announcement]:
    """Return announcements by end, latest first, so that past ones come last."""
    by_end = select(Announcement).order_by(Announcement.ends_at.desc(), Announcement.id.desc())
    return db.scalars(by_end.limit(most)).all()


def not_over(db: Session, now: datetime) -> Sequence[Announcement]:
    """Return current and upcoming announcements by start."""
    by_start = select(Announcement).where(Announcement.ends_at > now).order_by(Announcement.starts_at, Announcement.id)
    return db.scalars(by_start).all()
