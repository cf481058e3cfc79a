"""A process with resource limits; its first argument selects the work (tests/attacks/test_bounded_child.py)."""

import os
import sys
from collections.abc import Callable
from typing import Final

from marqueedesk.kit.jobs.sandboxed_process import Answer, Bounds, be_the_child

BOUNDS: Final = Bounds(memory=128 << 20, seconds=1)


def _repeat(given: bytes) -> Answer:
    return Answer((given, b"", given))


def _refuse(given: bytes) -> Answer:
    return Answer(refused=f"No {given.decode()}")


def _names(_given: bytes) -> Answer:
    return Answer(tuple(name.encode() for name in os.environ))


def _fill(given: bytes) -> Answer:
    """Allocates the given number of MiB."""
    return Answer((b"%d" % len(bytearray(int(given) << 20)),))


def _spin(_given: bytes) -> Answer:
    while True:
        pass


_WORK: Final[dict[str, Callable[[bytes], Answer]]] = {
    "repeat": _repeat,
    "refuse": _refuse,
    "names": _names,
    "fill": _fill,
    "spin": _spin,
}

if __name__ == "__main__":
    be_the_child(BOUNDS, _WORK[sys.argv[1]])
