"""Timing of requests and jobs: their SQL statements and waits.

Each request has a `Spent` (set by kit.http.http and passed to its threads), to which every statement adds. Slow
requests are logged with it, and the metrics contain its totals by route and database role. Only SQL with placeholders
is recorded, no data.
"""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.pool import PoolProxiedConnection, QueuePool

from marqueedesk.kit.watch import tracing
from marqueedesk.kit.watch.metrics import WAIT_SECONDS, WAITS

if TYPE_CHECKING:
    from opentelemetry.trace import Span

Role = Literal["main", "copy"]
"""The primary database, or the replica for long reads."""
Wait = Literal["connection", "write", "operator", "turn", "thread"]
"""Resource waited for: a pooled connection, SQLite's write lock, an operator's lock, a turn among a business's
bookings, or a thread (kit.http.threads).
"""
WORTH_NOTING: Final = 0.005
"""Minimum duration in seconds for a wait to be recorded."""
_KEPT: Final = 200
_SHOWN: Final = 5
_LONGEST_SQL: Final = 300
_BEGAN: Final = "marqueedesk_began"
_Begun = tuple[float, str, Role, "Span | None"]
"""Start of a connection's current statement, its SQL, database role and span."""


@dataclass(slots=True)
class Spent:
    """Time spent by a request or job so far, in seconds."""

    statements: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])
    """Statements with their durations; only the first `_KEPT`."""
    count: int = 0
    by_role: dict[Role, float] = field(default_factory=dict[Role, float])
    waits: dict[Wait, float] = field(default_factory=dict[Wait, float])
    operator_id: int | None = None
    """Business that the request or job is for, once it is known (`enter_business`)."""
    may_change: bool = False
    """True for a request whose method may change data."""
    on_business: Callable[[int], None] | None = None
    """Called when the business becomes known; it may refuse the request."""

    @property
    def database_seconds(self) -> float:
        """Return the total time of all statements."""
        return sum(self.by_role.values())

    def slowest(self) -> list[dict[str, float | str]]:
        """Return the slowest statements with their milliseconds, for logging."""
        longest = sorted(self.statements, key=lambda one: -one[0])[:_SHOWN]
        return [{"ms": _ms(seconds), "sql": " ".join(sql.split())[:_LONGEST_SQL]} for seconds, sql in longest]

    def in_words(self) -> dict[str, object]:
        """Return the timing fields of a slow request's log entry."""
        return {
            "database_ms": _ms(self.database_seconds),
            "statements": self.count,
            "slowest": self.slowest(),
            "waits_ms": {name: _ms(seconds) for name, seconds in self.waits.items()},
        }


current: ContextVar[Spent | None] = ContextVar("marqueedesk_spent", default=None)
"""Timing of the request or job that this thread or task is working on."""


def enter_business(operator_id: int) -> None:
    """Attribute the current request or job to a business, which counts it and may limit it. Only the first call has an
    effect. Raises TooMany if the business has made too many requests.
    """
    spent = current.get()
    if spent is None or spent.operator_id is not None:
        return
    spent.operator_id = operator_id
    if spent.on_business is not None:
        spent.on_business(operator_id)


def may_change() -> bool:
    """Return true during a request whose method may change data."""
    spent = current.get()
    return spent is not None and spent.may_change


def waited(on: Wait, seconds: float) -> None:
    """Record a wait in the metrics and the current request."""
    if seconds < WORTH_NOTING:
        return
    WAITS.labels(on).inc()
    WAIT_SECONDS.labels(on).inc(seconds)
    spent = current.get()
    if spent is not None:
        spent.waits[on] = spent.waits.get(on, 0.0) + seconds


@contextmanager
def waiting(on: Wait) -> Generator[None]:
    """Record how long the block takes, as a wait."""
    began = time.perf_counter()
    try:
        yield
    finally:
        waited(on, time.perf_counter() - began)


class TimedPool(QueuePool):
    """Queue pool that records how long callers wait for a connection."""

    def connect(self) -> PoolProxiedConnection:
        """Return a connection as soon as one is free. Raises TimeoutError like the base class."""
        with waiting("connection"):
            return super().connect()


def watch(engine: Engine, role: Role) -> None:
    """Record every statement of an engine in its request or job."""

    def begin(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        span = tracing.begin_statement(statement, role) if tracing.is_on() else None
        connection.info[_BEGAN] = (time.perf_counter(), statement, role, span)

    def end(connection: Connection, *_: object) -> None:
        ended(connection)

    def fail(context: ExceptionContext) -> None:
        # Failed connection attempts trigger this event too, without a connection.
        if context.connection is not None and not context.connection.invalidated:
            ended(context.connection, context.original_exception)

    event.listen(engine, "before_cursor_execute", begin)
    event.listen(engine, "after_cursor_execute", end)
    event.listen(engine, "handle_error", fail)


def ended(connection: Connection, problem: BaseException | None = None) -> None:
    """Record that a connection's statement ended. Failed statements count too, and often take the longest."""
    begun: _Begun | None = connection.info.pop(_BEGAN, None)
    if begun is None:
        return
    began, statement, role, span = begun
    if span is not None:
        if problem is not None:
            tracing.fail(span, problem)
        span.end()
    spent = current.get()
    if spent is None:
        return
    seconds = time.perf_counter() - began
    spent.count += 1
    spent.by_role[role] = spent.by_role.get(role, 0.0) + seconds
    if len(spent.statements) < _KEPT:
        spent.statements.append((seconds, statement))


def _ms(seconds: float) -> float:
    return round(seconds * 1e3, 1)
