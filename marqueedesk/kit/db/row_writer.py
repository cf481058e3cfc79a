"""Bulk insert into several tables without the ORM: one statement and one round trip on PostgreSQL.

Rows are plain values computed beforehand, and the caller names the tables.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson
from sqlalchemy import Connection, Insert, Table, insert
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from marqueedesk.kit.db.prepared import POSTGRESQL, Sql, send

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
    if connection.dialect.name != POSTGRESQL:
        for part in parts:
            connection.execute(_insert(part.table, part.adds_to), part.rows)
        return
    shape = tuple([(part.table, tuple(part.rows[0]), part.adds_to) for part in parts])
    # Passed as JSON, so that the statement is the same for any number of rows and has few parameters.
    send(connection, _statement(shape), [orjson.dumps(part.rows).decode() for part in parts])


@lru_cache(maxsize=64)
def _insert(table: Table, adds_to: str | None) -> Insert:
    if adds_to is None:
        return insert(table)
    statement = insert_sqlite(table)
    return statement.on_conflict_do_update(
        index_elements=list(table.primary_key), set_={adds_to: table.c[adds_to] + statement.excluded[adds_to]}
    )


@lru_cache(maxsize=64)
def _statement(shape: tuple[tuple[Table, tuple[str, ...], str | None], ...]) -> Sql:
    """Return the inserts as one statement, all but the last one as CTEs. Only names, never values, are interpolated."""
    inserts = [_insert_text(table, names, adds_to, f"${at}") for at, (table, names, adds_to) in enumerate(shape, 1)]
    first = ", ".join([f"part{at} AS ({text})" for at, text in enumerate(inserts[:-1])])
    return Sql(f"WITH {first} {inserts[-1]}" if first else inserts[-1])


def _insert_text(table: Table, names: tuple[str, ...], adds_to: str | None, values: str) -> str:
    columns = ", ".join([f'"{name}"' for name in names])
    text = (
        f'INSERT INTO "{table.name}" ({columns}) '  # noqa: S608 - names of our own tables and columns.
        f'SELECT {columns} FROM json_populate_recordset(NULL::"{table.name}", {values})'
    )
    if adds_to is None:
        return text
    key = ", ".join([f'"{column.name}"' for column in table.primary_key])
    return f'{text} ON CONFLICT ({key}) DO UPDATE SET "{adds_to}" = "{table.name}"."{adds_to}" + excluded."{adds_to}"'
