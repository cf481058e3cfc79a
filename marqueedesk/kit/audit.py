"""Who did what, when: a row per deed that somebody may ask about later, written in the transaction of the deed.

The table only grows. A session refuses to change or remove a row of it, and rows name people and businesses by value,
so that they outlive what they tell of.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Index, String, event
from sqlalchemy.orm import Mapped, ORMExecuteState, Session, mapped_column

from marqueedesk.kit.db import Base, Document, Id, Instant


class AppendOnly(RuntimeError):
    """Something tried to change what has been noted: a fault of the program, not of a caller."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who did it, as they were called then."""

    id: int
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
