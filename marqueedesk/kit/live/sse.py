"""Live updates of open pages by server-sent events (docs/adr/0012-live-updates.md).

While any page is open, one thread in each process reads the table of changes twice a second, over a connection that it
returns each time, so the cost does not grow with the number of pages. Everything else runs on the event loop: an idle
stream is just a few fields, without a thread or a database connection.
"""

import asyncio
import contextlib
import math
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from types import FrameType
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.http.http import HANDED_ON, Message, Receive, Send
from marqueedesk.kit.live.change_reader import FixedPause, Pause, Reader, Row
from marqueedesk.kit.live.changes import SIGN_INS
from marqueedesk.kit.live.open_streams import Page, Places
from marqueedesk.kit.watch import open_files
from marqueedesk.kit.watch.metrics import STREAMS, log

READ_EVERY = 0.5
"""Seconds between reads, which is the maximum delay of a notification."""
READ_EVERY_WHILE_AWAY = 1.0
"""Seconds between reads while the database does not respond."""
KEEP_ALIVE = 20.0
"""Seconds after which an idle stream sends a keep-alive, so that no proxy closes it."""
LONGEST = 3600
"""Maximum duration of a stream in seconds. Its page then opens a new one, which checks the session again."""
AGAIN_MS = 2000
"""Milliseconds after which a browser reconnects a broken stream."""
REMEMBERED = 300.0
"""How many seconds a process keeps events so that streams can resume."""
LATELY = 5.0
"""How many seconds before now a new stream starts, because a page loads its data before it opens its stream."""
MOST = 10_000
"""Maximum number of streams per process."""
EVERYTHING = "*"
"""Topic that stands for all topics, for a page that was disconnected too long."""

StillSignedIn = Callable[[Database, Collection[str]], set[str]]
"""Function that returns the session digests that are still valid."""


@dataclass(eq=False, slots=True)
class Stream:
    """An open page, or all pages of a browser. Only used on the event loop."""

    operator_id: int
    user_id: int
    token_digest: str
    number: int
    """Number of this stream among the streams of all processes."""
    after: int | None
    """The last event that the page received; None for a newly loaded page."""
    last_id: int = 0
    topics: set[str] = field(default_factory=set[str])
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    timer: asyncio.TimerHandle | None = None
    over: bool = False
    beat: bool = False

    def tell(self, topics: Iterable[str], event_id: int) -> None:
        """Queue topics to send, merged with pending ones."""
        self.topics.update(topics)
        self.last_id = max(self.last_id, event_id)
        self.wake.set()

    def end(self) -> None:
        """Send pending topics, then close the stream."""
        self.over = True
        self.wake.set()

    def take(self) -> bytes:
        """Return the bytes to send now."""
        if self.topics:
            names = ",".join(f'"{topic}"' for topic in sorted(self.topics))
            self.topics.clear()
            self.beat = False
            return f"id: {self.last_id}\nevent: changed\ndata: [{names}]\n\n".encode()
        if self.beat:
            self.beat = False
            return b": still here\n\n"
        return b""


