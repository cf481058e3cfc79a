"""Sessions and transactions. Only this module commits (docs/adr/0002-transactions.md).

Two kinds of session: `Database.read` never changes anything and ends with a rollback; `Database.write` is one
transaction that commits when its block ends and rolls back when it raises. Both are used as ``with`` blocks inside a
``def`` endpoint, so that one thread opens and ends them and the commit comes before the answer.

SQLite: the driver's own transaction handling is off (``isolation_level=None``). A write begins with BEGIN IMMEDIATE
behind one lock of this process, since SQLite's own waiting is unfair; a read begins with BEGIN. PostgreSQL: READ
COMMITTED, with limits on how long a statement or a lock may take; reports read in REPEATABLE READ, so that their
statements see one moment, as those of every transaction do on SQLite.
"""

import re
import threading
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    event,
    text,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session, sessionmaker

from marqueedesk.kit.db import engines, tenancy
from marqueedesk.kit.db.db import EVENTS_WRITTEN
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.live import events
from marqueedesk.kit.watch import timing
from marqueedesk.kit.watch.observe import log

POOL_SIZE = 12
COPY_WAIT_SECONDS = 0.3
"""For so long a read waits for a copy to have what was written; then it goes to the database itself."""
COPY_LOOK_SECONDS = 0.02
COPY_ANSWERS_SECONDS = 3.0
"""For so long a copy is waited for that is asked how far it has come, and says nothing."""
COPY_RESTS_SECONDS = 30.0
"""For so long a copy that did not answer is left alone. Then one read tries it, the others when it has answered."""
BEHIND_SECONDS = 0.25
"""For so long at the most, work that nobody waits for lets others write first."""
_CHANGED = "marqueedesk_changed"
_ONLY_READS = re.compile(r"SELECT\b|WITH\b(?!.*\b(?:INSERT|UPDATE|DELETE)\b)", re.DOTALL)


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
        factory = sessionmaker(expire_on_commit=False)
        tenancy.install(factory)
        events.install(factory)
        self._read = factory
        self._read_engine = self.engine.execution_options(**{engines.BEGIN: "BEGIN"})
        self._write_engine = self.engine.execution_options(**{engines.BEGIN: "BEGIN IMMEDIATE"})
        self.copy_engine = (
            _copy_engine(engines.normal_url(read_url), pool_size, pooler) if read_url and not self.is_sqlite else None
        )
        self._copy_rests_until = 0.0
        if not self.is_sqlite:
            event.listen(self._read_engine, "before_cursor_execute", _note_more_than_reading)
        self._snapshot_engine = (
            self._read_engine if self.is_sqlite else self._read_engine.execution_options(**_ONE_SNAPSHOT)
        )
        if self.is_sqlite:
            self._loose_engine = self.engine.execution_options(**{engines.BEGIN: ""})
        elif pooler == "none":
            self._loose_engine = engines.postgresql_loose_engine(self.url, pool_size)
        else:
            self._loose_engine = self.engine
        timing.watch(self.engine, "main")
        if self._loose_engine.pool is not self.engine.pool:
            timing.watch(self._loose_engine, "main")
        if self.copy_engine is not None:
            timing.watch(self.copy_engine, "copy")

    @staticmethod
    def _engine(url: str, pool_size: int, pooler: engines.Pooler) -> Engine:
        if url.startswith("sqlite"):
            return engines.sqlite_engine(url, pool_size)
        return engines.postgresql_engine(url, pool_size, pooler)

    @contextmanager
    def read(self, *, snapshot: bool = False) -> Generator[Session]:
        """A session that only reads. Accidental changes are rolled back.

        With ``snapshot`` all of its statements see the database as it was at the first one; without it each of them
        sees what was committed before it (on PostgreSQL).
        """
        with self._read(bind=self._snapshot_engine if snapshot else self._read_engine) as session:
            yield session
            if not self.is_sqlite and session.in_transaction():
                _end_reading(session.connection())

    @property
    def has_copy(self) -> bool:
        """Whether there is a copy to read from."""
        return self.copy_engine is not None

    def copy_lag_seconds(self) -> float | None:
        """How far the copy is behind; 0 where it has everything, None where it does not answer or there is none."""
        if self.copy_engine is None:
            return None
        try:
            with self.copy_engine.connect() as connection, _hurried(connection):
                return round(float(connection.scalar(_LAG) or 0.0), 3)
        except SQLAlchemyError:
            return None

    @contextmanager
    def read_copy(self) -> Generator[Session]:
        """A snapshot (see `read`), for what takes long: of the copy where there is one, with everything written before.

        Where the copy does not have that soon, or does not answer, the database itself is read. Raises OperationalError
        where it ceases to answer within the block.
        """
        if self.copy_engine is not None and self._may_ask_copy():
            with self.autocommit_connection() as connection:
                written = connection.scalar(_WRITTEN)
            copy = self._connect_copy(self.copy_engine, written)
            if copy is not None:
                with copy.execution_options(**_ONE_SNAPSHOT), self._read(bind=copy) as session:
                    try:
                        yield session
                    except DBAPIError as problem:
                        if problem.connection_invalidated:
                            self._rest_copy(problem)
                        raise
                return
        with self.read(snapshot=True) as session:
            yield session

    def _may_ask_copy(self) -> bool:
        now = time.monotonic()
        if now < self._copy_rests_until:
            return False
        if self._copy_rests_until:
            # This read tries it, and no other meanwhile.
            self._copy_rests_until = now + COPY_RESTS_SECONDS
        return True

    def _rest_copy(self, problem: SQLAlchemyError) -> None:
        log.warning("read_copy_away", error=type(problem).__name__)
        # That all of its connections are in use is no sign that it does not answer.
        if not isinstance(problem, PoolTimeout):
            self._copy_rests_until = time.monotonic() + COPY_RESTS_SECONDS

    def _connect_copy(self, engine: Engine, written: Any) -> Connection | None:
        """A connection to the copy once it has what was written; None where that takes long or it does not answer. A
        database that follows no other has everything.
        """
        until = time.monotonic() + COPY_WAIT_SECONDS
        connection: Connection | None = None
        try:
            connection = engine.connect()
            with _hurried(connection):
                while not (has_come := connection.scalar(_HAS_COME, {"written": written})):
                    if time.monotonic() > until:
                        break
                    time.sleep(COPY_LOOK_SECONDS)
                # The snapshot of this transaction may be older than the answer: the next one reads.
                connection.commit()
        except SQLAlchemyError as problem:
            self._rest_copy(problem)
            has_come = False
        else:
            self._copy_rests_until = 0.0
        if connection is not None and not has_come:
            connection.close()
            connection = None
        return connection

    @contextmanager
    def write(self) -> Generator[Session]:
        """One write transaction: commits when the block ends, rolls back when it raises."""
        has_events = False
        with self._turn(), self._read(bind=self._write_engine) as session, session.begin():
            yield session
            if session.in_transaction():
                has_events = session.connection().info.pop(EVENTS_WRITTEN, False)
        if self.on_events is not None and (session.info.pop(EVENTS_WRITTEN, False) or has_events):
            self.on_events()

    @contextmanager
    def write_connection(self) -> Generator[Connection]:
        """One write transaction on a bare connection, for the hot path's Core statements, which
        `tenancy.assert_tenant_filtered` has proven.
        """
        with self._turn(), self._write_engine.begin() as connection:
            yield connection
        if self.on_events is not None:
            self.on_events()

    @contextmanager
    def _turn(self) -> Generator[None]:
        """The right to write: on SQLite this process's one write lock. Noted per thread, for `refuse_while_writing`."""
        if self.is_sqlite:
            with timing.waiting("write"):
                has_turn = self._write_lock.acquire(engines.WRITE_WAIT_SECONDS, behind=_this_thread.stays_behind)
            if not has_turn:
                raise Unavailable(retry_after=2)
        _this_thread.open_writes += 1
        try:
            yield
        finally:
            _this_thread.open_writes -= 1
            if self.is_sqlite:
                self._write_lock.release()

    @contextmanager
    def autocommit_connection(self) -> Generator[Connection]:
        """A bare connection in which every statement is its own transaction: the cheapest way to read once.

        Through a pooler they share one, which is rolled back at the end.
        """
        with self._loose_engine.connect() as connection:
            if self._loose_engine is self.engine and not self.is_sqlite:
                connection.begin()
            yield connection

    def close(self) -> None:
        """Give the connections back to the system: those that wait now, and those in use as soon as they are done."""
        all_engines = [self.engine, self._loose_engine, *([self.copy_engine] if self.copy_engine else [])]
        for engine in {engine.pool: engine for engine in all_engines}.values():
            event.listen(engine.pool, "checkin", engines.give_back)
            engine.dispose()


