"""Check of an SQLite file for damage, before a server starts on it."""

from pathlib import Path
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import DatabaseError, OperationalError

from marqueedesk.kit.db.database import Database

CHECKED_UP_TO: Final = 2 * 1024**3
"""Size in bytes up to which a file is read completely; a larger one would delay the start by more than seconds."""


def find_damage(database: Database) -> str | None:
    """Return the first fault of a damaged SQLite file, on one line; None if none was found, for larger files than
    `CHECKED_UP_TO` and for other databases.
    """
    file = Path(database.engine.url.database or "")
    if not database.is_sqlite or not file.is_file() or file.stat().st_size > CHECKED_UP_TO:
        return None
    try:
        with database.autocommit_connection() as connection:
            faults = [str(row[0]) for row in connection.execute(text("PRAGMA quick_check(1)"))]
    except OperationalError:
        # The file is locked or can't be read, which its first use reports.
        return None
    except DatabaseError as problem:
        faults = [str(problem.orig)]
    return None if faults == ["ok"] else " ".join(faults[0].split())
