"""`marqueedesk move-to`: copy all data from an SQLite file to an empty PostgreSQL database.

Backups can only be restored to the same kind of database. Moving copies the tables of this version row by row, so that
an installation that has outgrown its file keeps every ID, link and number.
"""

from collections.abc import Iterator

from sqlalchemy import Connection, Integer, Table, column, func, insert, literal_column, select, table

from marqueedesk import tables
from marqueedesk.kit.db.database import Database
from marqueedesk.migrations import revision

ROWS_AT_ONCE = 1000


class NotMoved(Exception):
    """Nothing was moved; the message is one sentence with the reason and what to do."""


def move(source: Database, target: Database) -> Iterator[tuple[str, int]]:
    """Copy all rows in one transaction of the target; yields each table's name and row count.

    The source is SQLite with this version's schema and no other writers; the target is PostgreSQL with no tables or
    empty ones. Raises NotMoved before anything is copied.
    """
    if not source.is_sqlite or target.is_sqlite:
        raise NotMoved(
            "This command moves an SQLite file to PostgreSQL. Use a backup to move between PostgreSQL databases."
        )
    with source.read() as db:
        if revision.current(db.connection()) != revision.newest():
            raise NotMoved("This database has not been migrated to this version. Run `marqueedesk migrate` first.")
    revision.upgrade(target)
    with source.read() as db, target.write_connection() as target_connection:
        here = db.connection()
        for each in tables.METADATA.sorted_tables:
            if _first_row(target_connection, each):
                raise NotMoved(f"The other database is not empty: it has rows in {each.name}.")
        for each in tables.METADATA.sorted_tables:
            yield each.name, _copy(here, target_connection, each)
            _go_on_numbering(here, target_connection, each)


def _first_row(connection: Connection, of: Table) -> bool:
    return connection.scalar(select(literal_column("1", Integer())).select_from(of).limit(1)) is not None


def _copy(here: Connection, target: Connection, of: Table) -> int:
    # Copy in key order, because a row may refer to an earlier one in the same table.
    rows = here.execution_options(stream_results=True).execute(select(of).order_by(*of.primary_key)).mappings()
    count = 0
    for part in rows.partitions(ROWS_AT_ONCE):
        target.execute(insert(of), [dict(row) for row in part])
        count += len(part)
    return count


def _go_on_numbering(here: Connection, target: Connection, of: Table) -> None:
    """Continue ID sequences after the highest ID ever assigned, which may be higher than those of the remaining
    rows.
    """
    numbered = of.autoincrement_column
    if numbered is None:
        return
    sequences = table("sqlite_sequence", column("name"), column("seq"))
    last_id = here.scalar(select(sequences.c.seq).where(sequences.c.name == of.name)) or 0
    highest = max(here.scalar(select(func.max(numbered))) or 0, last_id)
    sequence = target.scalar(select(func.pg_get_serial_sequence(of.name, numbered.name)))
    if sequence and highest:
        target.execute(select(func.setval(sequence, highest)))
