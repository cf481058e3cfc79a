"""Work that nobody waits for: inside the server by default, or alone as `marqueedesk worker`.

Today that is housekeeping: what has ended is removed. Several servers may do it at once; each removal is one statement.
"""

import threading
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.exc import SQLAlchemyError

from marqueedesk.accounts.access import forget_ended_sign_ins
from marqueedesk.availability.models import UnmetDemand
from marqueedesk.kit import clock, events
from marqueedesk.kit.db import Database
from marqueedesk.kit.observe import log
from marqueedesk.kit.rate_limit import forget_ended
from marqueedesk.kit.tables import IdempotencyKey
from marqueedesk.kit.tenancy import lift_scope

EVERY_SECONDS = 3600.0
KEYS_KEPT = timedelta(hours=48)
"""At least 24 hours (B4); twice that, for a phone that was off over a weekend's night."""
DEMAND_KEPT = timedelta(days=2 * 366)
"""This year and the one before, which is what an operator compares."""


def tidy(database: Database, now: datetime) -> None:
    """Remove sign-ins, counters, events, idempotency keys and unmet demand whose time is over."""
    with database.write() as db, lift_scope(db, "housekeeping for every operator"):
        forget_ended_sign_ins(db, now)
        forget_ended(db, now)
        events.forget_old(db, now)
        db.execute(delete(IdempotencyKey).where(IdempotencyKey.created_at < now - KEYS_KEPT))
        db.execute(delete(UnmetDemand).where(UnmetDemand.seen_at < now - DEMAND_KEPT))


def work(database: Database, stop: threading.Event, *, first_after: float = 0.0) -> None:
    """Keep house every hour until ``stop`` is set. A database out of reach is tried again the next time."""
    pause = first_after
    while not stop.wait(pause):
        pause = EVERY_SECONDS
        try:
            tidy(database, clock.now())
        except SQLAlchemyError as problem:
            log.warning("housekeeping_failed", error=type(problem).__name__)


class Inside:
    """The worker as a thread of the server, started and ended with it."""

    def __init__(self, database: Database) -> None:
        self._stop = threading.Event()
        # Not in the first seconds, which belong to whoever waits for the server to start.
        self._thread = threading.Thread(target=work, args=(database, self._stop), kwargs={"first_after": 60.0})

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def end(self) -> None:
        """Finish what is under way, and stop."""
        self._stop.set()
        self._thread.join()
