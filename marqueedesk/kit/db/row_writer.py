"""Bulk insert into several tables without the ORM: one statement and one round trip on PostgreSQL, one statement per
table on SQLite.

Rows are plain values computed beforehand, and the caller names the tables. Defaults of omitted columns are the
database's.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson
from sqlalchemy import Connection, Dialect, Table, func, select

from marqueedesk.kit.db.db import next_id
from marqueedesk.kit.db.prepared import POSTGRESQL, Sql, send, send_to_sqlite

Row = Mapping[str, Any]
"""Values of a row by column."""
Columns = dict[str, Any]
"""Values of some columns of a row, to be extended."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one table with the same columns. On conflict, the column named by ``adds_to`` is incremented."""

    table: Table
    rows: Sequence[Row]
    adds_to: str | None = None


def write_rows(connection: Connection, parts: Sequence[Rows]) -> None:
    """Insert all rows in the caller's transaction."""
    shapes = [(part.table, tuple(part.rows[0]), part.adds_to) for part in parts]
    if connection.dialect.name == POSTGRESQL:
        # Passed as JSON, so that the statement is the same for any number of rows and has few parameters.
        send(connection, _statement(tuple(shapes)), [orjson.dumps(part.rows).decode() for part in parts])
        return
    for part, (table, names, adds_to) in zip(parts, shapes, strict=True):
        values = [[row[name] for name in names] for row in part.rows]
        for at, convert in _converters(table, names, connection.dialect):
            for row in values:
                row[at] = convert(row[at])
        send_to_sqlite(connection, _sqlite_statement(table, names, adds_to), values)


def reserve_ids(connection: Connection, table: Table, count: int) -> Sequence[int]:
    """Return the IDs of the next ``count`` rows of a table. On SQLite the caller's transaction holds the write lock."""
    if not count:
        return ()
    if connection.dialect.name != POSTGRESQL:
        first = connection.execute(select(next_id(table.name))).scalar_one()
        return range(first, first + count)
    numbers = func.generate_series(1, count).table_valued("number")
    return connection.scalars(select(next_id(table.name)).select_from(numbers)).all()


_Shape = tuple[Table, tuple[str, ...], str | None]
"""Table, column names, and the column of `Rows.adds_to`."""


@lru_cache(maxsize=64)
def _statement(shape: tuple[_Shape, ...]) -> Sql:
    """Return the inserts as one statement, all but the last one as CTEs. Only names, never values, are interpolated."""
    inserts = [
        _insert_text(
            table,
            names,
            adds_to,
            f'SELECT {_listed(names)} FROM json_populate_recordset(NULL::"{table.name}", ${at})',  # noqa: S608 - names of our own tables and columns.
        )
        for at, (table, names, adds_to) in enumerate(shape, 1)
    ]
    first = ", ".join([f"part{at} AS ({text})" for at, text in enumerate(inserts[:-1])])
    return Sql(f"WITH {first} {inserts[-1]}" if first else inserts[-1])


@lru_cache(maxsize=64)
def _sqlite_statement(table: Table, names: tuple[str, ...], adds_to: str | None) -> str:
    return _insert_text(table, names, adds_to, f"VALUES ({', '.join('?' * len(names))})")


@lru_cache(maxsize=64)
def _converters(table: Table, names: tuple[str, ...], dialect: Dialect) -> list[tuple[int, Callable[[Any], Any]]]:
    """Return the converters of values to the driver's types by position, for the columns that have one."""
    found = [table.c[name].type.dialect_impl(dialect).bind_processor(dialect) for name in names]
    return [(at, convert) for at, convert in enumerate(found) if convert is not None]


def _insert_text(table: Table, names: tuple[str, ...], adds_to: str | None, source: str) -> str:
    text = f'INSERT INTO "{table.name}" ({_listed(names)}) {source}'
    if adds_to is None:
        return text
    key = ", ".join([f'"{column.name}"' for column in table.primary_key])
    return f'{text} ON CONFLICT ({key}) DO UPDATE SET "{adds_to}" = "{table.name}"."{adds_to}" + excluded."{adds_to}"'


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join([f'"{name}"' for name in names])
