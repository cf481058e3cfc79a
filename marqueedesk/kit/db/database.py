"""Sessions and transactions. Only this module commits (docs/adr/0002-transactions.md).

There are two kinds of sessions: `Database.read` changes nothing and ends with a rollback; `Database.write` is one
transaction that commits when its block ends, and rolls back on an exception. Both are ``with`` blocks inside a ``def``
endpoint, so that one thread opens and ends them and the commit precedes the response.

SQLite: the driver's transaction handling is off (``isolation_level=None``). A write starts with BEGIN IMMEDIATE under a
process-wide lock, because SQLite's own waiting is unfair; a read starts with BEGIN. PostgreSQL: READ COMMITTED with
statement and lock timeouts; reports read in REPEATABLE READ for a consistent snapshot, which SQLite transactions always
have.
"""

import re
import threading
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
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
from marqueedesk.kit.db.db import CHANGES_WRITTEN, PERSONAL_ERASED
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.live import changes
from marqueedesk.kit.watch import timing
from marqueedesk.kit.watch.metrics import log

POOL_SIZE = 12
COPY_WAIT_SECONDS = 0.3
"""How many seconds a read waits for a replica to catch up before it uses the primary."""
COPY_LOOK_SECONDS = 0.02
COPY_TIMEOUT_SECONDS = engines.STATEMENT_MS / 1000 + 5
"""Timeout in seconds of a replica's response: later than its own statement timeout."""
COPY_ANSWERS_SECONDS = 3.0
"""Timeout in seconds for asking a replica for its position."""
COPY_RESTS_SECONDS = 30.0
"""How many seconds an unresponsive replica is left alone. After that, one read tries it, and others follow once it
responds.
"""
BEHIND_SECONDS = 0.25
"""Maximum number of seconds that background work lets other writers go first."""
_CHANGED = "marqueedesk_changed"
_ONLY_READS = re.compile(r"SELECT\b|WITH\b(?!.*\b(?:INSERT|UPDATE|DELETE)\b)", re.DOTALL)


