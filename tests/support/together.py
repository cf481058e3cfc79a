"""Run actions concurrently, and wait for conditions."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


def together(*actions: Callable[[], Result]) -> list[Result]:
    """Run all actions concurrently in threads and return their results in order."""
    return all_together(actions)


def all_together(actions: Sequence[Callable[[], Result]]) -> list[Result]:
    """Like `together`, for a list."""
    start = threading.Barrier(len(actions))

    def run(action: Callable[[], Result]) -> Result:
        start.wait(timeout=60)
        return action()

    with ThreadPoolExecutor(len(actions)) as pool:
        return [future.result() for future in [pool.submit(run, action) for action in actions]]


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Wait up to half a minute for a condition. ``what`` is the failure message."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)
