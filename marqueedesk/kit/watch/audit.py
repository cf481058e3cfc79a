"""Audit log: one row per notable action, inserted in the action's transaction.

A row never changes and is kept for three years. Sessions refuse to change or delete one, and so does the database
itself (revisions 0020 and 0026); only `forget_old` deletes older rows. Rows store the names of people and businesses,
so they stay readable after those are deleted.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Index,
    String,
    Table,
    bindparam,
    delete,
    event,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.orm import Mapped, ORMExecuteState, Session, mapped_column

from marqueedesk.kit.db import paging
from marqueedesk.kit.db.db import Base, Document, Id, Instant, JsonObject, contains
from marqueedesk.kit.http.schemas import ResponseModel

KEPT: Final = timedelta(days=3 * 366)
"""How long entries are kept. The database refuses to delete any that is less than three years old."""
_AT_ONCE: Final = 5_000
_IDS_AT_ONCE: Final = 300
ERASED: Final = "Erased"
"""Subject of entries about erased people."""


class AppendOnly(RuntimeError):
    """An attempt to change an audit entry, which is a programming error."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The user who performed an action, with their name at the time. A person without an account has no ``id``."""

    id: int | None
    name: str


class AuditEntry(Base):
    """An action that was performed. ``subject`` is a readable name of what it was done to; ``operator_id`` is the
    business.
    """

    __tablename__ = "audit_entries"
    __table_args__ = (
        Index("ix_audit_entries_operator_at", "operator_id", "at", "id"),
        Index("ix_audit_entries_action", "action", "id"),
        Index("ix_audit_entries_at", "at"),
        # Administrators read entries across businesses, and some entries have no business.
        {"info": {"owned": False}},
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    at: Mapped[datetime] = mapped_column(Instant)
    actor_id: Mapped[int | None] = mapped_column(BigInteger)
    actor: Mapped[str | None] = mapped_column(String(254))
    operator_id: Mapped[int | None] = mapped_column(BigInteger)
    action: Mapped[str] = mapped_column(String(60))
    subject_id: Mapped[int | None] = mapped_column(BigInteger)
    subject: Mapped[str | None] = mapped_column(String(254))
    details: Mapped[JsonObject] = mapped_column(Document)


class EntryOut(ResponseModel):
    """An audit entry in a response."""

    id: int
    at: datetime
    actor: str | None
    action: str
    subject_id: int | None
    subject: str | None
    details: dict[str, object]


def record(
    db: Session,
    action: str,
    *,
    by: Actor | None,
    now: datetime,
    operator_id: int | None = None,
    subject: tuple[int | None, str | None] = (None, None),
    **details: Any,
) -> None:
    """Record an action in the caller's transaction. ``details`` are plain JSON values and never contain secrets."""
    db.add(
        AuditEntry(
            at=now,
            actor_id=by.id if by else None,
            actor=by.name[:254] if by else None,
            operator_id=operator_id,
            action=action,
            subject_id=subject[0],
            subject=subject[1][:254] if subject[1] else None,
            details=details,
        )
    )


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Filters of actions: ``q`` in the actor, subject or action; ``action`` in the action; one business; from ``since``
    (inclusive) to ``until`` (exclusive). None means no filter.
    """

    q: str | None = None
    action: str | None = None
    operator_id: int | None = None
    since: datetime | None = None
    until: datetime | None = None


def days(first: date | None, last: date | None, zone: ZoneInfo) -> tuple[datetime | None, datetime | None]:
    """Convert a range of dates, both inclusive, to its start and end time in a time zone."""
    since = datetime.combine(first, time.min, zone) if first else None
    until = datetime.combine(last + timedelta(days=1), time.min, zone) if last else None
    return since, until


def listed(db: Session, filters: AuditFilter, *, limit: int, cursor: str | None) -> tuple[list[AuditEntry], str | None]:
    """Return up to ``limit`` actions before a cursor, newest first, with the next page's cursor or None."""
    # Sorted by time, not by ID: an entry gets its ID when it is written, but may be about an earlier time.
    order = (AuditEntry.at.desc(), AuditEntry.id.desc())
    statement = select(AuditEntry).where(*_conditions(filters)).order_by(*order).limit(limit + 1)
    if cursor is not None:
        at, last_id = paging.decode(cursor, (str, int))
        place = bindparam(None, paging.moment(str(at)), type_=Instant()), bindparam(None, last_id, type_=BigInteger())
        statement = statement.where(tuple_(AuditEntry.at, AuditEntry.id) < tuple_(*place))
    rows = list(db.scalars(statement))
    last = rows[limit - 1] if len(rows) > limit else None
    return rows[:limit], paging.encode([last.at.isoformat(), last.id]) if last else None


def _conditions(filters: AuditFilter) -> Iterator[ColumnElement[bool]]:
    if filters.operator_id is not None:
        yield AuditEntry.operator_id == filters.operator_id
    if filters.since is not None:
        yield AuditEntry.at >= filters.since
    if filters.until is not None:
        yield AuditEntry.at < filters.until
    if filters.action:
        yield contains(AuditEntry.action, filters.action)
    if filters.q:
        columns = (AuditEntry.actor, AuditEntry.subject, AuditEntry.action)
        yield or_(*(contains(column, filters.q) for column in columns))


def forget_old(db: Session, now: datetime) -> None:
    """Delete entries older than `KEPT`, in batches; the next hourly run deletes more."""
    entries = cast("Table", AuditEntry.__table__)
    old = select(entries.c.id).where(entries.c.at < now - KEPT).order_by(entries.c.at).limit(_AT_ONCE)
    # Bypasses the session, which refuses deletions.
    db.connection().execute(delete(entries).where(entries.c.id.in_(old)))


def erase_subjects(db: Session, operator_id: int, names: Collection[str], subject_ids: Collection[int]) -> None:
    """Replace the subject of a business's entries about erased people: those with one of the names and one of the IDs.

    The only change of entries that the database accepts (revision 0121).
    """
    entries = cast("Table", AuditEntry.__table__)
    own = (entries.c.operator_id == operator_id, entries.c.subject.in_(names))
    ids = sorted(subject_ids)
    for at in range(0, len(ids), _IDS_AT_ONCE):
        some = entries.c.subject_id.in_(ids[at : at + _IDS_AT_ONCE])
        # Bypasses the session, which refuses changes.
        db.connection().execute(update(entries).where(*own, some).values(subject=ERASED, details={}))


@event.listens_for(AuditEntry, "before_update")
@event.listens_for(AuditEntry, "before_delete")
def _refuse(_mapper: object, _connection: object, _entry: AuditEntry) -> None:
    raise AppendOnly("an audit entry cannot be changed or deleted")


@event.listens_for(Session, "do_orm_execute")
def _refuse_in_bulk(state: ORMExecuteState) -> None:
    # The table of an ORM statement is an annotated copy, so compare by name.
    table = getattr(getattr(state.statement, "table", None), "name", None)
    if (state.is_update or state.is_delete) and table == AuditEntry.__tablename__:
        raise AppendOnly("audit entries cannot be changed or deleted")
