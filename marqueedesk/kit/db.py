"""Sessions and transactions. Only this module commits (docs/adr/0002-transactions.md).

Two kinds of session: `Database.read` never changes anything and ends with a rollback; `Database.write` is one
transaction that commits when its block ends and rolls back when it raises. Both are used as ``with`` blocks inside a
``def`` endpoint, so that one thread opens and ends them and the commit comes before the answer.

SQLite: the driver's own transaction handling is off (``isolation_level=None``). A write begins with BEGIN IMMEDIATE
behind one lock of this process, since SQLite's own waiting is unfair; a read begins with BEGIN. PostgreSQL: READ
COMMITTED, with limits on how long a statement or a lock may take.
"""

import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    ARRAY,
    JSON,
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    Engine,
    Integer,
    MetaData,
    Text,
    bindparam,
    event,
    or_,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB, TIMESTAMP
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import DeclarativeBase, Session, sessionmaker
from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.sql.visitors import InternalTraversal
from sqlalchemy.types import TypeDecorator

from marqueedesk.kit import engines, tenancy
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.observe import log
from marqueedesk.kit.search import MOST_WORDS

POOL_SIZE = 12
COPY_WAIT_SECONDS = 0.3
"""For so long a read waits for a copy to have what was written; then it goes to the database itself."""
COPY_LOOK_SECONDS = 0.02
EVENTS_WRITTEN = "events_written"
"""Noted in a session whose transaction wrote rows into the table of events."""

_CHANGED = "marqueedesk_changed"

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """The base of every table, with names for constraints that both databases share."""

    metadata = MetaData(naming_convention=NAMING)


