"""Database connections: SQLite as a file, PostgreSQL directly or through a pooler.

PostgreSQL may consist of several servers: a URL with several hosts (``host-a:5432,host-b:5432``) connects to the one
that accepts writes. Through a pooler in transaction mode, a connection belongs to a caller for one transaction only, so
no setting on it may outlast one (docs/adr/0021-past-one-machine.md).
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

from marqueedesk.kit.db.db import plan_once
from marqueedesk.kit.db.large_values import close_after_large
from marqueedesk.kit.text.text_forms import folded
from marqueedesk.kit.watch.timing import TimedPool

if TYPE_CHECKING:
    import psycopg

Pooler = Literal["none", "transaction"]
"""Connection pooler in front of PostgreSQL: none, or PgBouncer in transaction mode."""

POOL_WAIT_SECONDS = 2.5
WRITE_WAIT_SECONDS = 15.0
LOCK_WAIT_MS = 8_000
STATEMENT_MS = 15_000
SQLITE_STEPS = 1_000_000_000
"""SQLite's counterpart of `STATEMENT_MS`: about 15 seconds of computing. Counted in steps, because by time alone SQLite
cannot distinguish computing from waiting for a caller that streams a million rows, which takes 6 million steps.
"""
LOOSE_SHARE = 3
"""Number of other connections for each autocommit connection on PostgreSQL."""
BEGIN = "marqueedesk_begin"
"""Execution option with the BEGIN statement on SQLite; if empty, each statement is its own transaction."""

SPREAD = "marqueedesk_spread"
"""Key in a connection's info; true with Citus, where rows may move to another node at any time."""

