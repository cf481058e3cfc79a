"""Notify other processes of written changes with NOTIFY, without making commits wait (docs/adr/0012-live-updates.md).

PostgreSQL's NOTIFY inside a transaction serializes commits. So each process notifies afterward, from its own thread and
connection, with one notification for many changes. A notification can be lost if its process dies, so listeners also
poll now and then.
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
from marqueedesk.kit.watch.metrics import log

CHANNEL = "marqueedesk_events"
AT_MOST_EVERY = 0.1
"""Seconds between notifications of a process."""
PROOF_SECONDS = 3.0
"""Timeout in seconds for the self-test NOTIFY; after it, LISTEN is assumed not to work (behind PgBouncer, for
example).
"""
READ_UNASKED_EVERY = 10.0
"""Seconds between polls of a listener, which limits the delay after a lost notification."""
LISTEN_AGAIN_AFTER = 60.0
"""Seconds before LISTEN is tried again after a failed self-test."""
LOOK_EVERY = 1.0
"""Seconds to wait for a notification before checking the stop flag."""
_RECONNECT_AFTER = 0.25
"""Seconds between attempts to connect, so that changes soon after a restart of the database are notified in time."""
_TIMEOUT = 2.0
"""How many seconds a stopping process waits for its last notification."""


class Announcer:
    """Thread that notifies other processes of changes written by this one."""

    def __init__(self, url: str) -> None:
        self._url = plain_url(url)
        self._written = threading.Event()
        self._over = False
        self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def announce(self) -> None:
        """Schedule a notification of the other processes. Returns immediately."""
        self._written.set()

    def close(self) -> None:
        """Send pending notifications and stop."""
        self._over = True
        self._written.set()
        self._thread.join(timeout=_TIMEOUT)

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
                # The next notification covers these changes too; until then, listeners find them by polling.
                self._written.set()
                if not self._over:
                    time.sleep(_RECONNECT_AFTER)


class AnnouncedPause:
    """Pause between two reads that ends early on a notification (see `change_reader.Pause`).

    If notifications do not arrive (behind a pooler, for example), it lasts as long as without them, and LISTEN is tried
    again later.
    """

    def __init__(
        self, database: Database, url: str, stop: threading.Event, *, proof_seconds: float = PROOF_SECONDS
    ) -> None:
        self._database = database
        self._proof_seconds = proof_seconds
        self._url = plain_url(url)
        self._stop = stop
        self._listener: psycopg.Connection[Any] | None = None
        self._try_at = 0.0

    def before_next(self, seconds: float, *, until: float, hearing: bool) -> None:
        """See `change_reader.Pause`."""
        ended = self._stop.wait(seconds)
        before = self._listener
        listener = self._listening() if hearing and not ended else None
        if listener is None or listener is not before:
            # Changes before LISTEN weren't notified to this connection, so they are read at once.
            return
        latest = min(until, time.monotonic() + READ_UNASKED_EVERY)
        try:
            while not self._stop.is_set() and (left := latest - time.monotonic()) > 0:
                if list(listener.notifies(timeout=min(left, LOOK_EVERY), stop_after=1)):
                    # One read covers all notifications received so far.
                    list(listener.notifies(timeout=0))
                    return
        except psycopg.Error as problem:
            log.warning("live_listening_failed", error=type(problem).__name__)
            self.close()

    def _listening(self) -> "psycopg.Connection[Any] | None":
        """Return the listening connection after its self-test; None if there is none, and for a while after the
        self-test failed.
        """
        if self._listener is None and time.monotonic() >= self._try_at:
            self._try_at = time.monotonic() + LISTEN_AGAIN_AFTER
            try:
                self._listener = psycopg.connect(self._url, autocommit=True, **CONNECTING)
                self._listener.execute(f"LISTEN {CHANNEL}".encode())
                if not self._hears(self._listener):
                    log.warning("live_listening_failed", error="notifications do not arrive")
                    self.close()
            except (psycopg.Error, SQLAlchemyError) as problem:
                log.warning("live_listening_failed", error=type(problem).__name__)
                self.close()
        return self._listener

    def _hears(self, listener: "psycopg.Connection[Any]") -> bool:
        """Return true if a NOTIFY on another connection arrives at the listener."""
        word = secrets.token_hex(8)
        with self._database.write_connection() as connection:
            connection.execute(select(func.pg_notify(CHANNEL, word)))
        until = time.monotonic() + self._proof_seconds
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
