"""PostgreSQL's statistics of tables, from which it chooses plans."""

from sqlalchemy import Connection, Table, text

from marqueedesk.kit.db.prepared import POSTGRESQL


def analyze(connection: Connection, *tables: Table) -> None:
    """Update the statistics of tables that have just been filled, before autovacuum does. No-op on SQLite, and for
    tables that are being analyzed or that belong to another role.
    """
    if connection.dialect.name == POSTGRESQL:
        names = ", ".join([f'"{table.name}"' for table in tables])
        connection.execute(text(f"ANALYZE (SKIP_LOCKED) {names}"))
