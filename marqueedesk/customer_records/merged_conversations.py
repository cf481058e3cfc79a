"""The conversation of merged customers: when it was last used, its unread entries, and notifications of its texts.

Conversations have one row per customer, so a merge adds the other customer's row to that of the remaining customer. The
other row stays as it was and is not listed. Reading the conversation marks both as read, so the other row's unread
entries are the share that undoing the merge takes back.

The tables are those of the packages conversations and notifications, which import this one.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Table, delete, insert, select, update
from sqlalchemy.orm import Session

from marqueedesk.kit.db.db import Base
from marqueedesk.kit.db.tenancy import OPERATOR, kept_to

CONVERSATIONS: Final = "conversations"
NOTIFICATIONS: Final = "notifications"


def combine(db: Session, source: int, target: int) -> bool:
    """Add a customer's conversation to another one's. Return false if the customer has none."""
    table, connection = Base.metadata.tables[CONVERSATIONS], db.connection()
    other = connection.execute(select(table.c.last_at, table.c.unread).where(*_of(db, table, source))).one_or_none()
    if other is None:
        return False
    own = connection.execute(select(table.c.last_at, table.c.unread).where(*_of(db, table, target))).one_or_none()
    if own is None:
        row = {OPERATOR: kept_to(db), "customer_id": target, "last_at": other.last_at, "unread": other.unread}
        connection.execute(insert(table).values(row))
    else:
        values = {"last_at": max(own.last_at, other.last_at), "unread": own.unread + other.unread}
        connection.execute(update(table).where(*_of(db, table, target)).values(values))
    return True


def separate(db: Session, source: int, target: int) -> None:
    """Undo `combine`, after the entries have been moved back. Without entries, the conversation is deleted."""
    table, connection = Base.metadata.tables[CONVERSATIONS], db.connection()
    entries = Base.metadata.tables["conversation_entries"]
    share = connection.scalar(select(table.c.unread).where(*_of(db, table, source))) or 0
    unread = connection.scalar(select(table.c.unread).where(*_of(db, table, target))) or 0
    latest = select(entries.c.at).where(*_of(db, entries, target)).order_by(entries.c.id.desc()).limit(1)
    last_at = connection.scalar(latest)
    if last_at is None:
        connection.execute(delete(table).where(*_of(db, table, target)))
    else:
        values = {"last_at": last_at, "unread": max(unread - share, 0)}
        connection.execute(update(table).where(*_of(db, table, target)).values(values))


def notifications_about(db: Session, customer_id: int) -> list[int]:
    """Return the IDs of the notifications that link to a customer."""
    table = Base.metadata.tables[NOTIFICATIONS]
    ids = select(table.c.id).where(*_about(db, table, customer_id)).order_by(table.c.id)
    return list(db.connection().scalars(ids))


def point_notifications(db: Session, ids: Sequence[int], source: int, target: int) -> None:
    """Let notifications that link to one customer link to another one."""
    table = Base.metadata.tables[NOTIFICATIONS]
    statement = update(table).where(*_about(db, table, source), table.c.id.in_(ids)).values(about_id=target)
    db.connection().execute(statement)


def _about(db: Session, table: Table, customer_id: int) -> tuple[ColumnElement[bool], ...]:
    return (table.c[OPERATOR] == kept_to(db), table.c.about == "customer", table.c.about_id == customer_id)


def _of(db: Session, table: Table, customer_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return (table.c[OPERATOR] == kept_to(db), table.c.customer_id == customer_id)
