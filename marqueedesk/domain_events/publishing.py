"""Publish events in the current transaction, and read them back."""

from dataclasses import MISSING, fields
from datetime import datetime
from typing import Final

from pydantic.alias_generators import to_camel
from sqlalchemy.orm import Session

from marqueedesk.domain_events import bookings, contracts, money, people, quotes, schedules
from marqueedesk.domain_events.base import DomainEvent
from marqueedesk.domain_events.bookings import BookingAtRisk, ShortPiece
from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.jobs import Payload

BY_KIND: Final = {
    event.kind: event
    for module in (bookings, contracts, money, people, quotes, schedules)
    for event in vars(module).values()
    if isinstance(event, type) and issubclass(event, DomainEvent) and "kind" in vars(event)
}
"""Event types by stored name."""


def row_of(event: DomainEvent, now: datetime) -> Columns:
    """Return the columns of an event's row, for bulk inserts (see kit.db.row_writer)."""
    return jobs.job_row(event.kind, event.payload(), now)


def publish(
    db: Session, event: DomainEvent, now: datetime, *, run_at: datetime | None = None, dedupe_key: str | None = None
) -> None:
    """Publish an event in the caller's transaction. ``dedupe_key`` is unique: a duplicate makes the transaction
    fail.
    """
    jobs.enqueue(db, event.kind, event.payload(), now, run_at=run_at, dedupe_key=dedupe_key)


def publish_once(
    db: Session, event: DomainEvent, now: datetime, *, dedupe_key: str, run_at: datetime | None = None
) -> bool:
    """Like `publish`, but ignores a duplicate key. Returns true if the event is new."""
    return jobs.enqueue_once(db, event.kind, event.payload(), now, dedupe_key=dedupe_key, run_at=run_at)


def read(kind: str, payload: Payload) -> DomainEvent:
    """Parse a stored event, written by any version. Raises KeyError for an unknown kind."""
    event = BY_KIND[kind]
    values = {field.name: payload[to_camel(field.name)] for field in fields(event) if to_camel(field.name) in payload}
    missing = [field.name for field in fields(event) if field.default is MISSING and field.name not in values]
    if missing:
        raise ValueError(f"{kind} lacks {', '.join(missing)}")
    if event is BookingAtRisk:
        values["short"] = tuple(ShortPiece(**one) for one in values["short"])
    return event(**values)
