"""What the database holds, read past the product."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import func, select

from marqueedesk.kit.db import Database
from marqueedesk.tables import METADATA


def content(database: Database, *, but: Iterable[str] = ()) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, each table's in a fixed order."""
    left_out = set(but)
    with database.loose_connection() as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in METADATA.sorted_tables
            if table.name not in left_out
        }


def number(database: Database, table: str) -> int:
    """How many rows a table has."""
    with database.loose_connection() as connection:
        return connection.scalar(select(func.count()).select_from(METADATA.tables[table])) or 0


def rows(database: Database, table: str) -> list[dict[str, Any]]:
    """A table's rows, in the order of their keys: a database is free to answer them in any."""
    found = METADATA.tables[table]
    with database.loose_connection() as connection:
        return [dict(row) for row in connection.execute(select(found).order_by(*found.primary_key)).mappings()]
