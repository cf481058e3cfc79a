"""Connections of a PostgreSQL server: how many are open, and how many it takes."""

from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from marqueedesk.kit.db.database import Database


@dataclass(frozen=True, slots=True)
class ConnectionUse:
    """Open connections of all clients, and the maximum for clients that are no superusers."""

    used: int
    most: int


# Roles without pg_monitor see the connections of others too, only not what they do.
_USE = text(
    "SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),"
    " current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
)


def connection_use(of: Database) -> ConnectionUse | None:
    """Return the use of connections; None on SQLite, or if the database does not respond."""
    if of.is_sqlite:
        return None
    try:
        with of.autocommit_connection() as connection:
            used, most = connection.execute(_USE).one()
    except SQLAlchemyError:
        return None
    return ConnectionUse(used, most)
