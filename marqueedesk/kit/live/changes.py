"""Changes to show on open pages: one row per transaction, inserted by it (docs/adr/0012-live-updates.md).

A model declares its topic (``__topic__ = "bookings"``). A session collects the topics of its changes, and before it
commits writes one row per operator with the topics, never with data. Statements on bare connections write their own
rows. `kit.live.change_reader` reads the rows, and `kit.live.sse` notifies the open pages.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar, Literal, cast

from sqlalchemy import BigInteger, Connection, Index, String, Table, delete, event, insert
from sqlalchemy.orm import Mapped, ORMExecuteState, Session, mapped_column

from marqueedesk.kit import clock
from marqueedesk.kit.db.db import CHANGES_WRITTEN, Base, Instant
from marqueedesk.kit.db.keys import own_id, owner_id
from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.kit.db.tenancy import OPERATOR

Topic = Literal[
    "bookings",
    "conversations",
    "inventory",
    "messages",
    "notifications",
    "payments",
    "quotes",
    "settings",
    "team",
    "venues",
]
"""Topics that open pages are notified about. The pages' queries use the same names, which the type checker verifies."""

SIGN_INS = "sign-ins"
"""Internal topic of streams: sessions have ended, so their streams must end too."""
KEPT = timedelta(hours=1)
"""How long rows are kept. A page that was disconnected for longer reloads everything."""

_NOTED = "topics_noted"


class Change(Base):
    """Changed topics of an operator, or ended sessions of a user. Not operator-owned, because it has no content."""

    __tablename__ = "events"
    # IDs are never reused, even after the newest rows are deleted, because pages resume from an ID.
    __table_args__: ClassVar[Any] = (
        # Read by id across operators.
        Index("ix_events_id", "id"),
        {"info": {"owned": False}, "sqlite_autoincrement": True},
    )

    # 0 if the event only concerns a user's sessions.
    operator_id: Mapped[int] = owner_id()
    id: Mapped[int] = own_id()
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    topics: Mapped[str] = mapped_column(String(200))
    at: Mapped[datetime] = mapped_column(Instant)


changes = cast("Table", Change.__table__)
INSERT_CHANGE = insert(changes)


def change_row(operator_id: int, topics: Iterable[str], now: datetime) -> Columns:
    """Return the columns of a business's change, for bulk inserts (see kit.db.row_writer)."""
    return {"operator_id": operator_id, "topics": ",".join(sorted(topics)), "at": now}


def note_written(connection: Connection) -> None:
    """Record that the connection's transaction inserts its changes itself, so that `Database.write` announces them."""
    connection.info[CHANGES_WRITTEN] = True


def mark_changed(session: Session, topics: Iterable[Topic], *, operator_id: int | None = None) -> None:
    """Mark topics as changed in this transaction for the session's operator, or for the given one."""
    target_operator = operator_id if operator_id is not None else session.info.get(OPERATOR)
    if target_operator is not None:
        session.info.setdefault(_NOTED, {}).setdefault((target_operator, None), set()).update(topics)


def mark_sign_ins_ended(session: Session, user_id: int, *, operator_id: int = 0) -> None:
    """Mark the sessions of a user and of a business's members as ended in this transaction, to close their streams."""
    session.info.setdefault(_NOTED, {}).setdefault((operator_id, user_id), set()).add(SIGN_INS)


def forget_old(session: Session, now: datetime) -> None:
    """Delete rows too old to resume from."""
    session.execute(delete(Change).where(Change.at < now - KEPT))


def install(factory: Any) -> None:
    """Make all sessions of a factory record their changes."""
    event.listen(factory, "after_flush", _note_flushed)
    event.listen(factory, "do_orm_execute", _note_executed)
    event.listen(factory, "before_commit", _notify)


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


def _notify(session: Session) -> None:
    # Savepoints trigger this event too, but the row belongs to the end of the outermost transaction.
    if session.in_nested_transaction():
        return
    session.flush()
    noted: dict[tuple[int, int | None], set[str]] = session.info.pop(_NOTED, {})
    if noted:
        now = clock.now()
        rows = [
            change_row(operator_id, topics, now) | {"user_id": user_id}
            for (operator_id, user_id), topics in noted.items()
        ]
        session.connection().execute(INSERT_CHANGE, rows)
        session.info[CHANGES_WRITTEN] = True
