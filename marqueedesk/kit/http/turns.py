"""Turns: few calls with the same key at a time, the others in line, so that one busy key leaves room for all others.

A booking waits for its operator's lock with a thread and a connection in hand. Where many want the same letters, they
would take all of both, and nobody else would be answered. So they wait here, before a thread is taken.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.watch.timing import waiting


class Crowded(Unavailable):
    """Too many calls with the same key wait already."""

    code = "crowded"
    sentence = "Many people are booking here right now. Please try again in a few seconds."


@dataclass(slots=True)
class _Line:
    places: asyncio.Semaphore
    calls: int = field(default=0)


class Turn:
    """A call's turn, from when it may go on until it ends."""

    def __init__(self, line: _Line) -> None:
        """A turn in ``line``, one of whose places it has."""
        self._line = line
        self._is_over = False

    def end(self) -> None:
        """Let the next one go on, once. To be called in the event loop."""
        if not self._is_over:
            self._is_over = True
            self._line.places.release()


class Turns:
    """For one event loop. ``at_once`` calls with the same key go on, at most ``waiting`` more wait, in order."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once = at_once
        self._most = at_once + waiting
        self._lines: dict[str, _Line] = {}

    def __len__(self) -> int:
        """How many keys have calls under way."""
        return len(self._lines)

    @asynccontextmanager
    async def take(self, key: str) -> AsyncGenerator[Turn]:
        """The block runs when it is this call's turn, which ends with it or before. Raises Crowded, with seconds to
        wait, where the line is full.
        """
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = _Line(asyncio.Semaphore(self._at_once))
        if line.calls >= self._most:
            raise Crowded(retry_after=1)
        line.calls += 1
        try:
            with waiting("turn"):
                await line.places.acquire()
            turn = Turn(line)
            try:
                yield turn
            finally:
                turn.end()
        finally:
            line.calls -= 1
            if line.calls == 0:
                del self._lines[key]
