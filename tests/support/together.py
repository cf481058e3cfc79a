"""Doing things at the same moment."""

import threading
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
        start.wait(timeout=30)
        return action()

    with ThreadPoolExecutor(len(actions)) as pool:
        return [future.result() for future in [pool.submit(run, action) for action in actions]]
