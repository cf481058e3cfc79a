"""Fair queue: only a few requests per key run at the same time and others wait, so that one busy key does not block the
rest.

A booking waits for its operator's lock while occupying a thread and a connection. If many customers booked the same
letters, they would use up both and block everyone else, so they queue here before taking a thread.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.watch.timing import waiting


class QueueFull(Unavailable):
    """The queue for this key is full."""

    code = "crowded"
    message = "Many people are booking here right now. Please try again in a few seconds."


@dataclass(slots=True)
class _Queue:
    places: asyncio.Semaphore
    calls: int = field(default=0)


class QueueTurn:
    """A request's turn in the queue: from when it may proceed until it ends."""

    def __init__(self, line: _Queue) -> None:
        """Create a turn that occupies a place in ``line``."""
        self._line = line
        self._is_over = False

    def end(self) -> None:
        """End the turn, only once, so that the next request can proceed. Call it in the event loop."""
        if not self._is_over:
            self._is_over = True
            self._line.places.release()


class FairQueue:
    """Queues of one event loop: ``at_once`` requests per key proceed, and up to ``waiting`` more wait in order."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once = at_once
        self._most = at_once + waiting
        self._lines: dict[str, _Queue] = {}

    def __len__(self) -> int:
        """Return the number of keys with active requests."""
        return len(self._lines)

    @asynccontextmanager
    async def take(self, key: str) -> AsyncGenerator[QueueTurn]:
        """Run the block when it is this request's turn, which ends with the block or earlier. Raises QueueFull, with
        seconds to wait, if the queue is full.
        """
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = _Queue(asyncio.Semaphore(self._at_once))
        if line.calls >= self._most:
            raise QueueFull(retry_after=1)
        line.calls += 1
        try:
            with waiting("turn"):
                await line.places.acquire()
            turn = QueueTurn(line)
            try:
                yield turn
            finally:
                turn.end()
        finally:
            line.calls -= 1
            if line.calls == 0:
                del self._lines[key]