_LIMITS = {
    "lock_timeout": str(LOCK_WAIT_MS),
    "statement_timeout": str(STATEMENT_MS),
    "timezone": "UTC",
    # For a business with a million bookings, the estimated cost would trigger JIT compilation for each booking: 80 ms
    # for a statement that takes 1 ms.
    "jit": "off",
    # Otherwise Citus would send a booking's rows to their node over several connections and end their transactions
    # separately: the operator's lock would be released before the holds are visible to others. Without Citus, the
    # setting has no effect.
    "citus.multi_shard_modify_mode": "sequential",
}
_OPTIONS = " ".join(f"-c {name}={value}" for name, value in _LIMITS.items())
_SET_LIMITS = "SELECT " + ", ".join(f"set_config('{name}', '{value}', true)" for name, value in _LIMITS.items())
CONNECTING: Final[Mapping[str, Any]] = {
    "connect_timeout": 2,
    # A machine that loses power or network sends nothing. With these settings, a connection to it fails after about ten
    # seconds, for pending responses as well as for unacknowledged requests. The system's default is over 15 minutes,
    # during which a failover server would not be used.
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""Settings of every PostgreSQL connection. The TCP settings have no effect on a local socket."""


def _dump_json(value: object) -> str:
    return orjson.dumps(value).decode()


_JSON: dict[str, Any] = {"json_serializer": _dump_json, "json_deserializer": orjson.loads}
# Use the most recently used connection first, so that only as many as needed stay warm and the others use little memory
# here and in the database.
_POOL: dict[str, Any] = {
    "poolclass": TimedPool,
    "pool_use_lifo": True,
    "max_overflow": 0,
    "pool_timeout": POOL_WAIT_SECONDS,
}


def normal_url(url: str) -> str:
    """Return the URL with the drivers in use: psycopg for PostgreSQL, the standard library for SQLite.

    Several PostgreSQL servers (``postgresql://user@a:5432,b:5432/name``) become parameters, as the driver expects; by
    default the one that accepts writes is used (``target_session_attrs=read-write``). Raises ValueError for another
    kind of database.
    """
    for prefix in ("postgresql://", "postgres://", "postgresql+psycopg://"):
        if url.startswith(prefix):
            return _with_hosts_as_parameters("postgresql+psycopg://" + url.removeprefix(prefix))
    if url.startswith("sqlite:"):
        return url
    raise ValueError(f"Use sqlite:///… or postgresql://… as the database URL, not {url.partition(':')[0]}")


def _with_hosts_as_parameters(url: str) -> str:
    parts = urlsplit(url)
    credentials, at, where = parts.netloc.rpartition("@")
    if "," not in where:
        return url
    parameters = parse_qsl(parts.query, keep_blank_values=True)
    if "target_session_attrs" not in dict(parameters):
        parameters.append(("target_session_attrs", "read-write"))
    hosts = [("host", host) for host in where.split(",")]
    query = urlencode([*hosts, *parameters], quote_via=quote, safe="/:[]")
    return parts._replace(netloc=f"{credentials}{at}", query=query).geturl()


def plain_url(url: str) -> str:
    """Return the URL for the driver's own ``connect``, without SQLAlchemy."""
    parts = urlsplit(normal_url(url))
    parameters = parse_qsl(parts.query, keep_blank_values=True)
    hosts = [value for name, value in parameters if name == "host"]
    if len(hosts) <= 1:
        return normal_url(url).replace("postgresql+psycopg://", "postgresql://", 1)
    credentials, at, _ = parts.netloc.rpartition("@")
    query = urlencode([(name, value) for name, value in parameters if name != "host"])
    return parts._replace(scheme="postgresql", netloc=f"{credentials}{at}{','.join(hosts)}", query=query).geturl()


def sqlite_engine(url: str, pool_size: int, most_steps: int = SQLITE_STEPS) -> Engine:
    """Create the engine for a database file. The execution option `BEGIN` determines how transactions start.

    A statement is interrupted (OperationalError) after ``most_steps`` of SQLite's virtual machine.
    """
    engine = create_engine(
        url,
        **_POOL,
        pool_size=pool_size,
        connect_args={"isolation_level": None, "check_same_thread": False, "timeout": WRITE_WAIT_SECONDS},
        **_JSON,
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    _limit_steps(engine, most_steps)
    return engine


_STEPS: Final = "marqueedesk_steps"
"""Key in a connection's info for the number of steps of the current statement so far."""
_STEPS_BETWEEN_CHECKS: Final = 200_000


def _limit_steps(engine: Engine, most: int) -> None:
    def on_connect(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        def exceeds_limit() -> bool:
            steps = record.info.get(_STEPS, 0) + _STEPS_BETWEEN_CHECKS
            record.info[_STEPS] = steps
            return steps > most

        connection.set_progress_handler(exceeds_limit, _STEPS_BETWEEN_CHECKS)

    def on_statement(connection: Connection, *_: object) -> None:
        connection.info[_STEPS] = 0

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "before_cursor_execute", on_statement)


def postgresql_engine(url: str, pool_size: int, pooler: Pooler = "none") -> Engine:
    """Create the PostgreSQL engine for transactions, with statement and lock timeouts."""
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
    """Create a small autocommit PostgreSQL engine, whose connections need no reset and plan each statement once.

    Planning an estimate's statements takes longer than running them. Other connections leave plans to PostgreSQL,
    because a generic plan cannot use a partial index. Not available through a pooler, where all connections are shared.
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
    # On these connections each statement is its own transaction, so the setting stays in effect.
    connection.execute(f"SELECT {plan_once(for_transaction=False)}".encode())


def _look_for_citus(connection: "psycopg.Connection[Any]", record: ConnectionPoolEntry) -> None:
    row = connection.execute("SELECT current_setting('citus.shard_count', true)").fetchone()
    connection.rollback()
    record.info[SPREAD] = row is not None and row[0] is not None


_UNPREPARED: dict[str, Any] = {"prepare_threshold": None}
"""Options without prepared statements: a prepared statement belongs to one server connection, and the next transaction
may use another.
"""


def _limit_transaction(connection: Connection) -> None:
    connection.exec_driver_sql(_SET_LIMITS)


def _refuse_hung_up(connection: "psycopg.Connection[Any]", _record: object, _proxy: object) -> None:
    """Make the pool reconnect if PostgreSQL has closed an idle connection.

    A restarted server leaves a final message on every open connection. Without this local check, the first user of each
    pooled connection would fail long after the database is back.
    """
    waiting = select.poll()
    if not connection.closed:
        waiting.register(connection.fileno(), select.POLLIN)
    if connection.closed or waiting.poll(0):
        raise InvalidatePoolError("the database has closed this connection")


def give_back(_connection: object, record: ConnectionPoolEntry) -> None:
    """Close a connection that is returned after the engine was closed, instead of pooling it."""
    record.invalidate()


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA temp_store = MEMORY")
    # Deleted content is overwritten in the file. This is the default of Debian's SQLite, but not of others.
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.close()
    # SQLite folds case for ASCII only, but a search for "É" must find "émilie" on both databases.
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
