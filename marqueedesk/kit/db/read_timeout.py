"""Connections with a client-side timeout, for servers that stop responding while their machine is up.

Statement timeouts are enforced by the server, and TCP timeouts (`engines.CONNECTING`) detect dead machines. Neither
ends a wait for a PostgreSQL server whose processes hang, for example because a disk does not respond.
"""

import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import psycopg
from psycopg.abc import PQGen
from sqlalchemy import Connection, Engine, event

from marqueedesk.kit.db.engines import Pooler, postgresql_engine

T = TypeVar("T")


class PatientConnection(psycopg.Connection[Any]):
    """Connection that closes itself if a response exceeds the timeout."""

    patience: float
    """Response timeout in seconds."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Wait for the driver's operation. Raises OperationalError on timeout."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        until = time.monotonic() + self.patience
        try:
            return super().wait(gen, interval, self.patience)
        except psycopg.OperationalError:
            if time.monotonic() < until:
                raise
            # The pending response may still arrive, so this connection cannot be reused.
            self.close()
            raise psycopg.OperationalError("the server does not respond") from None


def copy_engine(url: str, pool_size: int, pooler: Pooler, seconds: float) -> Engine:
    """Create the engine of a read replica, which is optional. Responses time out after ``seconds``."""

    class ReplicaConnection(PatientConnection):
        patience = seconds

    def connect(_dialect: object, _record: object, args: tuple[str, ...], kwargs: dict[str, Any]) -> ReplicaConnection:
        return ReplicaConnection.connect(*args, **kwargs)

    engine = postgresql_engine(url, pool_size, pooler)
    event.listen(engine, "do_connect", connect)
    return engine


@contextmanager
def hurried(connection: Connection, seconds: float) -> Generator[None]:
    """Use a shorter timeout within the block, for a statement that should return immediately."""
    driver = cast("PatientConnection", connection.connection.dbapi_connection)
    driver.patience = seconds
    try:
        yield
    finally:
        del driver.patience
