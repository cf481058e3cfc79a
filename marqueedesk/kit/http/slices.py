"""Split long computations into time slices, so that they don't delay short requests in the same process.

Only one Python thread of a process computes at a time. A short request releases the GIL about ten times, at each
database call and handover, and next to a busy thread it has to wait each time. So long work pauses after each slice
while there are other requests, and otherwise runs without pauses.
"""

import time
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

Item = TypeVar("Item")

SLICE: Final = 0.001
"""Length of a slice in seconds."""
PAUSE: Final = 0.003
"""Length of the pause after each slice in seconds."""
RECENT: Final = 0.05
"""How many seconds a request counts as recent."""


class _Others:
    called_at = float("-inf")


def called() -> None:
    """Record that this process has received a request."""
    _Others.called_at = time.perf_counter()


def in_slices(items: Iterable[Item]) -> Iterator[Item]:
    """Yield items in time slices with pauses. For work that runs in its own thread."""
    began = time.perf_counter()
    for item in items:
        yield item
        now = time.perf_counter()
        if now - began >= SLICE:
            if now - _Others.called_at < RECENT:
                time.sleep(PAUSE)
                now = time.perf_counter()
            began = now
