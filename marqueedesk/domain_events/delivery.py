"""Hands each event to its subscribers, apart from each other: a fault in one stops nothing of the others.

The subscribers of an event run in the transaction that marks its row done, each inside a savepoint. What a subscriber
that failed has done is rolled back, unless it says otherwise, and a row of its own hands it the event again later, with
the same key.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, Generic, TypedDict, TypeVar

from sqlalchemy.orm import Session

from marqueedesk.domain_events.base import DomainEvent
from marqueedesk.domain_events.publishing import BY_KIND, read
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import DbHandler, Task
from marqueedesk.kit.watch.observe import log

REDELIVERY: Final = "event.redelivery"
"""The kind of a row that hands an event again to one subscriber."""
STALE: Final = timedelta(days=7)
"""Nobody is notified of events older than this."""

E = TypeVar("E", bound=DomainEvent)
E_co = TypeVar("E_co", bound=DomainEvent, covariant=True)


@dataclass(frozen=True, slots=True)
class Delivery(Generic[E_co]):
    """An event as a subscriber gets it. ``key`` is the event's own, and the same each time that it is delivered."""

    db: Session
    event: E_co
    key: str
    published_at: datetime
    now: datetime

    @property
    def is_stale(self) -> bool:
        """Whether it is too late to notify anybody. A row that was written for later is old when it is due."""
        return not self.event.is_scheduled and self.now - self.published_at > STALE


class Incomplete(Exception):
    """A handler has done a part of what it does, which stays, and wants the event again for the rest."""


Handler = Callable[[Delivery[E]], None]
Handlers = Mapping[type[DomainEvent], Handler[Any]]


@dataclass(frozen=True, slots=True)
class Subscriber:
    """A part of the product that acts on events. ``name`` is stored, and so stays."""

    name: str
    handlers: Handlers


class _Redelivery(TypedDict):
    operatorId: int | None
    subscriber: str
    kind: str
    payload: Mapping[str, Any]
    key: str
    publishedAt: str


def on(event: type[E], handler: Handler[E]) -> tuple[type[DomainEvent], Handler[Any]]:
    """An event with its handler, which takes events of this type."""
    return event, handler


def steps(subscribers: Sequence[Subscriber]) -> dict[str, DbHandler]:
    """The step for each kind of event. Subscribers act in the order in which they are given."""
    by_name = {subscriber.name: subscriber for subscriber in subscribers}
    delivered = {
        kind: partial(_deliver, [one for one in subscribers if event in one.handlers])
        for kind, event in BY_KIND.items()
    }
    return {**delivered, REDELIVERY: partial(_redeliver, by_name)}


def _deliver(takers: Sequence[Subscriber], db: Session, task: Task, now: datetime) -> None:
    # The stamp stays unique even after the row is gone and its number was reused.
    key = f"event:{task.id}:{task.created_at:%Y%m%d%H%M%S%f}"
    delivery = Delivery(db, read(task.kind, task.payload), key, task.created_at, now)
    for taker in takers:
        problem: Exception | None = None
        try:
            with db.begin_nested():
                try:
                    taker.handlers[type(delivery.event)](delivery)
                except Incomplete as rest:
                    problem = rest
        except Exception as fault:  # noqa: BLE001 - whatever it is, it concerns this subscriber alone.
            problem = fault
        if problem is not None:
            log.error("event_handler_failed", job=task.id, kind=task.kind, subscriber=taker.name, exc_info=problem)
            again: _Redelivery = {
                "operatorId": task.payload.get("operatorId"),
                "subscriber": taker.name,
                "kind": task.kind,
                "payload": task.payload,
                "key": key,
                "publishedAt": task.created_at.isoformat(),
            }
            jobs.enqueue(db, REDELIVERY, {**again}, now, run_at=jobs.next_try(1, now))


def _redeliver(subscribers: Mapping[str, Subscriber], db: Session, task: Task, now: datetime) -> None:
    stored = task.payload
    event = read(stored["kind"], stored["payload"])
    published_at = datetime.fromisoformat(stored["publishedAt"])
    handlers = subscribers[stored["subscriber"]].handlers
    handlers[type(event)](Delivery(db, event, stored["key"], published_at, now))
