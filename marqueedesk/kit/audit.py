"""Who did what, when: a row per deed that somebody may ask about later, written in the transaction of the deed.

The table only grows. A session refuses to change or remove a row of it, and rows name people and businesses by value,
so that they outlive what they tell of.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Index, String, event, or_, select
from sqlalchemy.orm import Mapped, ORMExecuteState, Session, mapped_column

from marqueedesk.kit import paging
from marqueedesk.kit.db import Base, Document, Id, Instant, contains


class AppendOnly(RuntimeError):
    """Something tried to change what has been noted: a fault of the program, not of a caller."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who did it, as they were called then. Somebody without an account has no ``id``."""

    id: int | None
    name: str


class AuditEntry(Base):
    """One deed. ``subject`` is what it was done to, as a person names it; ``operator_id`` the business it was in."""

    __tablename__ = "audit_entries"
    __table_args__ = (
        Index("ix_audit_entries_operator_id", "operator_id", "id"),
        Index("ix_audit_entries_action", "action", "id"),
        # Read by administrators across businesses, and written where there is none.
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
    details: Mapped[dict[str, Any]] = mapped_column(Document)


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
    """Note a deed in the caller's transaction. ``details`` are plain JSON values, and never a secret."""
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


def listed(
    db: Session,
    *,
    q: str | None,
    limit: int,
    cursor: str | None,
    action: str | None = None,
    operator_id: int | None = None,
) -> tuple[list[AuditEntry], str | None]:
    """Up to ``limit`` deeds before a cursor, the latest first, and the cursor of the next page or None.

    ``q`` looks at who, at what it was done to and at the deed; ``action`` is in the deed. ``operator_id`` keeps to a
    business.
    """
    statement = select(AuditEntry).order_by(AuditEntry.id.desc()).limit(limit + 1)
    if operator_id is not None:
        statement = statement.where(AuditEntry.operator_id == operator_id)
    if action:
        statement = statement.where(contains(AuditEntry.action, action))
    if q:
        columns = (AuditEntry.actor, AuditEntry.subject, AuditEntry.action)
        statement = statement.where(or_(*(contains(column, q) for column in columns)))
    if cursor is not None:
        (last,) = paging.decode(cursor, (int,))
        statement = statement.where(AuditEntry.id < last)
    rows = list(db.scalars(statement))
    return rows[:limit], paging.encode([rows[limit - 1].id]) if len(rows) > limit else None


@event.listens_for(AuditEntry, "before_update")
@event.listens_for(AuditEntry, "before_delete")
def _refuse(_mapper: object, _connection: object, _entry: AuditEntry) -> None:
    raise AppendOnly("an audit entry neither changes nor goes away")


@event.listens_for(Session, "do_orm_execute")
def _refuse_in_bulk(state: ORMExecuteState) -> None:
    # The table of an ORM statement is an annotated copy, so its name is what there is to compare.
    table = getattr(getattr(state.statement, "table", None), "name", None)
    if (state.is_update or state.is_delete) and table == AuditEntry.__tablename__:
        raise AppendOnly("audit entries neither change nor go away")