class Live:
    """Open streams of one process. ``read_every`` is in seconds."""

    def __init__(self, database: Database, still_signed_in: StillSignedIn, *, read_every: float = READ_EVERY) -> None:
        self.read_every = read_every
        self.pauses: Callable[[threading.Event], Pause] = FixedPause
        """Function that creates the pause between two reads from its stop event; see kit.live.notify."""
        self._database = database
        self._still_signed_in = still_signed_in
        self._streams: dict[int, set[Stream]] = {}
        self._count = 0
        self._most = min(MOST, open_files.most_streams(open_files.raise_limit()))
        self.places = Places(database)
        """Counts these streams among those of all processes."""
        self._loop: asyncio.AbstractEventLoop | None = None
        # Set in order to stop the current reader; None while none is running.
        self._stop: threading.Event | None = None
        self._past: deque[tuple[float, Row]] = deque()
        # First ID from which on the remembered events are complete; None until the first read.
        self._complete_from: float | None = None
        self._closed = False

    async def open(self, page: Page, *, after: int | None, seconds: int) -> "EventStream":
        """Open a stream of an operator's topics, starting after event ``after``. Raises TooManyStreams, and Unavailable
        if the process has too many streams.
        """
        self._refuse_full()
        number = self.places.next_number()
        try:
            await run_in_threadpool(self.places.take, number, page)
            self._refuse_full()
            return self._opened(Stream(page.operator_id, page.user_id, page.token_digest, number, after), seconds)
        except BaseException:
            self.places.give_back(number)
            raise

    def _refuse_full(self) -> None:
        if self._closed or self._count >= self._most:
            raise Unavailable(retry_after=5)

    def _opened(self, stream: Stream, seconds: int) -> "EventStream":
        self._loop = asyncio.get_running_loop()
        if seconds:
            stream.timer = self._loop.call_later(seconds, stream.end)
        self._streams.setdefault(stream.operator_id, set()).add(stream)
        self._count += 1
        STREAMS.inc()
        if self._stop is None:
            self._complete_from = None
            self._past.clear()
            self._stop = threading.Event()
            threading.Thread(target=self._watch, args=(self._stop,), name="live", daemon=True).start()
        elif self._complete_from is not None:
            self._catch_up(stream)
        return EventStream(self, stream)

    def leave(self, stream: Stream) -> None:
        """Remove an ended stream. The last one stops the reader."""
        if stream.timer:
            stream.timer.cancel()
        own = self._streams.get(stream.operator_id, set())
        if stream not in own:
            return
        own.remove(stream)
        if not own:
            del self._streams[stream.operator_id]
        self._count -= 1
        self.places.give_back(stream.number)
        STREAMS.dec()
        if self._count == 0 and self._stop:
            self._stop.set()
            self._stop = None

    def close(self) -> None:
        """Close all streams and reject new ones, for when the server is stopping. Call it on the event loop."""
        self._closed = True
        for stream in self._all():
            stream.end()
        if self._stop:
            self._stop.set()

    def close_on_signals(self) -> Callable[[], None]:
        """Close the streams on a stop signal; otherwise the server would wait for them. Returns a function that undoes
        this.

        The server's own handlers are still called. Call it on the event loop.
        """
        if threading.current_thread() is not threading.main_thread():
            return lambda: None
        loop = asyncio.get_running_loop()
        before: dict[int, Any] = {}

        def handler(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self.close)
            if callable(before[number]):
                before[number](number, frame)

        for number in (signal.SIGTERM, signal.SIGINT):
            before[number] = signal.signal(number, handler)

        def undo() -> None:
            for number, earlier in before.items():
                if signal.getsignal(number) is handler:
                    signal.signal(number, earlier)

        return undo

    def _all(self) -> list[Stream]:
        return [stream for own in list(self._streams.values()) for stream in list(own)]

    # --- Reading, in a thread of its own ---

    def _watch(self, stop: threading.Event) -> None:
        reader = Reader(self._database)
        beat_at = time.monotonic() + KEEP_ALIVE
        begun = failing = False
        rows: list[Row] = []
        with contextlib.closing(self.pauses(stop)) as pause:
            while not stop.is_set():
                seconds = self.read_every
                try:
                    rows += reader.read()
                    ended = self._ended(rows) if begun else set[str]()
                except SQLAlchemyError as problem:
                    if not failing:
                        log.warning("live_reading_failed", error=type(problem).__name__)
                    failing, seconds = True, READ_EVERY_WHILE_AWAY
                else:
                    if rows or not begun:
                        self._on_loop(
                            stop, partial(self._deliver, rows, ended) if begun else partial(self._begin, rows)
                        )
                    begun, failing, rows = True, False, []
                if time.monotonic() >= beat_at:
                    beat_at = time.monotonic() + KEEP_ALIVE
                    self._on_loop(stop, self._beat)
                pause.before_next(seconds, until=beat_at, hearing=not failing)

    def _on_loop(self, stop: threading.Event, what: Callable[[], None]) -> None:
        def unless_stopped() -> None:
            if not stop.is_set():
                what()

        # The loop may have been closed in the meantime, so nothing is waiting.
        with contextlib.suppress(RuntimeError):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(unless_stopped)

    def _ended(self, rows: list[Row]) -> set[str]:
        """Return sessions with open streams that may have ended according to these rows and are no longer valid, using
        one query.
        """
        people = {row[2] for row in rows if row[3] == SIGN_INS}
        businesses = {row[1] for row in rows if row[3] == SIGN_INS} - {0}
        if not people and not businesses:
            return set()
        candidates = {
            stream.token_digest
            for stream in self._all()
            if stream.user_id in people or stream.operator_id in businesses
        }
        return candidates - self._still_signed_in(self._database, candidates) if candidates else set()

    # --- On the event loop ---

    def _begin(self, rows: list[Row]) -> None:
        present, now = time.monotonic(), clock.now()
        self._past.extend((present - (now - row[4]).total_seconds(), row) for row in rows)
        # The table is empty, so its history is unknown.
        self._complete_from = rows[0][0] if rows else math.inf
        for stream in self._all():
            self._catch_up(stream)

    def _catch_up(self, stream: Stream) -> None:
        """Send a new stream the topics that its page may have missed."""
        newest = max((row[0] for _, row in self._past), default=0)
        after = stream.after
        stream.last_id = newest
        if after is None:
            since = time.monotonic() - LATELY
        elif after > newest or after < (self._complete_from or 0) - 1:
            stream.tell([EVERYTHING], newest)
            since = math.inf
        else:
            # Events may be read here in a different order than the page received them, so start earlier.
            since = next((heard for heard, row in self._past if row[0] >= after), math.inf) - LATELY
        for heard, row in self._past:
            if row[1] == stream.operator_id and (heard >= since or (after is not None and row[0] > after)):
                self._tell(stream, row)
        stream.over = stream.over or stream.timer is None
        stream.wake.set()

    def _deliver(self, rows: list[Row], ended: set[str]) -> None:
        now = time.monotonic()
        if self._complete_from == math.inf:
            self._complete_from = rows[0][0]
        self._past.extend((now, row) for row in rows)
        while self._past and self._past[0][0] < now - REMEMBERED:
            self._complete_from = self._past.popleft()[1][0] + 1
        for row in rows:
            for stream in self._streams.get(row[1], ()):
                self._tell(stream, row)
        if ended:
            for stream in self._all():
                if stream.token_digest in ended:
                    stream.end()

    @staticmethod
    def _tell(stream: Stream, row: Row) -> None:
        topics = [topic for topic in row[3].split(",") if topic != SIGN_INS]
        if topics:
            stream.tell(topics, row[0])

    def _beat(self) -> None:
        for stream in self._all():
            stream.beat = True
            stream.wake.set()


class EventStream(Response):
    """Stream as a response, which lasts until the stream ends or the client disconnects."""

    media_type = "text/event-stream"

    def __init__(self, live: Live, stream: Stream) -> None:
        # Prevents caching, and buffering by proxies.
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._live = live
        self._stream = stream

    async def __call__(self, scope: Message, _receive: Receive, _send: Send) -> None:
        """Hand the stream to the outermost layer, because the middleware in between would stay in memory while the page
        is open.
        """
        scope["state"][HANDED_ON] = self._send_all

    async def _send_all(self, _scope: Message, receive: Receive, send: Send) -> None:
        stream = self._stream
        disconnected = asyncio.ensure_future(_gone(receive, stream))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send(_part(f"retry: {AGAIN_MS}\n\n".encode()))
            while True:
                await stream.wake.wait()
                stream.wake.clear()
                over = stream.over
                content = stream.take()
                if content:
                    await send(_part(content))
                if over:
                    break
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._live.leave(stream)
            disconnected.cancel()


def _part(content: bytes) -> Message:
    return {"type": "http.response.body", "body": content, "more_body": True}


async def _gone(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()