class Database:
    """A database, identified by its URL: ``sqlite:///path`` or ``postgresql://…``.

    ``read_url`` is a read replica for long reads; ``pooler`` is the connection pooler in front of the database. Both
    apply to PostgreSQL only.
    """

    def __init__(
        self,
        url: str,
        *,
        pool_size: int = POOL_SIZE,
        read_url: str = "",
        pooler: engines.Pooler = "none",
        write_wait_seconds: float = engines.WRITE_WAIT_SECONDS,
        copy_answers_seconds: float = COPY_ANSWERS_SECONDS,
        copy_timeout_seconds: float = COPY_TIMEOUT_SECONDS,
    ) -> None:
        """Connect to the database at ``url``, and for long reads to a read replica at ``read_url``.

        ``write_wait_seconds`` is the longest wait for SQLite's write lock, ``copy_answers_seconds`` the longest wait
        for the replica before the primary is used, and ``copy_timeout_seconds`` the longest wait for a response in the
        middle of a read from it.
        """
        self.url = engines.normal_url(url)
        self.is_sqlite = self.url.startswith("sqlite")
        self.engine = self._engine(self.url, pool_size, pooler)
        self.on_changes: Callable[[], None] | None = None
        """Callback run after a transaction that wrote changes for open pages; set once when the server starts."""
        self._write_lock = FairLock()
        self._write_wait_seconds = write_wait_seconds
        self._copy_answers_seconds = copy_answers_seconds
        factory = sessionmaker(expire_on_commit=False)
        tenancy.install(factory)
        changes.install(factory)
        self._read = factory
        self._read_engine = self.engine.execution_options(**{engines.BEGIN: "BEGIN"})
        self._write_engine = self.engine.execution_options(**{engines.BEGIN: "BEGIN IMMEDIATE"})
        self.copy_engine = (
            _copy_engine(engines.normal_url(read_url), pool_size, pooler, copy_timeout_seconds)
            if read_url and not self.is_sqlite
            else None
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
        """Open a read-only session. Accidental changes are rolled back.

        With ``snapshot``, all statements see the database as of the first one; otherwise, on PostgreSQL, each sees what
        was committed before it.
        """
        with self._read(bind=self._snapshot_engine if snapshot else self._read_engine) as session:
            yield session
            if not self.is_sqlite and session.in_transaction():
                _end_reading(session.connection())

    @property
    def has_copy(self) -> bool:
        """Return true if there is a read replica."""
        return self.copy_engine is not None

    def copy_lag_seconds(self) -> float | None:
        """Return the replica's lag in seconds; 0 if it is up to date, None if it does not respond or there is none."""
        if self.copy_engine is None:
            return None
        try:
            with self.copy_engine.connect() as connection, _hurried(connection, self._copy_answers_seconds):
                return round(float(connection.scalar(_LAG) or 0.0), 3)
        except SQLAlchemyError:
            return None

    @contextmanager
    def read_copy(self) -> Generator[Session]:
        """Open a snapshot session (see `read`) for long reads, on the replica if it has all previous writes.

        Uses the primary if the replica does not catch up in time or does not respond. Raises OperationalError if the
        replica fails within the block.
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
            # This read tries the replica; others don't until it is done.
            self._copy_rests_until = now + COPY_RESTS_SECONDS
        return True

    def _rest_copy(self, problem: SQLAlchemyError) -> None:
        log.warning("read_copy_away", error=type(problem).__name__)
        # An exhausted connection pool does not mean that the replica is unresponsive.
        if not isinstance(problem, PoolTimeout):
            self._copy_rests_until = time.monotonic() + COPY_RESTS_SECONDS

    def _connect_copy(self, engine: Engine, written: Any) -> Connection | None:
        """Connect to the replica once it has caught up. Return None if that takes too long or the replica does not
        respond. A database that isn't a replica counts as up to date.
        """
        until = time.monotonic() + COPY_WAIT_SECONDS
        connection: Connection | None = None
        try:
            connection = engine.connect()
            with _hurried(connection, self._copy_answers_seconds):
                while not (has_come := connection.scalar(_HAS_COME, {"written": written})):
                    if time.monotonic() > until:
                        break
                    time.sleep(COPY_LOOK_SECONDS)
                # This transaction's snapshot may be older than the position, so a new transaction reads.
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
        """Open a write transaction that commits when the block ends and rolls back on an exception."""
        has_changes = False
        with self._write_turn(), self._read(bind=self._write_engine) as session, session.begin():
            yield session
            if session.in_transaction():
                has_changes = session.connection().info.pop(CHANGES_WRITTEN, False)
        if self.on_changes is not None and (session.info.pop(CHANGES_WRITTEN, False) or has_changes):
            self.on_changes()
        if self.is_sqlite and session.info.pop(PERSONAL_ERASED, False):
            self._empty_write_ahead_log()

    def _empty_write_ahead_log(self) -> None:
        """Move the write-ahead log into the SQLite file and empty it. With readers that still need it, it is left to
        later checkpoints, which overwrite it.
        """
        with suppress(SQLAlchemyError), self.autocommit_connection() as connection:
            connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)")).all()

    @contextmanager
    def write_connection(self) -> Generator[Connection]:
        """Open a write transaction on a bare connection, for Core statements of hot paths checked by
        `tenancy.assert_tenant_filtered`.
        """
        with self._write_turn(), self._write_engine.begin() as connection:
            yield connection
        if self.on_changes is not None:
            self.on_changes()

    @contextmanager
    def _write_turn(self) -> Generator[None]:
        """Hold the right to write: on SQLite the process-wide write lock. Also counts open writes for
        `ensure_no_open_write`.
        """
        if self.is_sqlite:
            with timing.waiting("write"):
                has_lock = self._write_lock.acquire(self._write_wait_seconds, behind=_this_thread.stays_behind)
            if not has_lock:
                raise Unavailable(retry_after=2)
        writes = open_writes()
        writes.count += 1
        try:
            yield
        finally:
            writes.count -= 1
            if self.is_sqlite:
                self._write_lock.release()

    @contextmanager
    def autocommit_connection(self) -> Generator[Connection]:
        """Open a bare autocommit connection: the cheapest way to run a single read.

        Through a pooler, its statements share a transaction that is rolled back at the end.
        """
        with self._loose_engine.connect() as connection:
            if self._loose_engine is self.engine and not self.is_sqlite:
                connection.begin()
            yield connection

    def close(self) -> None:
        """Close all connections: idle ones now, and those in use when they are returned."""
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
"""SQL for the replica's lag. A replica that has everything is not behind, however old the last change is."""
_HAS_COME = text("SELECT coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), CAST(:written AS pg_lsn)) >= 0, true)")


def _copy_engine(url: str, pool_size: int, pooler: engines.Pooler, seconds: float) -> Engine:
    # Imported here so that a process with a file database never loads the driver.
    from marqueedesk.kit.db.read_timeout import copy_engine  # noqa: PLC0415

    return copy_engine(url, pool_size, pooler, seconds)


def _hurried(connection: Connection, seconds: float) -> AbstractContextManager[None]:
    from marqueedesk.kit.db.read_timeout import hurried  # noqa: PLC0415 - see above.

    return hurried(connection, seconds)


class _ThisThread(threading.local):
    stays_behind = False


_this_thread = _ThisThread()


def stay_behind() -> None:
    """Mark this thread's work as background work, so that other writers go first, within limits (`FairLock`)."""
    _this_thread.stays_behind = True


@dataclass(slots=True)
class OpenWrites:
    """Number of open write transactions in a thread or request."""

    count: int = 0


_open_writes: ContextVar[OpenWrites] = ContextVar("marqueedesk_open_writes")


def open_writes() -> OpenWrites:
    """Return the counter for this context: the request's, in whichever thread it runs, or else this thread's."""
    counter = _open_writes.get(None)
    if counter is None:
        counter = OpenWrites()
        _open_writes.set(counter)
    return counter


class WhileWriting(RuntimeError):
    """The network was used while a write transaction was open: a programming error."""


def ensure_no_open_write() -> None:
    """Raise WhileWriting if this thread or request has a write transaction open. Every gateway calls this first,
    because a slow external response must not hold a lock, and data that was sent cannot be rolled back.
    """
    if open_writes().count:
        raise WhileWriting("a gateway was called with a write transaction open")


class FairLock:
    """First-in, first-out lock, so that no thread waits much longer than others.

    Background waiters come after all others. After waiting for ``behind_seconds``, they alternate with the others.
    """

    def __init__(self, behind_seconds: float = BEHIND_SECONDS) -> None:
        self._behind_seconds = behind_seconds
        self._guard = threading.Lock()
        self._held = False
        self._waiting: dict[threading.Lock, float] = {}
        self._behind: dict[threading.Lock, float] = {}
        self._was_behind = False

    def acquire(self, timeout: float, *, behind: bool = False) -> bool:
        """Acquire the lock; return False after ``timeout`` seconds."""
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
        # The lock was handed over just as the timeout expired, so this thread holds it.
        return True

    def release(self) -> None:
        """Hand the lock to the next thread in line."""
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
        return time.monotonic() - next(iter(self._behind.values())) > self._behind_seconds


def _note_more_than_reading(
    connection: Connection, _cursor: object, statement: str, _parameters: object, _context: object, *_many: bool
) -> None:
    if not _ONLY_READS.match(statement):
        connection.info[_CHANGED] = True


def _end_reading(connection: Connection) -> None:
    """Commit a transaction that ran only SELECTs, because psycopg drops its prepared statements on ROLLBACK.

    Any other transaction is rolled back when the session closes.
    """
    only_read, transaction = not connection.info.pop(_CHANGED, False), connection.get_transaction()
    if only_read and transaction is not None:
        # Commit directly on the connection, because the session would flush accidental changes.
        transaction.commit()
