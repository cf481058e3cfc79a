"""Change notifications. Nothing here commits."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.orm import Session

from marqueedesk.notifications import queries
from marqueedesk.notifications.models import Notification, NotificationRead

KEPT = timedelta(days=120)
_LONGEST_TITLE = 300
_LONGEST_TEXT = 500

BOOKING, QUOTE, PLAN, CUSTOMER = "booking", "quote", queries.PLAN, "customer"
"""Kinds of records that a notification can link to."""


@dataclass(frozen=True, slots=True)
class Note:
    """A notification to create: title, text and link.

    ``key`` identifies what is reported, if several events can report the same thing.
    """

    kind: str
    title: str
    text: str | None
    about: str | None = None
    about_id: int | None = None
    is_money: bool = False
    key: str | None = None


def notify(db: Session, note: Note, *, key: str, now: datetime) -> Notification | None:
    """Create a notification for the session's operator, once per ``key``. Long texts are truncated."""
    if queries.is_told(db, key):
        return None
    title = _cut(note.title, _LONGEST_TITLE)
    text = _cut(note.text, _LONGEST_TEXT) if note.text else None
    row = Notification(**asdict(replace(note, title=title, text=text, key=key)), created_at=now)
    db.add(row)
    return row


def mark_read(
    db: Session, operator_id: int, user_id: int, *, ids: Collection[int] | None = None, up_to: int | None = None
) -> None:
    """Mark some notifications, or all up to one, as read by a user. Unknown IDs are ignored, and repeated calls have no
    effect.
    """
    found = queries.unread_among(db, user_id, ids=ids, up_to=up_to)
    if found:
        insert = insert_sqlite if db.get_bind().dialect.name == "sqlite" else insert_postgresql
        rows = [{"user_id": user_id, "notification_id": one, "operator_id": operator_id} for one in found]
        db.execute(insert(NotificationRead).on_conflict_do_nothing(), rows)


def forget_old(db: Session, now: datetime) -> None:
    """Delete old notifications with their read marks."""
    db.execute(delete(Notification).where(Notification.created_at < now - KEPT))


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
