"""Rate limits, counted in a table shared by all processes.

Counts are kept per fixed time window. The key names what is limited ("login:account:…"). Counting happens in a separate
transaction in the route, so that a rejected attempt counts even though everything else is rolled back.
"""

import hashlib
import time
from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from ipaddress import IPv6Network
from threading import Lock

from sqlalchemy import Connection, Table, delete, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.orm import Session
from sqlalchemy.sql.dml import ReturningInsert

from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.kit.db.tables import Counter
from marqueedesk.kit.errors import TooMany

KEPT = timedelta(days=1)
_counters: Table = Counter.__table__  # pyright: ignore[reportAssignmentType]


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``times`` within ``window``."""

    name: str
    times: int
    window: timedelta

    def key(self, *parts: object) -> str:
        """Return the counter's key: the limit's name and its parts, hashed so that no address is stored.

        The key of several parts starts with the key of the first part, so that `forgive_all` finds it.
        """
        digests = [_digest(str(parts[0]))] if parts else []
        if len(parts) > 1:
            digests.append(_digest("\x1f".join(str(part) for part in parts[1:])))
        return ":".join((self.name, *digests))

    def window_end(self, now: datetime) -> datetime:
        """Return the end of the window that contains ``now``."""
        seconds = int(self.window.total_seconds())
        return datetime.fromtimestamp((int(now.timestamp()) // seconds + 1) * seconds, UTC)


def count_row(limit: Limit, key: str, now: datetime) -> Columns:
    """Return the columns of an attempt, which adds to ``count``, for bulk inserts (see kit.db.row_writer)."""
    return {"key": key, "window_ends": limit.window_end(now), "count": 1}


def used(db: Session, limit: Limit, key: str, now: datetime) -> int:
    """Return the count for ``key`` in the current window. Read-only."""
    end = limit.window_end(now)
    return db.scalar(select(Counter.count).where(Counter.key == key, Counter.window_ends == end)) or 0


def ensure_below_limit(db: Session, limit: Limit, key: str, now: datetime) -> None:
    """Raise TooMany if ``key`` has reached its limit in the current window. Read-only."""
    if used(db, limit, key, now) >= limit.times:
        raise over(limit, now)


def count(db: Session | Connection, limit: Limit, key: str, now: datetime) -> int:
    """Add one to the count for ``key`` in the current window and return the new count.

    The row stays locked until the transaction ends, and others with the same key wait for it. So the transaction should
    only count, unless a failure must undo the count.
    """
    connection = db if isinstance(db, Connection) else db.connection()
    return connection.execute(_counting(connection.dialect.name), count_row(limit, key, now)).scalar_one()


@cache
def _counting(dialect: str) -> ReturningInsert[int]:
    insert = insert_sqlite if dialect == "sqlite" else insert_postgresql
    statement = insert(_counters).on_conflict_do_update(
        index_elements=list(_counters.primary_key), set_={"count": _counters.c.count + 1}
    )
    return statement.returning(_counters.c.count)


def spend(db: Session, limit: Limit, key: str, now: datetime) -> None:
    """Count an attempt before it is made. Raises TooMany if that exceeds the limit, which ends the caller's
    transaction. Attempts at the same time, even in different processes, cannot exceed the limit together.
    """
    if count(db, limit, key, now) > limit.times:
        raise over(limit, now)


def over(limit: Limit, now: datetime) -> TooMany:
    """Create the error for a limit that is used up, with the time to wait."""
    seconds = max(1, int((limit.window_end(now) - now).total_seconds()))
    minutes = -(-seconds // 60)
    wait = "1 minute" if minutes == 1 else f"{minutes} minutes"
    return TooMany(f"Too many attempts. Please wait {wait} and try again.", retry_after=seconds)


def give_back(db: Session, key: str, now: datetime) -> None:
    """Subtract one attempt from ``key``'s current window, because it did not fail."""
    db.execute(
        update(Counter)
        .where(Counter.key == key, Counter.window_ends > now, Counter.count > 0)
        .values(count=Counter.count - 1)
    )


def forgive(db: Session, key: str) -> None:
    """Reset the count for ``key`` after a success."""
    db.execute(update(Counter).where(Counter.key == key).values(count=0))


def forgive_all(db: Session, key: str) -> None:
    """Reset the counts for ``key`` and for every key that starts with it."""
    db.execute(update(Counter).where(Counter.key.startswith(key, autoescape=True)).values(count=0))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def forget_ended(db: Session, now: datetime) -> None:
    """Delete counters of windows that ended more than a day ago. Until then, limits may still read them."""
    db.execute(delete(Counter).where(Counter.window_ends < now - KEPT))


def network_of(address: str) -> str:
    """Return the network that an address is counted under: for IPv6 the first 64 bits, because a household has all
    addresses within them.
    """
    if ":" not in address:
        return address
    try:
        return str(IPv6Network((address, 64), strict=False))
    except ValueError:
        return address


def network_digest(operator_id: int, network: str) -> str:
    """Return the digest of a network, for storage in a business's rows."""
    return _digest(f"network\x1f{operator_id}\x1f{network}")


class LocalLimit:
    """In-memory limit within this process, for cheap reads that a table would slow down."""

    def __init__(self, times: int, seconds: float, *, keys: int = 20_000) -> None:
        self._times = times
        self._seconds = seconds
        self._keys = keys
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def spend(self, key: str) -> None:
        """Take one token from ``key``'s bucket, which refills steadily. Raises TooMany if it is empty."""
        now = time.monotonic()
        with self._lock:
            left, updated = self._buckets.pop(key, (float(self._times), now))
            left = min(self._times, left + (now - updated) * self._times / self._seconds)
            if left < 1:
                self._buckets[key] = (left, now)
                raise TooMany(retry_after=max(1, int((1 - left) * self._seconds / self._times) + 1))
            self._buckets[key] = (left - 1, now)
            # Oldest first. A bucket that is full again can be dropped.
            while len(self._buckets) > self._keys or next(iter(self._buckets.values()))[1] <= now - self._seconds:
                self._buckets.popitem(last=False)
