"""The threads in which endpoints run: few calls at a time, the others in line.

Python computes in one thread of a process at a time. A call gives that up whenever it waits, and then waits to have it
back from whichever thread took it; with eight calls under way that costs each of them a tenth of its processor time,
and the database as much (docs/performance.md). Two at a time are enough for one to compute while the database works
for the other. A call that takes long is taken to be waiting, for a lock or for another server, and makes room.
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

Result = TypeVar("Result")

AT_ONCE: Final = 2
"""Calls under way in a process, where the database is on the same machine."""
AT_ONCE_FROM_AFAR: Final = 4
"""Calls under way in a process whose database's answers come over a network: each waits for more of its time."""
MOST: Final = 40
"""Calls under way in a process at the most, those that wait for something among them."""
PATIENCE: Final = 0.02
"""Seconds after which a call is taken to be waiting. Nearly all calls are answered sooner."""


class Threads:
    """Runs blocking functions for an event loop, each in its caller's context.

    ``at_once`` functions run at a time, the others in order after them. One that has run for ``patience`` seconds does
    not count any more, so that functions which wait hold up nobody; with those at most ``most`` run.
    """

    def __init__(self, at_once: int, most: int, patience: float) -> None:
        """Begin without a thread: each is made when it is first needed."""
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
        """How many threads there are."""
        return self._made

    async def run(self, function: Callable[[], Result]) -> Result:
        """The function's result, from a thread. Exceptions of the function are raised here."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Result] = loop.create_future()
        self._work.put((loop, answer, partial(copy_context().run, function)))
        if self._made < self.at_once:
            self._add_up_to(self._made + 1)
        if self._watched_by is not loop:
            self._watch(loop)
        return await answer

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        self._watched_by = loop
        loop.call_later(self._patience, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Make room where functions wait for others that wait."""
        if self._work.empty():
            self._watched_by = None
            return
        self._add_up_to(min(self.at_once + self._count_waiting(), self._most))
        self._watch(loop)

    def _count_waiting(self) -> int:
        """How many functions have run past the patience, and do not count."""
        since = time.perf_counter() - self._patience
        return sum(began < since for began in list(self._began.values()))

    def _add_up_to(self, wanted: int) -> None:
        with self._counting:
            while self._made < wanted:
                self._made += 1
                threading.Thread(target=self._serve, name="calls", daemon=True).start()

    def _serve(self) -> None:
        own = threading.get_ident()
        while True:
            loop, answer, function = self._work.get()
            self._began[own] = time.perf_counter()
            outcome = _outcome(function)
            del self._began[own]
            # A loop that was closed in the meantime has nobody waiting.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, answer, *outcome)
            del loop, answer, function, outcome
            if self._made > self.at_once and self._ends():
                return

    def _ends(self) -> bool:
        """Whether this thread is one too many, now that others need no room any more."""
        with self._counting:
            is_over = self._made > self.at_once + self._count_waiting()
            if is_over:
                self._made -= 1
            return is_over


def _outcome(function: Callable[[], Result]) -> tuple[Result | None, BaseException | None]:
    try:
        return function(), None
    except StopIteration as problem:
        # A future refuses to carry one, and its caller would wait for ever.
        return None, RuntimeError(repr(problem))
    except BaseException as problem:  # noqa: BLE001 - it is raised again where the result is awaited.
        return None, problem


def _settle(answer: "asyncio.Future[Any]", result: object, problem: BaseException | None) -> None:
    if answer.cancelled():
        return
    if problem is None:
        answer.set_result(result)
    else:
        answer.set_exception(problem)


CALLS: Final = Threads(AT_ONCE, MOST, PATIENCE)
"""Those of this process."""
