"""Who may use the type setter next, and documents that took it long.

One business with long terms and many requests must leave the type setter, and the threads that answer requests, to the
others: each business has one document in line at a time, and few of its requests wait.
"""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from typing import Final

from marqueedesk.kit.errors import Unavailable

MOST_WAITING: Final = 7
"""Requests of one business that wait while a document of its own is being made: with it, as many as a worker has lanes,
and a fifth of the threads that answer requests.
"""


class TooBusy(Unavailable):
    """More documents are requested at once than can be made."""

    sentence = "Many documents are being made right now. Please try again in a few seconds."


class _Line:
    """Requests of one business: one has its turn, the others wait for it."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.calls = 0


class Turns:
    """``places`` documents at a time, first come, first served; of one business (``whose``) one at a time."""

    def __init__(self, places: int, *, waiting: int = MOST_WAITING) -> None:
        self._free = places
        self._most = waiting + 1
        self._gates: deque[threading.Lock] = deque()
        self._lines: dict[Hashable, _Line] = {}
        self._lock = threading.Lock()

    @property
    def in_line(self) -> int:
        """How many businesses wait for a place."""
        with self._lock:
            return len(self._gates)

    def asking(self, whose: Hashable) -> int:
        """How many requests of a business have their turn or wait for it."""
        with self._lock:
            line = self._lines.get(whose)
            return line.calls if line else 0

    @contextmanager
    def take(self, whose: Hashable, timeout: float) -> Generator[None]:
        """The block runs when it is this business's turn. Raises TooBusy after ``timeout`` seconds, and at once where
        too many of its requests wait.
        """
        end = time.monotonic() + timeout
        with self._lock:
            line = self._lines.setdefault(whose, _Line())
            if line.calls >= self._most:
                raise TooBusy(retry_after=5)
            line.calls += 1
        try:
            if not line.turn.acquire(timeout=timeout):
                raise TooBusy(retry_after=5)
            try:
                self._enter(max(0.0, end - time.monotonic()))
                try:
                    yield
                finally:
                    self._leave()
            finally:
                line.turn.release()
        finally:
            with self._lock:
                line.calls -= 1
                if line.calls == 0:
                    del self._lines[whose]

    def _enter(self, timeout: float) -> None:
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return
            gate = threading.Lock()
            gate.acquire()
            self._gates.append(gate)
        if gate.acquire(timeout=timeout):
            return
        with self._lock:
            if gate not in self._gates:
                # The place was handed over in the same moment.
                return
            self._gates.remove(gate)
        raise TooBusy(retry_after=5)

    def _leave(self) -> None:
        """Hand the place over to whoever has waited longest, so that nobody who comes later overtakes."""
        with self._lock:
            if self._gates:
                self._gates.popleft().release()
            else:
                self._free += 1


class Kept:
    """Documents that took long to make, up to so many bytes; those that nobody asked for in a while go first.

    Quick ones are made again: keeping them would cost more memory than it saves time.
    """

    def __init__(self, most_bytes: int, *, from_seconds: float) -> None:
        self._most_bytes = most_bytes
        self._from_seconds = from_seconds
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """Bytes that are kept."""
        with self._lock:
            return sum(map(len, self._made.values()))

    def find(self, key: str) -> bytes | None:
        """The document, if it is kept."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
            return self._made.get(key)

    def make(self, key: str, make: Callable[[], bytes]) -> bytes:
        """The document that is kept, or made now and kept if that took long."""
        found = self.find(key)
        if found is not None:
            return found
        begun = time.monotonic()
        made = make()
        if time.monotonic() - begun >= self._from_seconds and len(made) <= self._most_bytes:
            with self._lock:
                self._made[key] = made
                left = sum(map(len, self._made.values()))
                while left > self._most_bytes:
                    left -= len(self._made.popitem(last=False)[1])
        return made
