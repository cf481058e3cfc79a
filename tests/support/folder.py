"""One temporary folder for a whole test run, shared by its worker processes and removed at the end.

It is in memory where there is room for it: the product has SQLite wait for the disk at every commit, and a run commits
tens of thousands of times.
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
"""What has to be free in memory: several times what a run writes, as up to three runs are under way at once."""


def make() -> Path:
    """Make the run's folder and tell the processes to come about it through the environment.

    A run that was killed could not tidy up after itself, so what belongs to processes that are gone goes first.
    """
    usual = Path(tempfile.gettempdir())
    for old in (old for place in {usual, MEMORY} for old in place.glob(f"{PREFIX}*")):
        if _owner_gone(old):
            remove(old)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=MEMORY if _has_room(MEMORY) else usual))
    # The database server may run as another user, who has to pass through.
    folder.chmod(0o755)
    (folder / "owner").write_text(str(os.getpid()))
    os.environ[VARIABLE] = str(folder)
    return folder


def current() -> Path:
    """The run's folder."""
    return Path(os.environ[VARIABLE])


def remove(folder: Path) -> None:
    """Stop what still runs out of the folder and delete it."""
    from tests.support.postgres import stop_all_under  # noqa: PLC0415 - that module uses this one.

    stop_all_under(folder)
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def lock(name: str) -> Generator[None]:
    """Only one of the run's processes is inside at a time."""
    with (current() / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _has_room(memory: Path) -> bool:
    """Whether a run fits into memory: into the file system there, whose limit may be above what the machine has."""
    if not os.access(memory, os.W_OK):
        return False
    return min(shutil.disk_usage(memory).free, psutil.virtual_memory().available) >= ROOM


def _owner_gone(folder: Path) -> bool:
    try:
        os.kill(int((folder / "owner").read_text()), 0)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        # Not ours, or in the making.
        return False
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
