"""How this process treats memory that it no longer needs."""

import ctypes
import sys
import threading
import time
from typing import Final

_MMAP_THRESHOLD = -3
_ARENA_MAX = -8
_LARGE = 128 << 10
GIVEN_BACK_EVERY: Final = 20.0
"""Seconds. The memory of a list or a document is free soon after; looking for it takes a few milliseconds."""


def give_memory_back() -> None:
    """Let large blocks go back to the system when they are freed, have all threads take theirs from one place, and
    give back what has become free between blocks that are in use, again and again.

    Hashing a password takes 19 MiB for a moment. Once glibc has seen such a block freed, it keeps the next one for good
    (its threshold follows what was freed); a threshold that is set stays. It also gives the
    first threads an arena each, up to eight for each processor, where what is free is of no use to other threads. Here
    they share one, which costs no time: in Python threads take turns anyway. What is free in the middle of it stays
    with the process until it is asked for. Elsewhere than on glibc nothing happens.
    """
    if sys.platform != "linux":
        return
    library = ctypes.CDLL(None)
    if not (hasattr(library, "mallopt") and hasattr(library, "malloc_trim")):
        return
    library.mallopt(_MMAP_THRESHOLD, _LARGE)
    library.mallopt(_ARENA_MAX, 1)
    threading.Thread(target=_trim_for_good, args=(library,), name="memory", daemon=True).start()


def _trim_for_good(library: ctypes.CDLL) -> None:
    while True:
        time.sleep(GIVEN_BACK_EVERY)
        library.malloc_trim(0)
