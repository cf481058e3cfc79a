"""Independent delivery of events to subscribers: a failure in one does not affect the others.

The subscribers of an event run in the transaction that marks its row as done, each within a savepoint. If one fails,
its changes are rolled back (unless it raises Incomplete), and a separate row redelivers the event to it later with the
same key.
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
from marqueedesk.kit.jobs.jobs import Payload
from marqueedesk.kit.watch.metrics import log

REDELIVERY: Final = "event.redelivery"
"""Kind of rows that redeliver an event to one subscriber."""
STALE: Final = timedelta(days=7)
"""Age from which on events no longer send notifications."""

E = TypeVar("E", bound=DomainEvent)
E_co = TypeVar("E_co", bound=DomainEvent, covariant=True)


@dataclass(frozen=True, slots=True)
class EventDelivery(Generic[E_co]):
    """An event as delivered to a subscriber. ``key`` is stable across redeliveries."""

    db: Session
    event: E_co
    key: str
    published_at: datetime
    now: datetime

    @property
    def is_stale(self) -> bool:
        """Return true if the event is too old for notifications. For scheduled rows, the age counts from when they are
        due.
        """
        return not self.event.is_scheduled and self.now - self.published_at > STALE


class Incomplete(Exception):
    """A handler completed part of its work, which is kept, and needs the event again for the rest."""


Handler = Callable[[EventDelivery[E]], None]
Handlers = Mapping[type[DomainEvent], Handler[Any]]


@dataclass(frozen=True, slots=True)
class Subscriber:
    """A part of the product that handles events. ``name`` is stored, so it must not change."""

    name: str
    handlers: Handlers


class _Redelivery(TypedDict):
    operatorId: int | None
    subscriber: str
    kind: str
    payload: Payload
    key: str
    publishedAt: str


def on(event: type[E], handler: Handler[E]) -> tuple[type[DomainEvent], Handler[Any]]:
    """Pair an event type with its handler."""
    return event, handler


def steps(subscribers: Sequence[Subscriber]) -> dict[str, DbHandler]:
    """Return the job step of each kind of event. Subscribers run in the given order."""
    by_name = {subscriber.name: subscriber for subscriber in subscribers}
    delivered = {
        kind: partial(_deliver, [one for one in subscribers if event in one.handlers])
        for kind, event in BY_KIND.items()
    }
    return {**delivered, REDELIVERY: partial(_redeliver, by_name)}


def _deliver(takers: Sequence[Subscriber], db: Session, task: Task, now: datetime) -> None:
    # The timestamp keeps the key unique even after the row is deleted and its ID reused.
    key = f"event:{task.id}:{task.created_at:%Y%m%d%H%M%S%f}"
    delivery = EventDelivery(db, read(task.kind, task.payload), key, task.created_at, now)
    for taker in takers:
        problem: Exception | None = None
        try:
            with db.begin_nested():
                try:
                    taker.handlers[type(delivery.event)](delivery)
                except Incomplete as rest:
                    problem = rest
        except Exception as fault:  # noqa: BLE001 - any error affects only this subscriber.
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
    handlers[type(event)](EventDelivery(db, event, stored["key"], published_at, now))