_ONE_SNAPSHOT: dict[str, Any] = {"isolation_level": "REPEATABLE READ"}
_WRITTEN = text("SELECT pg_current_wal_insert_lsn()::text")


_LAG = text(
    "SELECT CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0"
    " ELSE greatest(0, extract(epoch FROM now() - pg_last_xact_replay_timestamp())) END"
)
"""A copy that has everything is not behind, however long ago the last change was."""
_HAS_COME = text("SELECT coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), CAST(:written AS pg_lsn)) >= 0, true)")


def _copy_engine(url: str, pool_size: int, pooler: engines.Pooler) -> Engine:
    # Not above: with a file as its database, a process never loads the driver.
    from marqueedesk.kit.db.patience import copy_engine  # noqa: PLC0415

    return copy_engine(url, pool_size, pooler)


def _hurried(connection: Connection) -> AbstractContextManager[None]:
    from marqueedesk.kit.db.patience import hurried  # noqa: PLC0415 - see above.

    return hurried(connection, COPY_ANSWERS_SECONDS)


class _ThisThread(threading.local):
    open_writes = 0
    stays_behind = False


_this_thread = _ThisThread()


def stay_behind() -> None:
    """Have this thread, whose work nobody waits for, let all others write first; not for ever (`FairLock`)."""
    _this_thread.stays_behind = True


