"""Change events for open pages: one row per transaction, written in it (docs/adr/0012-live-updates.md).

A model declares its topic (``__topic__ = "bookings"``). A session collects the topics of what it changes, and before it
commits it writes one row per operator: topics, never data. Statements on bare connections write their own rows.
`kit.live.event_reading` reads the rows, and `kit.live.sse` notifies the open pages.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar, Literal, cast

from sqlalchemy import BigInteger, Connection, Index, String, Table, delete, event, insert
from sqlalchemy.orm import Mapped, ORMExecuteState, Session, mapped_column

from marqueedesk.kit import clock
from marqueedesk.kit.db.db import EVENTS_WRITTEN, Base, Instant
from marqueedesk.kit.db.keys import own_id, owner_id
from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.kit.db.tenancy import OPERATOR

Topic = Literal[
    "bookings", "inventory", "messages", "notifications", "payments", "quotes", "settings", "team", "venues"
]
"""The changes that an open page is notified of. The pages' queries name the same ones, checked by type."""

SIGN_INS = "sign-ins"
"""The topic of streams themselves: sign-ins have ended, and with them the streams that they opened."""
KEPT = timedelta(hours=1)
"""How long a row is of use: who was away for longer reads everything again."""

_NOTED = "topics_noted"


class Event(Base):
    """A change to an operator's data, or to a person's sign-ins. Not owned: it only holds the fact of the change."""

    __tablename__ = "events"
    # Ids are never used again, not even after the newest rows are gone: they are what a page resumes from.
    __table_args__: ClassVar[Any] = (
        # They are read by id across operators, as they come.
        Index("ix_events_id", "id"),
        {"info": {"owned": False}, "sqlite_autoincrement": True},
    )

    # 0 if it is only about a person's sign-ins.
    operator_id: Mapped[int] = owner_id()
    id: Mapped[int] = own_id()
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    topics: Mapped[str] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(Instant)


events = cast("Table", Event.__table__)
INSERT_EVENT = insert(events)


def event_row(operator_id: int, topics: Iterable[str], now: datetime) -> Columns:
    """The columns of an event about a business, for callers that write rows (see kit.db.row_writer)."""
    return {"operator_id": operator_id, "topics": ",".join(sorted(topics)), "at": now}


def note_written(connection: Connection) -> None:
    """Note that the connection's transaction inserts event rows itself, so that `Database.write` announces them."""
    connection.info[EVENTS_WRITTEN] = True


def mark_changed(session: Session, topics: Iterable[Topic], *, operator_id: int | None = None) -> None:
    """Have this transaction tell an operator's pages about topics; the session's operator unless another is named."""
    whose = operator_id if operator_id is not None else session.info.get(OPERATOR)
    if whose is not None:
        session.info.setdefault(_NOTED, {}).setdefault((whose, None), set()).update(topics)


def mark_sign_ins_ended(session: Session, user_id: int, *, operator_id: int = 0) -> None:
    """Have this transaction end the streams of sign-ins that are over: of a person, and of a business's people."""
    session.info.setdefault(_NOTED, {}).setdefault((operator_id, user_id), set()).add(SIGN_INS)


def forget_old(session: Session, now: datetime) -> None:
    """Remove what nobody resumes from any more."""
    session.execute(delete(Event).where(Event.at < now - KEPT))


def install(factory: Any) -> None:
    """Have every session of a factory tell what it changes."""
    event.listen(factory, "after_flush", _note_flushed)
    event.listen(factory, "do_orm_execute", _note_executed)
    event.listen(factory, "before_commit", _tell)


def _topic_of(model: object) -> Topic | None:
    return getattr(model, "__topic__", None)


def _note_flushed(session: Session, _context: object) -> None:
    for instance in (*session.new, *session.deleted, *(row for row in session.dirty if session.is_modified(row))):
        topic = _topic_of(instance)
        if topic:
            mark_changed(session, (topic,), operator_id=cast("int | None", getattr(instance, OPERATOR, None)))


def _note_executed(state: ORMExecuteState) -> None:
    if state.is_insert or state.is_update or state.is_delete:
        topic = _topic_of(state.bind_mapper.class_) if state.bind_mapper else None
        if topic:
            mark_changed(state.session, (topic,))


def _tell(session: Session) -> None:
    # A savepoint ends with this event too; the row belongs to the whole transaction's end.
    if session.in_nested_transaction():
        return
    session.flush()
    noted: dict[tuple[int, int | None], set[str]] = session.info.pop(_NOTED, {})
    if noted:
        now = clock.now()
        rows = [
            event_row(operator_id, topics, now) | {"user_id": user_id}
            for (operator_id, user_id), topics in noted.items()
        ]
        session.connection().execute(INSERT_EVENT, rows)
        session.info[EVENTS_WRITTEN] = True
