"""Read and change rows of the database directly, bypassing the product."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import func, select, text, update

from marqueedesk.kit.db.database import Database
from marqueedesk.tables import METADATA


def content(database: Database, *, but: Iterable[str] = ()) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table except ``but``, in a fixed order."""
    left_out = set(but)
    with database.autocommit_connection() as connection:
        # Most tables are empty; reading only the others is faster.
        filled = set(connection.execute(_FILLED).scalars())
        return {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            if table.name in filled
            else []
            for table in METADATA.sorted_tables
            if table.name not in left_out
        }


_FILLED = text(
    " UNION ALL ".join(
        f"SELECT '{table.name}' WHERE EXISTS (SELECT 1 FROM {table.name})" for table in METADATA.sorted_tables
    )
)


def number(database: Database, table: str) -> int:
    """The number of rows in a table."""
    with database.autocommit_connection() as connection:
        return connection.scalar(select(func.count()).select_from(METADATA.tables[table])) or 0


def rows(database: Database, table: str) -> list[dict[str, Any]]:
    """A table's rows in the order of their keys, because databases may return them in any order."""
    found = METADATA.tables[table]
    with database.autocommit_connection() as connection:
        return [dict(row) for row in connection.execute(select(found).order_by(*found.primary_key)).mappings()]


def forget_rates(database: Database, booking_id: int) -> None:
    """Remove the rates from a booking's stored price, as versions before rates were stored wrote it."""
    table = METADATA.tables["bookings"]
    with database.write_connection() as connection:
        stored: dict[str, Any] = connection.scalars(select(table.c.breakdown).where(table.c.id == booking_id)).one()
        figures = {name: value for name, value in stored.items() if name not in {"lines", "order"}}
        connection.execute(update(table).where(table.c.id == booking_id).values(breakdown=figures))


def join_team(database: Database, member: int, operator: int, role: str) -> None:
    """Add a user to a business's team without an invitation."""
    table = METADATA.tables["memberships"]
    with database.write_connection() as connection:
        connection.execute(update(table).where(table.c.user_id == member).values(operator_id=operator, role=role))
