"""Doing things at the same moment, and waiting for what happens soon."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


def together(*actions: Callable[[], Result]) -> list[Result]:
    """Start all actions at once, each in a thread of its own; answer their results in the order of the actions."""
    return all_together(actions)


def all_together(actions: Sequence[Callable[[], Result]]) -> list[Result]:
    """As `together`, for a list."""
    start = threading.Barrier(len(actions))

    def run(action: Callable[[], Result]) -> Result:
        start.wait(timeout=60)
        return action()

    with ThreadPoolExecutor(len(actions)) as pool:
        return [future.result() for future in [pool.submit(run, action) for action in actions]]


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Return once the condition holds. ``what`` says what is missing when it does not within half a minute."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)
