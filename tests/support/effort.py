"""How long something takes at best: what a busy machine or a garbage collection adds says nothing about the program."""

import time
from collections.abc import Callable

TRIES = 5


def computing(action: Callable[[], object], enough: float) -> float:
    """Seconds of processor time at best of some tries; the first that needs less than ``enough`` is the last."""
    return _best(action, enough, time.process_time)


def waiting(action: Callable[[], object], enough: float) -> float:
    """As `computing`, in seconds on the wall."""
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
