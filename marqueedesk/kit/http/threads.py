"""Thread pool for endpoints that runs few requests at the same time; others are queued.

Only one Python thread of a process computes at a time. A request releases the GIL whenever it waits, and then competes
to get it back; with eight requests at a time, that costs each a tenth of its CPU time, and the database just as much
(docs/performance.md). Two are enough for one to compute while the database works for the other. A request that takes
long is assumed to be waiting for a lock or another server, and no longer counts.

Measured in alternating rounds with 8 clients: 1.20 times as many bookings and estimates a second as with the 40 threads
of the framework's pool, and the slowest hundredth comes a sixth sooner (docs/adr/0007-sync-handlers.md).
"""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from marqueedesk.kit.watch.timing import waited

Result = TypeVar("Result")

AT_ONCE: Final = 2
"""Requests running at a time per process, with a local database."""
AT_ONCE_FROM_AFAR: Final = 4
"""Requests running at a time per process, with a remote database, for which requests wait longer."""
MOST: Final = 40
"""Maximum number of requests running per process, including those assumed to be waiting."""
PATIENCE: Final = 0.02
"""Seconds after which a request is assumed to be waiting. Nearly all requests finish sooner."""


class Threads:
    """Runs blocking functions for an event loop, each in its caller's context.

    ``at_once`` functions run concurrently, the others queue in order. A function that has run for ``patience`` seconds
    no longer counts, so that waiting functions don't delay others. Including those, at most ``most`` run.
    """

    def __init__(self, at_once: int, most: int, patience: float) -> None:
        """Start without threads; each is created when needed."""
        self.at_once = at_once
        self._most = most
        self._patience = patience
        self._work: SimpleQueue[tuple[asyncio.AbstractEventLoop, asyncio.Future[Any], Callable[[], Any]]] = (
            SimpleQueue()
        )
        self._began: dict[int, float] = {}
        self._made = 0
        self._counting = threading.Lock()
        self._watched_by: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        """Return the number of threads."""
        return self._made

    async def run(self, function: Callable[[], Result]) -> Result:
        """Run a function in a thread and return its result or raise its exception."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._work.put((loop, future, partial(copy_context().run, function)))
        if self._made < self.at_once:
            self._add_up_to(self._made + 1)
        if self._watched_by is not loop:
            self._watch(loop)
        return await future

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        self._watched_by = loop
        loop.call_later(self._patience, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start more functions to make up for those that are waiting."""
        if self._work.empty():
            self._watched_by = None
            return
        self._add_up_to(min(self.at_once + self._count_waiting(), self._most))
        self._watch(loop)

    def _count_waiting(self) -> int:
        """Return the number of functions that have exceeded ``patience`` and no longer count."""
        since = time.perf_counter() - self._patience
        return sum(began < since for began in list(self._began.values()))

    def _add_up_to(self, target: int) -> None:
        with self._counting:
            while self._made < target:
                self._made += 1
                threading.Thread(target=self._serve, name="calls", daemon=True).start()

    def _serve(self) -> None:
        own = threading.get_ident()
        while True:
            loop, future, function = self._work.get()
            self._began[own] = time.perf_counter()
            outcome = _outcome(function)
            del self._began[own]
            # The loop was closed in the meantime, so nothing awaits the result.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, future, *outcome)
            del loop, future, function, outcome
            if self._made > self.at_once and self._ends():
                return

    def _ends(self) -> bool:
        """Return true if this thread is no longer needed."""
        with self._counting:
            is_over = self._made > self.at_once + self._count_waiting()
            if is_over:
                self._made -= 1
            return is_over


def _outcome(function: Callable[[], Result]) -> tuple[Result | None, BaseException | None]:
    try:
        return function(), None
    except StopIteration as problem:
        # A future cannot hold StopIteration: its caller would wait forever.
        return None, RuntimeError(repr(problem))
    except BaseException as problem:  # noqa: BLE001 - it is raised again where the result is awaited.
        return None, problem


def _settle(future: "asyncio.Future[Any]", result: object, problem: BaseException | None) -> None:
    if future.cancelled():
        return
    if problem is None:
        future.set_result(result)
    else:
        future.set_exception(problem)


CALLS: Final = Threads(AT_ONCE, MOST, PATIENCE)
"""The threads of this process."""


async def in_thread(function: Callable[[], Result], threads: Threads = CALLS) -> Result:
    """Run a function in a thread and return its result. Time in the queue is recorded as waiting time of the
    request.
    """
    queued_at = time.perf_counter()

    def begin() -> Result:
        waited("thread", time.perf_counter() - queued_at)
        return function()

    return await threads.run(begin)
