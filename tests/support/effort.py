"""Best-case durations: delays by a busy machine or garbage collection are not the program's."""

import time
from collections.abc import Callable

TRIES = 5


def computing(action: Callable[[], object], enough: float) -> float:
    """The lowest CPU time of several tries in seconds; stops early once a try is below ``enough``."""
    return _best(action, enough, time.process_time)


def waiting(action: Callable[[], object], enough: float) -> float:
    """Like `computing`, but wall-clock time."""
    return _best(action, enough, time.perf_counter)


def _best(action: Callable[[], object], enough: float, clock: Callable[[], float]) -> float:
    best = float("inf")
    for _ in range(TRIES):
        started = clock()
        action()
        best = min(best, clock() - started)
        if best < enough:
            break
    return best