class Instant(TypeDecorator[datetime]):
    """An aware UTC instant. PostgreSQL keeps it as timestamptz; SQLite as text that sorts by time."""

    impl = TIMESTAMP(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        """Text on SQLite, timestamptz elsewhere."""
        if dialect.name == "sqlite":
            from sqlalchemy import String  # noqa: PLC0415 - only this branch needs it.

            return dialect.type_descriptor(String(32))
        return dialect.type_descriptor(TIMESTAMP(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Refuse a naive time; write UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs its time zone")
        utc = value.astimezone(UTC)
        # Not strftime: it writes the year 1 as "1", which neither sorts nor reads back.
        return utc.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z" if dialect.name == "sqlite" else utc

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Read UTC."""
        if value is None:
            return None
        return datetime.fromisoformat(value) if isinstance(value, str) else value.astimezone(UTC)


Document = JSON().with_variant(JSONB(), "postgresql")
"""A JSON document: jsonb on PostgreSQL, text on SQLite."""

Id = BigInteger().with_variant(Integer(), "sqlite")
"""A generated key: SQLite only numbers rows automatically in a column declared as INTEGER."""


class TextList(TypeDecorator[list[str]]):
    """A list of text as one parameter, for `one_of`: an array on PostgreSQL, JSON on SQLite."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        """The array or the JSON text."""
        return dialect.type_descriptor(ARRAY(Text()) if dialect.name == "postgresql" else JSON())


class one_of(ColumnElement[bool]):  # noqa: N801 - reads as SQL where it is used.
    """``column`` is in a list that is one parameter, so that the statement's text stays the same for every length."""

    inherit_cache = True
    # Without it SQLite would get "… = 1" appended, and with it no use of an index.
    _is_implicitly_boolean = True
    _traverse_internals: ClassVar[Any] = [
        ("column", InternalTraversal.dp_clauseelement),
        ("values", InternalTraversal.dp_clauseelement),
    ]

    def __init__(self, column: ColumnElement[str], name: str) -> None:
        self.type = Boolean()
        self.column = column
        self.values = bindparam(name, type_=TextList())


@compiles(one_of, "sqlite")
def _one_of_sqlite(element: one_of, compiler: Any, **kw: Any) -> str:
    return f"{compiler.process(element.column, **kw)} IN (SELECT value FROM json_each({compiler.process(element.values, **kw)}))"  # noqa: S608, E501 - what is put together are compiled parts.


@compiles(one_of, "postgresql")
def _one_of_postgresql(element: one_of, compiler: Any, **kw: Any) -> str:
    return f"{compiler.process(element.column, **kw)} = ANY({compiler.process(element.values, **kw)})"


class generic_plans(GenericFunction[str]):  # noqa: N801 - reads as SQL where it is used.
    """A column that makes PostgreSQL plan the rest of the transaction's statements without looking at their values, so
    that each is planned once for a connection. Nothing on SQLite, which plans when a statement is prepared.
    """

    inherit_cache = True
    name = "generic_plans"


@compiles(generic_plans, "sqlite")
def _generic_plans_sqlite(_element: generic_plans, _compiler: Any, **_kw: Any) -> str:
    return "NULL"


@compiles(generic_plans, "postgresql")
def _generic_plans_postgresql(_element: generic_plans, _compiler: Any, **_kw: Any) -> str:
    return "set_config('plan_cache_mode', 'force_generic_plan', true)"


class next_id(ColumnElement[int]):  # noqa: N801 - reads as SQL where it is used.
    """The id of the next row of a table, for callers that write the row together with rows that refer to it.

    PostgreSQL gives each id once. On SQLite it is the next id as long as the transaction that asks may write.
    """

    inherit_cache = True
    _traverse_internals: ClassVar[Any] = [("table_name", InternalTraversal.dp_string)]

    def __init__(self, table_name: str) -> None:
        self.type = Integer()
        self.table_name = table_name


@compiles(next_id, "sqlite")
def _next_id_sqlite(element: next_id, _compiler: Any, **_kw: Any) -> str:
    # Ids of rows that are gone are not used again: the tables say AUTOINCREMENT.
    return f"coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{element.table_name}'), 0) + 1"  # noqa: S608 - a table of ours.


@compiles(next_id, "postgresql")
def _next_id_postgresql(element: next_id, _compiler: Any, **_kw: Any) -> str:
    return f"nextval('{element.table_name}_id_seq')"


class json_rows(GenericFunction[Any]):  # noqa: N801 - reads as SQL where it is used.
    """A JSON array with one inner array per row: one round trip for what would be several result sets."""

    type = JSON()
    inherit_cache = True
    name = "json_rows"


@compiles(json_rows, "sqlite")
def _json_rows_sqlite(element: json_rows, compiler: Any, **kw: Any) -> str:
    return f"json_group_array(json_array({compiler.process(element.clauses, **kw)}))"


@compiles(json_rows, "postgresql")
def _json_rows_postgresql(element: json_rows, compiler: Any, **kw: Any) -> str:
    return f"coalesce(json_agg(json_build_array({compiler.process(element.clauses, **kw)})), '[]'::json)"


class Database:
    """One database, by URL: ``sqlite:///path`` or ``postgresql://…``.

    ``read_url`` is a copy that follows it (a replica), for reads that take long; ``pooler`` is what stands between.
    Both exist on PostgreSQL only.
    """

    def __init__(
        self, url: str, *, pool_size: int = POOL_SIZE, read_url: str = "", pooler: engines.Pooler = "none"
    ) -> None:
        self.url = engines.normal_url(url)
        self.is_sqlite = self.url.startswith("sqlite")
        self.engine = self._engine(self.url, pool_size, pooler)
        self.on_events: Callable[[], None] | None = None
        """Called after a transaction that wrote events has ended; set once, while the server starts."""
        self._write_lock = FairLock()
        from marqueedesk.kit import events  # noqa: PLC0415 - it has a table, whose base is here.

        factory = sessionmaker(expire_on_commit=False)
        tenancy.install(factory)
        events.install(factory)
        self._read = factory
        self._read_engine = self.engine.execution_options(**{engines.BEGIN: "BEGIN"})
        self._write_engine = self.engine.execution_options(**{engines.BEGIN: "BEGIN IMMEDIATE"})
        self.copy_engine = (
            self._engine(engines.normal_url(read_url), pool_size, pooler) if read_url and not self.is_sqlite else None
        )
        if not self.is_sqlite:
            event.listen(self._read_engine, "before_cursor_execute", _note_more_than_reading)
        if self.is_sqlite:
            self._loose_engine = self.engine.execution_options(**{engines.BEGIN: ""})
        elif pooler == "none":
            self._loose_engine = engines.postgresql_loose_engine(self.url, pool_size)
        else:
            self._loose_engine = self.engine

    @staticmethod
    def _engine(url: str, pool_size: int, pooler: engines.Pooler) -> Engine:
        if url.startswith("sqlite"):
            return engines.sqlite_engine(url, pool_size)
        return engines.postgresql_engine(url, pool_size, pooler)

    @contextmanager
    def read(self) -> Generator[Session]:
        """A session that only reads. Accidental changes are rolled back."""
        with self._read(bind=self._read_engine) as session:
            yield session
            if not self.is_sqlite and session.in_transaction():
                _end_reading(session.connection())

    @property
    def has_copy(self) -> bool:
        """Whether there is a copy to read from."""
        return self.copy_engine is not None

    @contextmanager
    def read_copy(self) -> Generator[Session]:
        """As `read`, for what takes long: from the copy where there is one, with everything written before.

        Where the copy does not have that soon, or does not answer, the database itself is read.
        """
        if self.copy_engine is not None:
            with self.loose_connection() as connection:
                written = connection.scalar(_WRITTEN)
            with self._read(bind=self.copy_engine) as session:
                if _has_come(session, written):
                    yield session
                    return
        with self.read() as session:
            yield session

    @contextmanager
    def write(self) -> Generator[Session]:
        """One write transaction: commits when the block ends, rolls back when it raises."""
        with self._turn(), self._read(bind=self._write_engine) as session, session.begin():
            yield session
        if self.on_events is not None and session.info.pop(EVENTS_WRITTEN, False):
            self.on_events()

    @contextmanager
    def write_connection(self) -> Generator[Connection]:
        """One write transaction on a bare connection, for the hot path's Core statements (see tenancy.check_core)."""
        with self._turn(), self._write_engine.begin() as connection:
            yield connection
        if self.on_events is not None:
            self.on_events()

    @contextmanager
    def _turn(self) -> Generator[None]:
        """The right to write: on SQLite this process's one write lock. Noted per thread, for `refuse_while_writing`."""
        if self.is_sqlite and not self._write_lock.acquire(engines.WRITE_WAIT_SECONDS):
            raise Unavailable(retry_after=2)
        _writes.open = getattr(_writes, "open", 0) + 1
        try:
            yield
        finally:
            _writes.open -= 1
            if self.is_sqlite:
                self._write_lock.release()

    @contextmanager
    def loose_connection(self) -> Generator[Connection]:
        """A bare connection in which every statement is its own transaction: the cheapest way to read once.

        Through a pooler they share one, which is rolled back at the end.
        """
        with self._loose_engine.connect() as connection:
            yield connection

    def close(self) -> None:
        """Give the connections back to the system: those that wait now, and those in use as soon as they are done."""
        all_engines = [self.engine, self._loose_engine, *([self.copy_engine] if self.copy_engine else [])]
        for engine in {engine.pool: engine for engine in all_engines}.values():
            event.listen(engine.pool, "checkin", engines.give_back)
            engine.dispose()


_WRITTEN = text("SELECT pg_current_wal_insert_lsn()::text")
_HAS_COME = text("SELECT coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), CAST(:written AS pg_lsn)) >= 0, true)")


def _has_come(session: Session, written: Any) -> bool:
    """Whether a copy has what was written, or gets it while one waits; a database that follows nobody has it."""
    until = time.monotonic() + COPY_WAIT_SECONDS
    try:
        while not session.scalar(_HAS_COME, {"written": written}):
            if time.monotonic() > until:
                return False
            time.sleep(COPY_LOOK_SECONDS)
    except SQLAlchemyError as problem:
        log.warning("read_copy_away", error=type(problem).__name__)
        session.rollback()
        return False
    return True


_writes = threading.local()


class WhileWriting(RuntimeError):
    """The network was reached for with a write transaction open: a fault of the program, not of a caller."""


def refuse_while_writing() -> None:
    """Raise WhileWriting when this thread has a write transaction open. Every gateway begins with it: a slow answer
    from outside must not keep a lock, and what was sent cannot be rolled back.
    """
    if getattr(_writes, "open", 0):
        raise WhileWriting("a gateway was called with a write transaction open")


class FairLock:
    """A lock that serves its waiters in the order in which they came, so that nobody waits much longer than others."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held = False
        self._waiting: dict[threading.Lock, None] = {}

    def acquire(self, timeout: float) -> bool:
        """Take the lock, or answer False when ``timeout`` seconds have passed."""
        with self._guard:
            if not self._held:
                self._held = True
                return True
            turn = threading.Lock()
            turn.acquire()
            self._waiting[turn] = None
        if turn.acquire(timeout=timeout):
            return True
        with self._guard:
            if turn in self._waiting:
                del self._waiting[turn]
                return False
        # The lock was handed over in the moment the time ran out: it is held now.
        return True

    def release(self) -> None:
        """Hand the lock to the thread that has waited longest."""
        with self._guard:
            if self._waiting:
                turn = next(iter(self._waiting))
                del self._waiting[turn]
                turn.release()
            else:
                self._held = False


def _note_more_than_reading(
    connection: Connection, _cursor: object, statement: str, _parameters: object, _context: object, *_many: bool
) -> None:
    if not statement.startswith("SELECT"):
        connection.info[_CHANGED] = True


def _end_reading(connection: Connection) -> None:
    """End a transaction that only ran SELECT with COMMIT: psycopg drops its prepared statements on ROLLBACK.

    Any other transaction is rolled back when the session closes.
    """
    if not connection.info.pop(_CHANGED, False):
        connection.exec_driver_sql("COMMIT")
        connection.info.pop(_CHANGED, None)


class fold(GenericFunction[str]):  # noqa: N801 - reads as SQL where it is used.
    """Text in lower case by Unicode's rules, on both databases."""

    inherit_cache = True
    name = "fold"


@compiles(fold, "postgresql")
def _fold_postgresql(element: fold, compiler: Any, **kw: Any) -> str:
    return f"lower({compiler.process(element.clauses, **kw)})"


def contains_words(columns: Iterable[Any], text: str) -> list[ColumnElement[bool]]:
    """The conditions under which every word of the text is in one or another of the columns."""
    searched = tuple(columns)
    return [or_(*(contains(column, word) for column in searched)) for word in dict.fromkeys(text.split()[:MOST_WORDS])]


def contains(column: Any, text: str) -> ColumnElement[bool]:
    """The condition that the column contains the text, ignoring case. Wildcards in the text are matched literally."""
    looked_for = text.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return fold(column).like(f"%{looked_for}%", escape="\\")
