"""Limit on open files and connections of a process."""

import contextlib
import resource
from typing import Final

WANTED: Final = 65_536
FEW: Final = 4_096
"""Limit below which a server logs a warning when it starts."""
_OWN: Final = 128
"""Number of files, database connections and the like that a server needs besides client connections."""


def raise_limit() -> int:
    """Raise the limit of this process and its children as far as allowed, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return WANTED if soft == resource.RLIM_INFINITY else soft


def most_connections(files: int) -> int:
    """Return the maximum number of client connections to a server process; any more get a 503."""
    return max(32, files * 9 // 10 - _OWN)


def most_streams(files: int) -> int:
    """Return how many of these may be event streams; the rest is for other requests."""
    return max(16, most_connections(files) * 6 // 10)
