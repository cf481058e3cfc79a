"""An SQLite file is served by one process: a second server on it, or a restore into it, is refused."""

import fcntl
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url

from marqueedesk.kit.db.engines import normal_url


class InUse(Exception):
    """Another process serves the database."""


def file_of(database_url: str) -> Path | None:
    """The file of an SQLite database; None for any other database, and for one in memory."""
    url = make_url(normal_url(database_url))
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


def hold(database_url: str) -> IO[str] | None:
    """Claim a database for this process, until what is returned is closed or the process ends.

    Raises InUse where another process has it. None where there is nothing to claim: no SQLite file, or a file system
    without locks.
    """
    file = file_of(database_url)
    if file is None:
        return None
    try:
        # Beside the database, which SQLite itself locks, and left there: removing it would let two claim it.
        claim = file.with_name(f"{file.name}.lock").open("a")
    except OSError:
        return None
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        claim.close()
        raise InUse(f"Another server uses {file}. Stop it first.") from None
    except OSError:
        claim.close()
        return None
    return claim
