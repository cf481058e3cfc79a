"""Statements that are sent again and again: compiled once, and on PostgreSQL given to the driver as they are.

SQLAlchemy builds such a statement, and its guard has proven it (kit.db.tenancy). To send it, SQLAlchemy would look it
up,
put its parameters in order and describe its columns each time, which costs more than the driver's own work. SQLite
goes the usual way: its driver is quick, and so the rest is not worth a way of its own.
"""

import marshal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from sqlalchemy import Connection, Select
from sqlalchemy.exc import DBAPIError, NoResultFound

from marqueedesk.kit.watch import timing

if TYPE_CHECKING:
    import psycopg
    from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

POSTGRESQL: Final = "postgresql"


class Sql:
    """The text of a statement for PostgreSQL, with the parameters $1, $2 and so on, also as the driver sends it."""

    __slots__ = ("raw", "text")

    def __init__(self, text: str) -> None:
        """Encode ``text``, once."""
        self.text = text
        self.raw = text.encode()


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row of an answer. ``digest`` tells its content from every other; None where only its values can. ``read`` gives
    them in the order of the columns.
    """

    digest: bytes | None
    read: Callable[[], Sequence[Any]]


class Prepared:
    """A SELECT. Of one that answers at most one row the columns are read by their labels."""

    def __init__(self, statement: Select[*tuple[Any, ...]]) -> None:
        """Keep ``statement``; it is compiled when it is first sent."""
        self.statement = statement

    def one(self, connection: Connection, parameters: Mapping[str, Any]) -> Any:
        """The row. Raises NoResultFound where there is none."""
        found = self.one_or_none(connection, parameters)
        if found is None:
            raise NoResultFound
        return found

    def one_or_none(self, connection: Connection, parameters: Mapping[str, Any]) -> Any:
        """The row, or None."""
        if connection.dialect.name == POSTGRESQL:
            return self._first(connection, parameters)
        return connection.execute(self.statement, parameters).one_or_none()

    def all(self, connection: Connection, parameters: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        """Every row, its values in the order of the columns."""
        if connection.dialect.name != POSTGRESQL:
            return connection.execute(self.statement, parameters).all()
        with self._result(connection, parameters) as cursor:
            rows = cursor.fetchall()
        if not self._readers:
            return rows
        found: list[Sequence[Any]] = []
        for row in rows:
            values = list(row)
            for at, read in self._readers:
                values[at] = read(values[at])
            found.append(values)
        return found

    def stored(self, connection: Connection, parameters: Mapping[str, Any]) -> list[StoredRow]:
        """Every row, as it was stored: read only where somebody has to know."""
        if connection.dialect.name != POSTGRESQL:
            rows = connection.execute(self.statement, parameters).all()
            return [StoredRow(None, partial(tuple, row)) for row in rows]
        cursor = self._result(connection, parameters)
        result = cursor.pgresult
        if result is None:
            return []
        columns, value = range(result.nfields), result.get_value
        # Since its version 3 the form depends on who else has a value, too.
        return [
            StoredRow(
                blake2b(marshal.dumps([value(at, column) for column in columns], 2), digest_size=16).digest(),
                partial(self._read, cursor, at),
            )
            for at in range(result.ntuples)
        ]

    def _read(self, cursor: "psycopg.RawCursor[Any]", at: int) -> Sequence[Any]:
        cursor.scroll(at, mode="absolute")
        values = list(cursor.fetchone() or ())
        for place, read in self._readers:
            values[place] = read(values[place])
        return values

    def _first(self, connection: Connection, parameters: Mapping[str, Any]) -> Any:
        with self._result(connection, parameters) as cursor:
            row = cursor.fetchone()
        return None if row is None else self._row(*row)

    def _result(self, connection: Connection, parameters: Mapping[str, Any]) -> "psycopg.RawCursor[Any]":
        sql, names, values = self._compiled
        return _sent(connection, sql, [parameters[name] if name in parameters else values[name] for name in names])

    @cached_property
    def _compiled(self) -> tuple[Sql, Sequence[str], Mapping[str, Any]]:
        """The statement for PostgreSQL with its parameters as $1, $2 and so on, their names in order, and the values of
        those that it has itself.
        """
        compiled = self.statement.compile(dialect=_dialect())
        asked = {name for name, bind in compiled.binds.items() if bind.required}
        # The values of an IN are written out; for that, all others need one.
        state = compiled.construct_expanded_state(dict.fromkeys(asked))
        own = {name: value for name, value in state.parameters.items() if name not in asked}
        return Sql(state.statement), tuple(state.positiontup or ()), own

    @cached_property
    def _readers(self) -> Sequence[tuple[int, Callable[[Any], Any]]]:
        """How the columns' types read what the driver gives: by the column's place, where there is anything to do."""
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
    """PostgreSQL with parameters that the driver takes as they are."""
    # Installations on SQLite do without this dialect and its driver.
    from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg  # noqa: PLC0415

    return PGDialect_psycopg(paramstyle="numeric_dollar")


@cache
def _driver() -> "tuple[type[psycopg.Error], type[psycopg.RawCursor[Any]]]":
    from psycopg import Error, RawCursor  # noqa: PLC0415 - see above.

    return Error, RawCursor


def send(connection: Connection, sql: Sql, values: Sequence[Any]) -> None:
    """Send a statement that answers nothing to PostgreSQL, in the connection's transaction, with the parameters $1, $2
    and so on. Raises what SQLAlchemy raises.
    """
    _sent(connection, sql, values).close()


def _sent(connection: Connection, sql: Sql, values: Sequence[Any]) -> "psycopg.RawCursor[Any]":
    """The driver's cursor, which has the whole result: to be read, and closed."""
    Error, RawCursor = _driver()  # noqa: N806 - both are classes.
    driver = cast("psycopg.Connection[Any]", connection.connection.dbapi_connection)
    # Listeners for the statements of an engine get these as all others. Nobody watches a single connection,
    # which would have a list of watchers of its own made for it.
    watchers = connection.engine.dispatch
    try:
        cursor = RawCursor(driver)
        for watcher in watchers.before_cursor_execute:
            watcher(connection, cursor, sql.text, values, None, False)
        cursor.execute(sql.raw, values)
    except Error as problem:
        timing.ended(connection, problem)
        if driver.closed:
            # The pool has to know that nobody can use it again.
            connection.invalidate(problem)
        raise DBAPIError.instance(sql.text, None, problem, Error, connection_invalidated=driver.closed) from problem
    for watcher in watchers.after_cursor_execute:
        watcher(connection, cursor, sql.text, values, None, False)
    return cursor
