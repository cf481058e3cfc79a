"""Frequent statements: compiled once, and passed to the driver directly.

SQLAlchemy builds each statement, and its guard checks it (kit.db.tenancy). But on each execution it would also look up
the compiled form, order the parameters and describe the columns, which costs more than the driver's own work. On SQLite
only inserts (kit.db.row_writer) are passed directly; queries take SQLAlchemy's normal path.
"""

import sqlite3
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from sqlalchemy import Connection, Select
from sqlalchemy.exc import DBAPIError, NoResultFound

from marqueedesk.kit.watch import timing

if TYPE_CHECKING:
    import psycopg
    from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

POSTGRESQL: Final = "postgresql"


class Sql:
    """SQL text for PostgreSQL with parameters $1, $2 and so on, already encoded for the driver."""

    __slots__ = ("raw", "text")

    def __init__(self, text: str) -> None:
        """Encode ``text``, once."""
        self.text = text
        self.raw = text.encode()


class Prepared:
    """A prepared SELECT. The methods for single rows return columns by label."""

    def __init__(self, statement: Select[*tuple[Any, ...]]) -> None:
        """Store ``statement``, which is compiled on first use."""
        self.statement = statement

    def one(self, connection: Connection, parameters: Mapping[str, object]) -> Any:
        """Return the row. Raises NoResultFound if there is none."""
        row = self.one_or_none(connection, parameters)
        if row is None:
            raise NoResultFound
        return row

    def one_or_none(self, connection: Connection, parameters: Mapping[str, object]) -> Any:
        """Return the row, or None."""
        if connection.dialect.name == POSTGRESQL:
            return self._first(connection, parameters)
        return connection.execute(self.statement, parameters).one_or_none()

    def all(self, connection: Connection, parameters: Mapping[str, object]) -> Sequence[Sequence[Any]]:
        """Return all rows, with values in column order."""
        if connection.dialect.name != POSTGRESQL:
            return connection.execute(self.statement, parameters).all()
        with self._result(connection, parameters) as cursor:
            rows = cursor.fetchall()
        if not self._readers:
            return rows
        result_rows: list[Sequence[Any]] = []
        for row in rows:
            values = list(row)
            for at, read in self._readers:
                values[at] = read(values[at])
            result_rows.append(values)
        return result_rows

    def _first(self, connection: Connection, parameters: Mapping[str, object]) -> Any:
        with self._result(connection, parameters) as cursor:
            row = cursor.fetchone()
        return None if row is None else self._row(*row)

    def _result(self, connection: Connection, parameters: Mapping[str, object]) -> "psycopg.RawCursor[Any]":
        sql, names, values = self._compiled
        return _sent(connection, sql, [parameters[name] if name in parameters else values[name] for name in names])

    @cached_property
    def _compiled(self) -> tuple[Sql, Sequence[str], Mapping[str, object]]:
        """Return the PostgreSQL statement with parameters written as $1, $2 and so on, the parameters' names in order,
        and its literal values.
        """
        compiled = self.statement.compile(dialect=_dialect())
        required = {name for name, bind in compiled.binds.items() if bind.required}
        # Values for IN are rendered inline, which requires some value for all other parameters.
        state = compiled.construct_expanded_state(dict.fromkeys(required))
        own = {name: value for name, value in state.parameters.items() if name not in required}
        return Sql(state.statement), tuple(state.positiontup or ()), own

    @cached_property
    def _readers(self) -> Sequence[tuple[int, Callable[[Any], Any]]]:
        """Return the result converters by column position, for the columns that have one."""
        dialect = _dialect()
        types = [column.type.dialect_impl(dialect) for column in self.statement.selected_columns]
        readers = [type_.result_processor(dialect, None) for type_ in types]
        return [(at, read) for at, read in enumerate(readers) if read is not None]

    @cached_property
    def _row(self) -> Any:
        labels = [(str(column.key), Any) for column in self.statement.selected_columns]
        return NamedTuple("Found", labels)


@cache
def _dialect() -> "PGDialect_psycopg":
    """Return a PostgreSQL dialect whose parameters the driver accepts unchanged."""
    # Imported here so that SQLite installations don't load it.
    from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg  # noqa: PLC0415

    return PGDialect_psycopg(paramstyle="numeric_dollar")


@cache
def _driver() -> "tuple[type[psycopg.Error], type[psycopg.RawCursor[Any]]]":
    from psycopg import Error, RawCursor  # noqa: PLC0415 - see above.

    return Error, RawCursor


def send(connection: Connection, sql: Sql, values: Sequence[Any]) -> None:
    """Send a statement that returns no rows to PostgreSQL in the connection's transaction, with parameters $1, $2 and
    so on. Raises SQLAlchemy's exceptions.
    """
    _sent(connection, sql, values).close()


def send_to_sqlite(connection: Connection, sql: str, rows: Sequence[Sequence[Any]]) -> None:
    """Send a statement that returns no rows to SQLite in the connection's transaction, once for each row of parameters.
    Raises SQLAlchemy's exceptions.
    """
    driver = cast("sqlite3.Connection", connection.connection.dbapi_connection)
    with closing(driver.cursor()) as cursor, _watched(connection, cursor, sql, rows, sqlite3.Error):
        cursor.executemany(sql, rows)


def _sent(connection: Connection, sql: Sql, values: Sequence[Any]) -> "psycopg.RawCursor[Any]":
    """Return the driver's cursor with the complete result, to be read and closed."""
    Error, RawCursor = _driver()  # noqa: N806 - both are classes.
    cursor = RawCursor(cast("psycopg.Connection[Any]", connection.connection.dbapi_connection))
    with _watched(connection, cursor, sql.text, values, Error):
        cursor.execute(sql.raw, values)
    return cursor


@contextmanager
def _watched(
    connection: Connection, cursor: Any, text: str, values: Sequence[Any], errors: type[Exception]
) -> Generator[None]:
    """Call the engine's statement listeners around the block, as any other execution would, and raise SQLAlchemy's
    exceptions for ``errors`` of the driver.
    """
    # Listeners of a single connection aren't used; accessing them would create a list for each connection.
    watchers = connection.engine.dispatch
    try:
        for watcher in watchers.before_cursor_execute:
            watcher(connection, cursor, text, values, None, False)
        yield
    except errors as problem:
        timing.ended(connection, problem)
        # SQLite's connections are never closed by the other end.
        is_closed: bool = getattr(cursor.connection, "closed", False)
        if is_closed:
            # Mark the connection as unusable for the pool.
            connection.invalidate(problem)
        raise DBAPIError.instance(text, None, problem, errors, connection_invalidated=is_closed) from problem
    for watcher in watchers.after_cursor_execute:
        watcher(connection, cursor, text, values, None, False)
