"""Exclusive use of an SQLite file by one process: a second server or a restore is rejected."""

import fcntl
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url

from marqueedesk.kit.db.engines import normal_url


class ServerAlreadyRunning(Exception):
    """Another process is using the database."""


def file_of(database_url: str) -> Path | None:
    """Return the file of an SQLite database; None for other databases and in-memory ones."""
    url = make_url(normal_url(database_url))
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


def hold(database_url: str) -> IO[str] | None:
    """Lock a database for this process until the returned file is closed or the process ends.

    Raises ServerAlreadyRunning if another process has locked it. Returns None if there is no SQLite file, or the system
    has no file locks.
    """
    file = file_of(database_url)
    if file is None:
        return None
    try:
        # A separate lock file, because SQLite locks the database file itself. It is never deleted, because then two
        # processes could each lock their own.
        claim = file.with_name(f"{file.name}.lock").open("a")
    except OSError:
        return None
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        claim.close()
        raise ServerAlreadyRunning(f"Another server uses {file}. Stop it first.") from None
    except OSError:
        claim.close()
        return None
    return claim
