"""How connections to a database are made: SQLite as a file, PostgreSQL directly or through a pooler.

PostgreSQL may be several servers: a URL that names them (``host-a:5432,host-b:5432``) leads to the one that takes
writes. Through a pooler in transaction mode a connection belongs to a caller for one transaction only, so nothing may
be set on it that outlasts one (docs/adr/0021-past-one-machine.md).
"""

import select
import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import orjson
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry

from marqueedesk.kit.db.blobs import close_after_large
from marqueedesk.kit.db.db import plan_once
from marqueedesk.kit.text.text_forms import folded
from marqueedesk.kit.watch.timing import TimedPool

if TYPE_CHECKING:
    import psycopg

Pooler = Literal["none", "transaction"]
"""What stands between this program and PostgreSQL: nothing, or a pooler in transaction mode (PgBouncer)."""

POOL_WAIT_SECONDS = 2.5
WRITE_WAIT_SECONDS = 15.0
LOCK_WAIT_MS = 8_000
STATEMENT_MS = 15_000
LOOSE_SHARE = 3
"""On PostgreSQL there is one loose connection for so many others."""
BEGIN = "marqueedesk_begin"
"""The execution option with which a transaction begins on SQLite; empty: none, each statement is its own."""

SPREAD = "marqueedesk_spread"
"""The entry of a connection's info for rows that may be moved to another machine at any time: True with Citus."""

