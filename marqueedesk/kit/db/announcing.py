"""Tells the other processes that an event was written, without making commits wait (docs/adr/0012-live-updates.md).

PostgreSQL's NOTIFY inside a transaction makes commits wait for each other. So a process announces afterward, from a
thread and a connection of its own, many changes with one word. An announcement may be lost, with its process; whoever
listens therefore reads now and then unasked, too.
"""

import secrets
import threading
import time
from typing import Any

import psycopg
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.engines import CONNECTING, plain_url
from marqueedesk.kit.watch.observe import log

CHANNEL = "marqueedesk_events"
AT_MOST_EVERY = 0.1
"""Seconds between two announcements of one process."""
PROOF_SECONDS = 3.0
"""For so long a listener waits for its own announcement, before it takes the way for closed (by a pooler, say)."""
READ_UNASKED_EVERY = 10.0
"""Seconds after which a listener has the events read unasked: an announcement that was lost costs no more."""
LISTEN_AGAIN_AFTER = 60.0
"""Seconds after which a listener that heard nothing is tried again."""
LOOK_EVERY = 1.0
"""For so long one waits for an announcement before looking whether anybody still wants it."""
_AGAIN_AFTER = 2.0


class Announcer:
    """Announces, from a thread of its own, that this process has written events."""

    def __init__(self, url: str) -> None:
        self._url = plain_url(url)
        self._written = threading.Event()
        self._over = False
        self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)

    def start(self) -> None:
        """Begin to announce."""
        self._thread.start()

    def announce(self) -> None:
        """Have the other processes told soon. Returns at once."""
        self._written.set()

    def close(self) -> None:
        """Announce what is left, and end."""
        self._over = True
        self._written.set()
        self._thread.join(timeout=_AGAIN_AFTER)

    def _run(self) -> None:
        while not self._over:
            try:
                with psycopg.connect(self._url, autocommit=True, **CONNECTING) as connection:
                    while not self._over:
                        self._written.wait()
                        self._written.clear()
                        connection.execute(f"NOTIFY {CHANNEL}".encode())
                        time.sleep(AT_MOST_EVERY)
            except psycopg.Error:
                # The next one announces this too; until then listeners find it when they read unasked.
                self._written.set()
                if not self._over:
                    time.sleep(_AGAIN_AFTER)


class AnnouncedPause:
    """Waits between two readings until something is announced (see live.Pause).

    Where announcements do not arrive (behind a pooler, say), it waits as long as without them, and tries again later.
    """

    def __init__(self, database: Database, url: str, stop: threading.Event) -> None:
        self._database = database
        self._url = plain_url(url)
        self._stop = stop
        self._listener: psycopg.Connection[Any] | None = None
        self._try_at = 0.0

    def before_next(self, seconds: float, *, until: float, hearing: bool) -> None:
        """See live.Pause."""
        ended = self._stop.wait(seconds)
        listener = self._listening() if hearing and not ended else None
        if listener is None:
            return
        latest = min(until, time.monotonic() + READ_UNASKED_EVERY)
        try:
            while not self._stop.is_set() and (left := latest - time.monotonic()) > 0:
                if list(listener.notifies(timeout=min(left, LOOK_EVERY), stop_after=1)):
                    # One reading answers all that have come by now.
                    list(listener.notifies(timeout=0))
                    return
        except psycopg.Error as problem:
            log.warning("live_listening_failed", error=type(problem).__name__)
            self.close()

    def _listening(self) -> "psycopg.Connection[Any] | None":
        """The listener, proven to hear; None where there is none, and for a while after one failed."""
        if self._listener is None and time.monotonic() >= self._try_at:
            self._try_at = time.monotonic() + LISTEN_AGAIN_AFTER
            try:
                self._listener = psycopg.connect(self._url, autocommit=True, **CONNECTING)
                self._listener.execute(f"LISTEN {CHANNEL}".encode())
                if not self._hears(self._listener):
                    log.warning("live_listening_failed", error="announcements do not arrive")
                    self.close()
            except (psycopg.Error, SQLAlchemyError) as problem:
                log.warning("live_listening_failed", error=type(problem).__name__)
                self.close()
        return self._listener

    def _hears(self, listener: "psycopg.Connection[Any]") -> bool:
        """Whether an announcement that is made on one of the database's own connections arrives at the listener."""
        word = secrets.token_hex(8)
        with self._database.write_connection() as connection:
            connection.execute(select(func.pg_notify(CHANNEL, word)))
        until = time.monotonic() + PROOF_SECONDS
        while not self._stop.is_set() and (left := until - time.monotonic()) > 0:
            heard = listener.notifies(timeout=min(left, LOOK_EVERY), stop_after=1)
            if any(one.payload == word for one in heard):
                return True
        return False

    def close(self) -> None:
        """Stop listening."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
