"""One temporary folder for a whole test run, shared by its worker processes and removed at the end.

It is in memory if there is enough space: SQLite waits for the disk at every commit, and a run commits tens of thousands
of times.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psutil

VARIABLE = "MARQUEEDESK_TEST_FOLDER"
PREFIX = "marqueedesk-tests-"
MEMORY = Path("/dev/shm")
ROOM = 4 << 30
"""Required free memory: several times what a run writes, because up to three runs may be active at once."""


def make() -> Path:
    """Create the run's folder and pass it to worker processes through the environment.

    Folders left behind by killed runs are removed first.
    """
    usual = Path(tempfile.gettempdir())
    for old in (old for place in {usual, MEMORY} for old in place.glob(f"{PREFIX}*")):
        if _owner_gone(old):
            remove(old)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=MEMORY if _has_room(MEMORY) else usual))
    # The database server may run as another user, who needs to traverse this folder.
    folder.chmod(0o755)
    (folder / "owner").write_text(str(os.getpid()))
    os.environ[VARIABLE] = str(folder)
    return folder


def current() -> Path:
    """The run's folder."""
    return Path(os.environ[VARIABLE])


def remove(folder: Path) -> None:
    """Stop processes that still run from the folder and delete it."""
    from tests.support.postgres import stop_all_under  # noqa: PLC0415 - that module imports this one.

    stop_all_under(folder)
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def lock(name: str) -> Generator[None]:
    """A lock that one process of the run holds at a time."""
    with (current() / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _has_room(memory: Path) -> bool:
    """True if a run fits into the in-memory file system, whose limit may exceed the machine's memory."""
    if not os.access(memory, os.W_OK):
        return False
    return min(shutil.disk_usage(memory).free, psutil.virtual_memory().available) >= ROOM


def _owner_gone(folder: Path) -> bool:
    try:
        os.kill(int((folder / "owner").read_text()), 0)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        # Owned by another user, or still being created.
        return False
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
