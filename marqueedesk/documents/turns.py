"""Fair queue for the type setter, and a cache of documents that took long.

A business with long terms and many requests must not keep others from using the type setter or the request threads. So
each business has one document in the queue at a time, and only a few of its requests may wait.
"""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from typing import Final

from marqueedesk.kit.errors import Unavailable

MOST_WAITING: Final = 7
"""Maximum number of a business's requests that wait while one of its documents is compiled. Including that one, they
take as many threads as a worker has lanes, and a fifth of the request threads.
"""


class TooBusy(Unavailable):
    """More documents are requested than can be compiled in time."""

    message = "Many documents are being created right now. Try again in a few seconds."


class _DocumentLine:
    """Requests of one business: one is running, the others are waiting."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.calls = 0


class DocumentQueue:
    """Runs up to ``places`` documents at a time, first come, first served; for each business (``whose``) only one at a
    time.
    """

    def __init__(self, places: int, *, waiting: int = MOST_WAITING) -> None:
        self._free = places
        self._most = waiting + 1
        self._gates: deque[threading.Lock] = deque()
        self._lines: dict[Hashable, _DocumentLine] = {}
        self._lock = threading.Lock()

    @property
    def in_line(self) -> int:
        """Return the number of businesses waiting for a place."""
        with self._lock:
            return len(self._gates)

    def asking(self, whose: Hashable) -> int:
        """Return the number of a business's requests that are running or waiting."""
        with self._lock:
            line = self._lines.get(whose)
            return line.calls if line else 0

    @contextmanager
    def take(self, whose: Hashable, timeout: float) -> Generator[None]:
        """Run the block when it is this business's turn. Raises TooBusy after ``timeout`` seconds, or right away if too
        many of its requests are waiting.
        """
        end = time.monotonic() + timeout
        with self._lock:
            line = self._lines.setdefault(whose, _DocumentLine())
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
                # A place was assigned just as the wait timed out.
                return
            self._gates.remove(gate)
        raise TooBusy(retry_after=5)

    def _leave(self) -> None:
        """Give the place to the longest-waiting business, so that later ones cannot overtake it."""
        with self._lock:
            if self._gates:
                self._gates.popleft().release()
            else:
                self._free += 1


class Kept:
    """LRU cache of documents that took long to compile, limited by size in bytes.

    Other documents are compiled again each time: caching them would cost more memory than the time saved is worth.
    """

    def __init__(self, most_bytes: int, *, from_seconds: float) -> None:
        self._most_bytes = most_bytes
        self._from_seconds = from_seconds
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """Return the number of bytes in the cache."""
        with self._lock:
            return sum(map(len, self._made.values()))

    def clear(self) -> None:
        """Remove all documents."""
        with self._lock:
            self._made.clear()

    def find(self, key: str) -> bytes | None:
        """Return the document if it is cached."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
            return self._made.get(key)

    def make(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the cached document, or create it, and cache it if that took long."""
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
