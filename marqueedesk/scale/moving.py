"""`marqueedesk move-to`: everything from a SQLite file into an empty PostgreSQL database.

A backup is what one kind of database writes and reads itself. Moving goes row by row through the tables of this
version: an installation that has outgrown its file goes on with every id, link and number that it had.
"""

from collections.abc import Iterator

from sqlalchemy import Connection, Integer, Table, column, func, insert, literal_column, select, table

from marqueedesk import tables
from marqueedesk.kit.db.database import Database
from marqueedesk.migrations import revision

ROWS_AT_ONCE = 1000


class NotMoved(Exception):
    """Nothing was moved; the message is one sentence that says why, and what to do."""


def move(source: Database, target: Database) -> Iterator[tuple[str, int]]:
    """Copy every row, in one transaction of the target; answers each table's name and number of rows.

    The source is SQLite with this version's tables, and nobody writes to it; the target is PostgreSQL with none, or
    with empty ones. Raises NotMoved before anything is copied.
    """
    if not source.is_sqlite or target.is_sqlite:
        raise NotMoved("This moves a SQLite file to PostgreSQL. Between two PostgreSQL databases, use a backup.")
    with source.read() as db:
        if revision.current(db.connection()) != revision.newest():
            raise NotMoved("This database has not been brought to this version: run `marqueedesk migrate` first.")
    revision.upgrade(target)
    with source.read() as db, target.write_connection() as there:
        here = db.connection()
        for each in tables.METADATA.sorted_tables:
            if _first_row(there, each):
                raise NotMoved(f"The other database is not empty: it has rows in {each.name}.")
        for each in tables.METADATA.sorted_tables:
            yield each.name, _copy(here, there, each)
            _go_on_numbering(here, there, each)


def _first_row(connection: Connection, of: Table) -> bool:
    return connection.scalar(select(literal_column("1", Integer())).select_from(of).limit(1)) is not None


def _copy(here: Connection, there: Connection, of: Table) -> int:
    # In the order of their keys: a row may refer to an earlier one of its own table.
    rows = here.execution_options(stream_results=True).execute(select(of).order_by(*of.primary_key)).mappings()
    count = 0
    for part in rows.partitions(ROWS_AT_ONCE):
        there.execute(insert(of), [dict(row) for row in part])
        count += len(part)
    return count


def _go_on_numbering(here: Connection, there: Connection, of: Table) -> None:
    """Have new rows numbered after the highest number ever given, which may be higher than those that are left."""
    numbered = of.autoincrement_column
    if numbered is None:
        return
    sequences = table("sqlite_sequence", column("name"), column("seq"))
    given = here.scalar(select(sequences.c.seq).where(sequences.c.name == of.name)) or 0
    highest = max(here.scalar(select(func.max(numbered))) or 0, given)
    sequence = there.scalar(select(func.pg_get_serial_sequence(of.name, numbered.name)))
    if sequence and highest:
        there.execute(select(func.setval(sequence, highest)))
