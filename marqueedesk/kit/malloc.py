"""How this process treats memory that it no longer needs."""

import ctypes
import sys

_MMAP_THRESHOLD = -3
_MEBIBYTE = 1 << 20


def give_memory_back() -> None:
    """Let large blocks go back to the system when they are freed.

    Hashing a password takes 19 MiB for a moment. Once glibc has seen such a block freed, it keeps the next one for good
    (its threshold follows what was freed); a threshold that is set stays. Elsewhere than on glibc nothing happens.
    """
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, _MEBIBYTE)
