"""Connections that give up a server that says nothing, though its machine does.

The limit on statements is the server's own, and TCP's limits (`engines.CONNECTING`) are about the machine: a PostgreSQL
whose processes stand still, on a disk that does not answer for example, would be waited for as long as it does.
"""

import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import psycopg
from psycopg.abc import PQGen
from sqlalchemy import Connection, Engine, event

from marqueedesk.kit.db.engines import STATEMENT_MS, Pooler, postgresql_engine

T = TypeVar("T")


class PatientConnection(psycopg.Connection[Any]):
    """A connection that closes itself when an answer takes longer than the server may take for one."""

    patience = STATEMENT_MS / 1000 + 5
    """Seconds for which an answer is waited for."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Whatever the driver waits for. Raises OperationalError when it does not come."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        until = time.monotonic() + self.patience
        try:
            return super().wait(gen, interval, self.patience)
        except psycopg.OperationalError:
            if time.monotonic() < until:
                raise
            # What was asked may still be answered: nothing else can be asked here.
            self.close()
            raise psycopg.OperationalError("the server does not answer") from None


def copy_engine(url: str, pool_size: int, pooler: Pooler) -> Engine:
    """Connections to a copy of the database, which can be done without."""
    engine = postgresql_engine(url, pool_size, pooler)
    event.listen(engine, "do_connect", _connect)
    return engine


def _connect(_dialect: object, _record: object, given: tuple[str, ...], named: dict[str, Any]) -> PatientConnection:
    return PatientConnection.connect(*given, **named)


@contextmanager
def hurried(connection: Connection, seconds: float) -> Generator[None]:
    """Have less patience within the block, in which a connection is asked what takes no time."""
    driver = cast("PatientConnection", connection.connection.dbapi_connection)
    driver.patience = seconds
    try:
        yield
    finally:
        del driver.patience
