"""Where the time of a request or a job goes: its statements, and what it waited for.

A request carries one `Spent` (kit.http.http puts it there, and threads that work for it take it along); every
statement adds
to it. Requests that take long are logged with it, and the metrics have its sums by route and by role of the database.
Only SQL is kept, whose values are placeholders: no data of anybody.
"""

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.pool import PoolProxiedConnection, QueuePool

from marqueedesk.kit.watch import tracing
from marqueedesk.kit.watch.observe import WAIT_SECONDS, WAITS

if TYPE_CHECKING:
    from opentelemetry.trace import Span

Role = Literal["main", "copy"]
"""The database itself, or the copy that long reads may use."""
Wait = Literal["connection", "write", "operator", "turn", "thread"]
"""A connection of the pool, SQLite's one writer, an operator's lock, a turn among bookings for one business, a thread:
the calls under way leave no room (kit.http.threads).
"""
WORTH_NOTING: Final = 0.005
"""Seconds from which a wait counts. Below that nothing was waited for."""
_KEPT: Final = 200
_SHOWN: Final = 5
_LONGEST_SQL: Final = 300
_BEGAN: Final = "marqueedesk_began"
_Begun = tuple[float, str, Role, "Span | None"]
"""When a connection's statement began, its SQL, the role of its database, and its span."""


@dataclass(slots=True)
class Spent:
    """The time of one request or job so far, in seconds."""

    statements: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])
    """Each statement with its time, the first `_KEPT` of them."""
    count: int = 0
    by_role: dict[Role, float] = field(default_factory=dict[Role, float])
    waits: dict[Wait, float] = field(default_factory=dict[Wait, float])

    @property
    def database_seconds(self) -> float:
        """The time of all statements."""
        return sum(self.by_role.values())

    def slowest(self) -> list[dict[str, float | str]]:
        """The statements that took longest, with their milliseconds, in the form of the log."""
        longest = sorted(self.statements, key=lambda one: -one[0])[:_SHOWN]
        return [{"ms": _ms(seconds), "sql": " ".join(sql.split())[:_LONGEST_SQL]} for seconds, sql in longest]

    def in_words(self) -> dict[str, Any]:
        """Everything that the log of a slow request says of it."""
        return {
            "database_ms": _ms(self.database_seconds),
            "statements": self.count,
            "slowest": self.slowest(),
            "waits_ms": {name: _ms(seconds) for name, seconds in self.waits.items()},
        }


current: ContextVar[Spent | None] = ContextVar("marqueedesk_spent", default=None)
"""The request or job that this thread or task works for."""


def waited(on: Wait, seconds: float) -> None:
    """Count a wait, for the metrics and for the request that waited."""
    if seconds < WORTH_NOTING:
        return
    WAITS.labels(on).inc()
    WAIT_SECONDS.labels(on).inc(seconds)
    spent = current.get()
    if spent is not None:
        spent.waits[on] = spent.waits.get(on, 0.0) + seconds


@contextmanager
def waiting(on: Wait) -> Generator[None]:
    """Count the block as a wait."""
    began = time.perf_counter()
    try:
        yield
    finally:
        waited(on, time.perf_counter() - began)


class TimedPool(QueuePool):
    """The usual pool; it notes how long callers wait for a connection."""

    def connect(self) -> PoolProxiedConnection:
        """A connection, as soon as one is free. Raises TimeoutError as the usual pool does."""
        with waiting("connection"):
            return super().connect()


def watch(engine: Engine, role: Role) -> None:
    """Have every statement of an engine add to the request or job that it is for."""

    def begin(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        span = tracing.begin_statement(statement, role) if tracing.is_on() else None
        connection.info[_BEGAN] = (time.perf_counter(), statement, role, span)

    def end(connection: Connection, *_: object) -> None:
        ended(connection)

    def fail(context: ExceptionContext) -> None:
        # What could not begin fails here too: there may be no connection.
        if context.connection is not None and not context.connection.invalidated:
            ended(context.connection, context.original_exception)

    event.listen(engine, "before_cursor_execute", begin)
    event.listen(engine, "after_cursor_execute", end)
    event.listen(engine, "handle_error", fail)


def ended(connection: Connection, problem: BaseException | None = None) -> None:
    """Count the statement that a connection is at: the one that failed took time like any other, often the most."""
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
