"""Return of unused memory to the system."""

import ctypes
import sys
import threading
import time
from typing import Final

_MMAP_THRESHOLD = -3
_ARENA_MAX = -8
_LARGE = 128 << 10
GIVEN_BACK_EVERY: Final = 20.0
"""Seconds between two trims. The memory of a list or document is freed soon after use, and a trim takes a few
milliseconds.
"""


def give_memory_back() -> None:
    """Make malloc return freed memory to the system: large blocks immediately, gaps between used blocks periodically,
    with one arena shared by all threads.

    Hashing a password briefly takes 19 MiB. After such a block is freed, glibc raises its threshold and keeps the next
    one, unless the threshold was set explicitly. It also gives each of the first threads an arena, up to eight per CPU,
    whose free memory other threads cannot use. Sharing one arena costs no time, because Python threads take turns
    anyway. Free memory in the middle of an arena is only returned by trimming. Does nothing without glibc.
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