_LIMITS = {
    "lock_timeout": str(LOCK_WAIT_MS),
    "statement_timeout": str(STATEMENT_MS),
    "timezone": "UTC",
    # A plan for a business with a million bookings is expected to cost enough to be compiled, at each booking anew:
    # 80 ms for a statement that then takes one.
    "jit": "off",
    # Citus would send a booking's rows over several connections to the machine that has them, and end their
    # transactions one by one: the operator's lock would be free before its letters are seen to be held. Without
    # Citus this is a word that nobody reads.
    "citus.multi_shard_modify_mode": "sequential",
}
_OPTIONS = " ".join(f"-c {name}={value}" for name, value in _LIMITS.items())
_SET_LIMITS = "SELECT " + ", ".join(f"set_config('{name}', '{value}', true)" for name, value in _LIMITS.items())
CONNECTING: Final[Mapping[str, Any]] = {
    "connect_timeout": 2,
    # A machine that loses its power or its network says nothing. A connection to it fails after ten seconds or so,
    # whether it waits for an answer or for its question to arrive; the system's own patience is a quarter of an hour
    # and more, in which a server that takes over would not be asked.
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""How every connection to PostgreSQL is made. What is about the network means nothing on a socket of this machine."""


def _dump_json(value: object) -> str:
    return orjson.dumps(value).decode()


_JSON: dict[str, Any] = {"json_serializer": _dump_json, "json_deserializer": orjson.loads}
# The connection that was used last is taken first: as many as are needed at once stay warm, and the others hold little,
# here and in the database.
_POOL: dict[str, Any] = {
    "poolclass": TimedPool,
    "pool_use_lifo": True,
    "max_overflow": 0,
    "pool_timeout": POOL_WAIT_SECONDS,
}


def normal_url(url: str) -> str:
    """The URL with the driver this product uses: psycopg for PostgreSQL, the standard library for SQLite.

    Several PostgreSQL servers (``postgresql://user@a:5432,b:5432/name``) become parameters, as the driver takes them;
    unless the URL says otherwise, the one that takes writes is used (``target_session_attrs=read-write``). Raises
    ValueError for another kind of database.
    """
    for prefix in ("postgresql://", "postgres://", "postgresql+psycopg://"):
        if url.startswith(prefix):
            return _with_hosts_as_parameters("postgresql+psycopg://" + url.removeprefix(prefix))
    if url.startswith("sqlite:"):
        return url
    raise ValueError(f"Use sqlite:///… or postgresql://… as the database URL, not {url.partition(':')[0]}")


def _with_hosts_as_parameters(url: str) -> str:
    parts = urlsplit(url)
    who, at, where = parts.netloc.rpartition("@")
    if "," not in where:
        return url
    given = parse_qsl(parts.query, keep_blank_values=True)
    if "target_session_attrs" not in dict(given):
        given.append(("target_session_attrs", "read-write"))
    hosts = [("host", host) for host in where.split(",")]
    query = urlencode([*hosts, *given], quote_via=quote, safe="/:[]")
    return parts._replace(netloc=f"{who}{at}", query=query).geturl()


def plain_url(url: str) -> str:
    """The same database for the driver's own ``connect``, without SQLAlchemy."""
    parts = urlsplit(normal_url(url))
    given = parse_qsl(parts.query, keep_blank_values=True)
    hosts = [value for name, value in given if name == "host"]
    if len(hosts) <= 1:
        return normal_url(url).replace("postgresql+psycopg://", "postgresql://", 1)
    who, at, _ = parts.netloc.rpartition("@")
    query = urlencode([(name, value) for name, value in given if name != "host"])
    return parts._replace(scheme="postgresql", netloc=f"{who}{at}{','.join(hosts)}", query=query).geturl()


def sqlite_engine(url: str, pool_size: int) -> Engine:
    """Connections to a file; a transaction begins as the execution option `BEGIN` says."""
    engine = create_engine(
        url,
        **_POOL,
        pool_size=pool_size,
        connect_args={"isolation_level": None, "check_same_thread": False, "timeout": WRITE_WAIT_SECONDS},
        **_JSON,
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def postgresql_engine(url: str, pool_size: int, pooler: Pooler = "none") -> Engine:
    """Connections to PostgreSQL for transactions, with limits on how long a statement or a lock may take."""
    direct = pooler == "none"
    engine = create_engine(
        url,
        **_POOL,
        pool_size=pool_size,
        connect_args={**CONNECTING, **({"options": _OPTIONS} if direct else _UNPREPARED)},
        **_JSON,
    )
    event.listen(engine, "connect", _look_for_citus)
    event.listen(engine, "checkout", _refuse_hung_up)
    close_after_large(engine)
    if not direct:
        event.listen(engine, "begin", _limit_transaction)
    return engine


def postgresql_loose_engine(url: str, pool_size: int) -> Engine:
    """A few connections of their own, where nothing has to be put back after use and no statement is planned twice.

    Planning what an estimate asks takes longer than answering it. Elsewhere plans are left to PostgreSQL: one that
    knows no value cannot use a partial index. Not through a pooler: there every connection is like every other.
    """
    engine = create_engine(
        url,
        **_POOL,
        pool_size=max(1, pool_size // LOOSE_SHARE),
        pool_reset_on_return=None,
        isolation_level="AUTOCOMMIT",
        connect_args={**CONNECTING, "options": _OPTIONS},
        **_JSON,
    )
    event.listen(engine, "connect", _plan_once)
    event.listen(engine, "checkout", _refuse_hung_up)
    close_after_large(engine)
    return engine


def _plan_once(connection: "psycopg.Connection[Any]", _record: object) -> None:
    # Each statement is its own transaction on these connections, so this stays.
    connection.execute(f"SELECT {plan_once(for_transaction=False)}".encode())


def _look_for_citus(connection: "psycopg.Connection[Any]", record: ConnectionPoolEntry) -> None:
    found = connection.execute("SELECT current_setting('citus.shard_count', true)").fetchone()
    connection.rollback()
    record.info[SPREAD] = found is not None and found[0] is not None


_UNPREPARED: dict[str, Any] = {"prepare_threshold": None}
"""A prepared statement stays with one connection of the server, and the next transaction may have another."""


def _limit_transaction(connection: Connection) -> None:
    connection.exec_driver_sql(_SET_LIMITS)


def _refuse_hung_up(connection: "psycopg.Connection[Any]", _record: object, _proxy: object) -> None:
    """Have the pool connect anew when PostgreSQL has closed a connection while it waited to be used.

    A server that has gone and come back leaves its last word on every connection that was open. Without this look,
    which asks only this machine, the first caller of each pool would be refused long after the database is back.
    """
    waiting = select.poll()
    if not connection.closed:
        waiting.register(connection.fileno(), select.POLLIN)
    if connection.closed or waiting.poll(0):
        raise InvalidatePoolError("the database has closed this connection")


def give_back(_connection: object, record: ConnectionPoolEntry) -> None:
    """Close a connection that comes back when all are closed, instead of keeping it for the next."""
    record.invalidate()


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA temp_store = MEMORY")
    cursor.close()
    # SQLite folds case for ASCII only; a search has to find "émilie" by "É", on both databases alike.
    connection.create_function("fold", 1, _fold, deterministic=True)
    connection.create_function("search_fold", 1, _search_fold, deterministic=True)


def _fold(value: str | None) -> str | None:
    return value.lower() if value is not None else None


def _search_fold(value: str | None) -> str | None:
    return folded(value) if value is not None else None


def _begin_sqlite(connection: Connection) -> None:
    begin = connection.get_execution_options().get(BEGIN, "BEGIN")
    if begin:
        connection.exec_driver_sql(begin)
