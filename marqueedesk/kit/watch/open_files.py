"""How many files and connections a process may have open at once."""

import contextlib
import resource
from typing import Final

WANTED: Final = 65_536
FEW: Final = 4_096
"""With fewer, a server says so when it starts."""
_OWN: Final = 128
"""Files, the database's connections and the like, which a server needs beside its callers' connections."""


def raise_limit() -> int:
    """Raise this process's limit, and its children's, where allowed, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return WANTED if soft == resource.RLIM_INFINITY else soft


def most_connections(files: int) -> int:
    """How many connections a server process takes at once; any more get 503."""
    return max(32, files * 9 // 10 - _OWN)


def most_streams(files: int) -> int:
    """How many of them may be event streams: the rest is for everybody else."""
    return max(16, most_connections(files) * 6 // 10)
