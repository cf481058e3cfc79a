"""How this process treats memory that it no longer needs."""

import ctypes
import sys

_MMAP_THRESHOLD = -3
_ARENA_MAX = -8
_MEBIBYTE = 1 << 20


def give_memory_back() -> None:
    """Let large blocks go back to the system when they are freed, and all threads take theirs from one place.

    Hashing a password takes 19 MiB for a moment. Once glibc has seen such a block freed, it keeps the next one for good
    (its threshold follows what was freed); a threshold that is set stays. It also gives the
    first threads an arena each, up to eight for each processor, where what is free is of no use to other threads. Here
    they share one, which costs no time: in Python threads take turns anyway. Elsewhere than on glibc nothing happens.
    """
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, _MEBIBYTE)
        mallopt(_ARENA_MAX, 1)
