"""Read-only queries about notifications, scoped to the session's operator."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, exists, func, select
from sqlalchemy.orm import Session

from marqueedesk.kit.db import paging
from marqueedesk.notifications.models import Notification, NotificationRead

MOST_COUNTED = 100
"""Counting stops here, because the bell shows "99+"."""
PLAN = "plan"
"""Kind of notifications about the business's own plan, which only its owner sees."""


def _is_read(user_id: int) -> ColumnElement[bool]:
    return exists().where(
        NotificationRead.notification_id == Notification.id,
        NotificationRead.user_id == user_id,
        NotificationRead.operator_id == Notification.operator_id,
    )


def _for(*, money: bool, plan: bool) -> list[ColumnElement[bool]]:
    seen: list[ColumnElement[bool]] = []
    if not money:
        seen.append(Notification.is_money.is_(False))
    if not plan:
        seen.append(Notification.about.is_distinct_from(PLAN))
    return seen


def page(
    db: Session, user_id: int, *, money: bool, plan: bool, limit: int, cursor: str | None
) -> tuple[list[tuple[Notification, bool]], str | None]:
    """Return notifications with their read state for a user, newest first, and the cursor of the next page or None.

    ``money`` includes notifications about money, ``plan`` those about the business's own plan.
    """
    statement = (
        select(Notification, _is_read(user_id)).where(*_for(money=money, plan=plan)).order_by(Notification.id.desc())
    )
    if cursor is not None:
        (last_id,) = paging.decode(cursor, (int,))
        statement = statement.where(Notification.id < last_id)
    rows = [(row[0], row[1]) for row in db.execute(statement.limit(limit + 1))]
    return rows[:limit], paging.encode([rows[limit - 1][0].id]) if len(rows) > limit else None


def number_unread(db: Session, user_id: int, *, money: bool, plan: bool) -> int:
    """Count a user's unread notifications, up to `MOST_COUNTED`."""
    unread = (
        select(Notification.id).where(~_is_read(user_id), *_for(money=money, plan=plan)).limit(MOST_COUNTED).subquery()
    )
    return db.scalar(select(func.count()).select_from(unread)) or 0


def unread_among(db: Session, user_id: int, *, ids: Collection[int] | None, up_to: int | None) -> list[int]:
    """Return which of the given notifications, or of all up to one, are unread for a user."""
    statement = select(Notification.id).where(~_is_read(user_id))
    if ids is not None:
        statement = statement.where(Notification.id.in_(ids))
    if up_to is not None:
        statement = statement.where(Notification.id <= up_to)
    return list(db.scalars(statement))


def unread_about(db: Session, user_id: int, about: str, ids: Collection[int]) -> list[int]:
    """Return the IDs of a user's unread notifications about these records."""
    statement = select(Notification.id).where(Notification.about == about, Notification.about_id.in_(ids))
    return list(db.scalars(statement.where(~_is_read(user_id))))


def is_told(db: Session, key: str) -> bool:
    """Return true if a notification with this key exists."""
    return db.scalar(select(Notification.id).where(Notification.key == key)) is not None
