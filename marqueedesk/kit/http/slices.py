"""Long work in slices, so that short calls beside it are not kept waiting.

Python computes in one thread of a process at a time, and a short call gives that up some ten times until its answer:
for each database call, for each part that it hands on. Beside a thread that computes without end it waits as often. So
long work pauses after each slice, while others call; alone it goes on.
"""

import time
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

Item = TypeVar("Item")

SLICE: Final = 0.001
"""Seconds of work at a time."""
PAUSE: Final = 0.003
"""Seconds in which others go on, after each slice."""
RECENT: Final = 0.05
"""How long, in seconds, a call says that there are others."""


class _Others:
    called_at = float("-inf")


def called() -> None:
    """Note that somebody calls this process."""
    _Others.called_at = time.perf_counter()


def in_slices(items: Iterable[Item]) -> Iterator[Item]:
    """The items, made and used up in slices with pauses between them, for work in a thread of its own."""
    began = time.perf_counter()
    for item in items:
        yield item
        now = time.perf_counter()
        if now - began >= SLICE:
            if now - _Others.called_at < RECENT:
                time.sleep(PAUSE)
                now = time.perf_counter()
            began = now