class WhileWriting(RuntimeError):
    """The network was reached for with a write transaction open: a fault of the program, not of a caller."""


def refuse_while_writing() -> None:
    """Raise WhileWriting when this thread has a write transaction open. Every gateway begins with it: a slow answer
    from outside must not keep a lock, and what was sent cannot be rolled back.
    """
    if _this_thread.open_writes:
        raise WhileWriting("a gateway was called with a write transaction open")


class FairLock:
    """A lock that serves its waiters in the order in which they came, so that nobody waits much longer than others.

    Those who stay behind come after all others. When they have waited for `BEHIND_SECONDS`, each comes after one other.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held = False
        self._waiting: dict[threading.Lock, float] = {}
        self._behind: dict[threading.Lock, float] = {}
        self._was_behind = False

    def acquire(self, timeout: float, *, behind: bool = False) -> bool:
        """Take the lock, or answer False when ``timeout`` seconds have passed."""
        line = self._behind if behind else self._waiting
        with self._guard:
            if not self._held:
                self._held = True
                return True
            turn = threading.Lock()
            turn.acquire()
            line[turn] = time.monotonic()
        if turn.acquire(timeout=timeout):
            return True
        with self._guard:
            if turn in line:
                del line[turn]
                return False
        # The lock was handed over in the moment the time ran out: it is held now.
        return True

    def release(self) -> None:
        """Hand the lock to the thread whose turn it is."""
        with self._guard:
            line = self._waiting
            if self._behind and (not line or (not self._was_behind and self._has_waited_long())):
                line = self._behind
            self._was_behind = line is self._behind
            if line:
                turn = next(iter(line))
                del line[turn]
                turn.release()
            else:
                self._held = False

    def _has_waited_long(self) -> bool:
        return time.monotonic() - next(iter(self._behind.values())) > BEHIND_SECONDS


def _note_more_than_reading(
    connection: Connection, _cursor: object, statement: str, _parameters: object, _context: object, *_many: bool
) -> None:
    if not _ONLY_READS.match(statement):
        connection.info[_CHANGED] = True


def _end_reading(connection: Connection) -> None:
    """End a transaction that only ran SELECT with COMMIT: psycopg drops its prepared statements on ROLLBACK.

    Any other transaction is rolled back when the session closes.
    """
    only_read, transaction = not connection.info.pop(_CHANGED, False), connection.get_transaction()
    if only_read and transaction is not None:
        # The transaction's own, past the session: that would write what was changed in it by accident.
        transaction.commit()
