"""Count requests by business and hour without delaying responses, and limit them.

Each process counts in memory and writes every few seconds, all businesses in one transaction. Counts of several
processes are added. A killed process loses the last few seconds.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Final

from fastapi import Request
from sqlalchemy import Connection, Table, case, delete, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.business_usage.models import KEPT, UsageHour
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.errors import TooMany, Unavailable
from marqueedesk.kit.http.rate_limit import LocalLimit
from marqueedesk.kit.watch.metrics import log

WRITE_EVERY: Final = 5.0
"""Seconds between writes, and between reads of the slowed businesses."""
SLOW_SECONDS: Final = 1.0
"""Minimum duration of a slow response, in seconds."""
REQUESTS_A_MINUTE: Final = 6_000
"""Requests a minute per business and server process, if limits are on."""
SLOWED_A_MINUTE: Final = 60
"""Requests a minute for a business slowed by an administrator, even if limits are off."""
_LONGEST_ROUTE: Final = 200
_MOST_KEPT: Final = 20_000
"""Maximum rows in memory while the database is unavailable; further rows aren't counted."""


class TooManyForBusiness(TooMany):
    """The business has made too many requests in a minute."""

    code = "business_limit"

    def __init__(self, retry_after: int) -> None:
        seconds = "1 second" if retry_after == 1 else f"{retry_after} seconds"
        super().__init__(
            f"This business has made too many requests. Please try again in {seconds}.", retry_after=retry_after
        )


@dataclass(slots=True)
class _Tally:
    """Counts of one business and hour since the last write."""

    requests: int = 0
    errors: int = 0
    limited: int = 0
    slow: int = 0
    slowest_ms: int = 0
    slowest_route: str | None = None

    def add(self, other: "_Tally") -> None:
        self.requests += other.requests
        self.errors += other.errors
        self.limited += other.limited
        self.slow += other.slow
        if other.slowest_ms > self.slowest_ms:
            self.slowest_ms, self.slowest_route = other.slowest_ms, other.slowest_route


_Counts = dict[tuple[int, datetime], _Tally]


class UsageCounter:
    """Counts and limits requests in memory, and writes the counts from its own thread."""

    def __init__(self, database: Database, *, limits_on: bool) -> None:
        """Create an empty counter. Without ``limits_on``, only slowed businesses are limited."""
        self._database = database
        self._limits_on = limits_on
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="business-usage", daemon=True)
        self.forget()

    def forget(self) -> None:
        """Reset the counts and limits."""
        self._counts: _Counts = {}
        self._slowed: frozenset[int] = frozenset()
        self._usual = LocalLimit(REQUESTS_A_MINUTE, 60)
        self._slow = LocalLimit(SLOWED_A_MINUTE, 60)

    def start(self) -> None:
        """Start the writer thread."""
        self._thread.start()

    def close(self) -> None:
        """Write remaining counts and stop."""
        self._stop.set()
        self._thread.join(WRITE_EVERY)
        self.write()

    def enter(self, operator_id: int) -> None:
        """Count a request against its business's limit. Raises TooManyForBusiness."""
        try:
            if operator_id in self._slowed:
                self._slow.spend(str(operator_id))
            elif self._limits_on:
                self._usual.spend(str(operator_id))
        except TooMany as refused:
            raise TooManyForBusiness(refused.retry_after or 1) from None

    def count(self, operator_id: int, status: int, seconds: float, route: str) -> None:
        """Count a response. ``seconds`` is the time until it started."""
        now = clock.now()
        key = (operator_id, now.replace(minute=0, second=0, microsecond=0))
        is_error = status >= HTTPStatus.BAD_REQUEST and status != HTTPStatus.UNAUTHORIZED
        one = _Tally(1, int(is_error), int(status == HTTPStatus.TOO_MANY_REQUESTS))
        if seconds >= SLOW_SECONDS:
            one.slow, one.slowest_ms, one.slowest_route = 1, round(seconds * 1e3), route[:_LONGEST_ROUTE]
        with self._lock:
            figures = self._counts.get(key)
            if figures is not None:
                figures.add(one)
            elif len(self._counts) < _MOST_KEPT:
                self._counts[key] = one

    def write(self) -> None:
        """Write the counts. If the database is unavailable, keep them for the next write."""
        with self._writing:
            with self._lock:
                counts, self._counts = self._counts, {}
            if not counts:
                return
            try:
                self._write(counts)
            except (SQLAlchemyError, Unavailable) as problem:
                log.warning("business_usage_waits_for_database", error=type(problem).__name__)
                with self._lock:
                    for key, figures in counts.items():
                        self._counts.setdefault(key, _Tally()).add(figures)

    def read_slowed(self) -> None:
        """Load the slowed businesses. If the database is unavailable, the previous ones stay slowed."""
        try:
            with self._database.read() as db:
                self._slowed = frozenset(db.scalars(select(Operator.id).where(Operator.slowed_at.is_not(None))))
        except (SQLAlchemyError, Unavailable) as problem:
            log.warning("business_usage_waits_for_database", error=type(problem).__name__)

    def _write(self, counts: _Counts) -> None:
        try:
            with self._database.write_connection() as connection:
                _store(connection, counts)
        except IntegrityError:
            # A business was deleted in the meantime. Keep the counts of the others.
            for operator_id in sorted({key[0] for key in counts}):
                try:
                    with self._database.write_connection() as connection:
                        _store(connection, {key: row for key, row in counts.items() if key[0] == operator_id})
                except IntegrityError:
                    log.info("business_usage_of_nobody", operator_id=operator_id)

    def _run(self) -> None:
        self.read_slowed()
        while not self._stop.wait(WRITE_EVERY):
            self.write()
            self.read_slowed()


def usage_of(request: Request) -> UsageCounter:
    """Return the server process's counter."""
    return request.app.state.business_usage


def forget_old(db: Session, now: datetime) -> None:
    """Delete counts older than `KEPT`."""
    db.execute(delete(UsageHour).where(UsageHour.hour < now - KEPT))


def _store(connection: Connection, counts: Mapping[tuple[int, datetime], _Tally]) -> None:
    """Add counts, in a fixed order so that concurrent writers don't deadlock."""
    insert = (insert_postgresql if connection.dialect.name == "postgresql" else insert_sqlite)(_hours)
    new, is_slower = insert.excluded, insert.excluded.slowest_ms > _hours.c.slowest_ms
    sums = {name: _hours.c[name] + new[name] for name in ("requests", "errors", "limited", "slow")}
    slowest = {name: case((is_slower, new[name]), else_=_hours.c[name]) for name in ("slowest_ms", "slowest_route")}
    statement = insert.on_conflict_do_update(index_elements=["operator_id", "hour"], set_=sums | slowest)
    for (operator_id, hour), row in sorted(counts.items(), key=lambda pair: pair[0]):
        values: dict[str, object] = {
            "operator_id": operator_id,
            "hour": hour,
            "requests": row.requests,
            "errors": row.errors,
            "limited": row.limited,
            "slow": row.slow,
            "slowest_ms": row.slowest_ms,
            "slowest_route": row.slowest_route,
        }
        connection.execute(statement, values)


_hours: Table = UsageHour.__table__  # pyright: ignore[reportAssignmentType]
