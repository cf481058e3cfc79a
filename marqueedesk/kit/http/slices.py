"""Time slicing of long computations, so that short calls in the same process are not delayed.

Only one Python thread of a process computes at a time, and a short call releases the GIL about ten times: at each
database call and handover. Next to a busy thread it waits each time. So long work pauses after each slice while there
are other calls; otherwise it runs through.
"""

import time
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

Item = TypeVar("Item")

SLICE: Final = 0.001
"""Seconds of work per slice."""
PAUSE: Final = 0.003
"""Seconds of pause after each slice."""
RECENT: Final = 0.05
"""Seconds for which a call counts as recent."""


class _Others:
    called_at = float("-inf")


def called() -> None:
    """Record a call to this process."""
    _Others.called_at = time.perf_counter()


def in_slices(items: Iterable[Item]) -> Iterator[Item]:
    """Yield items in time slices with pauses, for work in its own thread."""
    began = time.perf_counter()
    for item in items:
        yield item
        now = time.perf_counter()
        if now - began >= SLICE:
            if now - _Others.called_at < RECENT:
                time.sleep(PAUSE)
                now = time.perf_counter()
            began = now
