"""Heartbeats of servers and workers on PostgreSQL, so that a restore never replaces a database in use.

Each process writes a row every few seconds. The rows survive a database crash and lost connections, and also work
behind a connection pooler. A killed process counts as running until its row expires. SQLite does not need this: a
single process holds the file (kit.db.one_server).
"""

import os
import secrets
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Engine, String, delete, extract, func, inspect, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Mapped, Session, mapped_column

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.watch.metrics import log

BEAT_EVERY: Final = 5.0
"""Seconds between heartbeats."""
RUNNING_FOR: Final = timedelta(seconds=30)
"""How long a process counts as running after its last heartbeat."""
_WAIT_FOR_RESTORE: Final = 1.0
# An arbitrary lock number that servers and restores share.
_RESTORE_LOCK: Final = 7_205_462


class RestoreRunning(Exception):
    """Another restore into the same database is running."""


class ServerHeartbeat(Base):
    """A server or worker process that uses the database, with its last heartbeat."""

    __tablename__ = "server_heartbeats"

    name: Mapped[str] = mapped_column(String(120), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(Instant)


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A process that uses the database: its host and process ID, and the seconds since its last heartbeat."""

    name: str
    seconds_ago: int


class Heartbeat:
    """Thread that writes this process's heartbeats. Does nothing on SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._over = threading.Event()
        # Containers can have the same host name and process ID.
        self._name = f"{os.uname().nodename[:80]} (process {os.getpid()}) {secrets.token_hex(4)}"
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Write the first heartbeat, wait for a running restore to end, and continue in the background.

        The server starts even if the database is unavailable.
        """
        if self._database.is_sqlite:
            return
        self._beat()
        while self._is_restoring():
            log.warning("waiting_for_restore")
            self._over.wait(_WAIT_FOR_RESTORE)
            # A restore that finished has removed the row, and another may have started since.
            self._beat()
        self._thread.start()

    def close(self) -> None:
        """Stop, and delete this process's row."""
        if self._database.is_sqlite:
            return
        self._over.set()
        self._thread.join(timeout=BEAT_EVERY)
        try:
            with self._database.write() as db:
                db.execute(delete(ServerHeartbeat).where(ServerHeartbeat.name == self._name))
        except (SQLAlchemyError, Unavailable) as problem:
            log.warning("heartbeat_failed", error=type(problem).__name__)

    def _run(self) -> None:
        while not self._over.wait(BEAT_EVERY):
            self._beat()

    def _beat(self) -> None:
        row = insert(ServerHeartbeat).values(name=self._name, seen_at=func.now())
        try:
            with self._database.write() as db:
                db.execute(row.on_conflict_do_update(index_elements=["name"], set_={"seen_at": func.now()}))
        except (SQLAlchemyError, Unavailable) as problem:
            log.warning("heartbeat_failed", error=type(problem).__name__)

    def _is_restoring(self) -> bool:
        """Return true if a restore holds its lock; false if the database is unavailable."""
        try:
            # The lock is released when the statement ends.
            with self._database.autocommit_connection() as connection:
                return not connection.scalar(select(func.pg_try_advisory_xact_lock_shared(_RESTORE_LOCK)))
        except (SQLAlchemyError, Unavailable) as problem:
            log.warning("heartbeat_failed", error=type(problem).__name__)
            return False


def running_servers(connection: Connection) -> list[RunningServer]:
    """Return the processes that used the database within `RUNNING_FOR`, by the database's clock."""
    if not inspect(connection).has_table(ServerHeartbeat.__tablename__):
        return []
    age = extract("epoch", func.now() - ServerHeartbeat.seen_at)
    rows = connection.execute(
        select(ServerHeartbeat.name, age)
        .where(age <= RUNNING_FOR.total_seconds())
        .order_by(ServerHeartbeat.seen_at.desc())
    )
    return [RunningServer(name.rpartition(" ")[0], max(0, round(seconds))) for name, seconds in rows]


def forget_stopped(db: Session, now: datetime) -> None:
    """Delete the rows of processes killed at least a day ago."""
    db.execute(delete(ServerHeartbeat).where(ServerHeartbeat.seen_at < now - timedelta(days=1)))


@contextmanager
def restoring(engine: Engine) -> Generator[None]:
    """Prevent servers from starting until the block ends. Raises RestoreRunning.

    A server writes its heartbeat before it checks this lock, and a restore takes the lock before it checks heartbeats,
    so one always sees the other.
    """
    # Use a separate transaction, so that no lock is held on a table that the restore replaces.
    with engine.connect() as connection, connection.begin():
        if not connection.scalar(select(func.pg_try_advisory_xact_lock(_RESTORE_LOCK))):
            raise RestoreRunning
        yield
