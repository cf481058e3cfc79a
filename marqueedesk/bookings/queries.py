"""Every SELECT about bookings that does not promise anything."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from sqlalchemy import Select, Table, and_, func, or_, select, tuple_
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import LONGEST_RENTAL_DAYS, Operator
from marqueedesk.availability.models import BOOKING, QUOTE, LetterHold
from marqueedesk.bookings.models import HOLDING, Booking, BookingChange
from marqueedesk.kit import paging
from marqueedesk.kit.clock import local_day
from marqueedesk.kit.db import fold
from marqueedesk.kit.errors import NotFound

_bookings = cast("Table", Booking.__table__)
_COLUMNS = [column.name for column in _bookings.c]
MOST_LISTED = 20
"""Bookings named in a refusal (L8, B5)."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which bookings a list shows (B7). ``day`` is the delivery day; ``since`` and ``until`` bound it inclusively."""

    statuses: tuple[str, ...] = ()
    q: str | None = None
    day: date | None = None
    since: date | None = None
    until: date | None = None


def booking(db: Session, booking_id: int) -> Booking:
    """One booking of the session's operator. Raises NotFound, also for another operator's."""
    found = db.scalars(select(Booking).where(Booking.id == booking_id)).one_or_none()
    if found is None:
        raise NotFound("This booking does not exist.")
    return found


def coming(db: Session, operator: Operator, now: datetime, statuses: Collection[str] = HOLDING) -> int:
    """How many bookings of a business, of some statuses, are not picked up before today at its place.

    For whoever looks across businesses: the operator is named, so that the scope may be lifted.
    """
    today = local_day(now, ZoneInfo(operator.time_zone))
    found = select(func.count()).select_from(Booking)
    wanted = (Booking.operator_id == operator.id, Booking.status.in_(statuses), Booking.pickup_day >= today)
    return db.scalar(found.where(*wanted)) or 0


def history(db: Session, booking_id: int) -> list[BookingChange]:
    """What happened to a booking, oldest first."""
    return list(
        db.scalars(select(BookingChange).where(BookingChange.booking_id == booking_id).order_by(BookingChange.id))
    )


def by_ids(db: Session, ids: Collection[int]) -> list[Booking]:
    """Some bookings of the session's operator, by delivery; ids of nobody and of others are passed over."""
    return list(
        db.scalars(select(Booking).where(Booking.id.in_(ids)).order_by(Booking.delivery_day, Booking.delivery_clock))
    )


def last_change_to(db: Session, booking_id: int, status: str) -> BookingChange | None:
    """The last time that a booking came into a status; None where it never did."""
    return db.scalar(
        select(BookingChange)
        .where(BookingChange.booking_id == booking_id, BookingChange.to_status == status)
        .order_by(BookingChange.id.desc())
        .limit(1)
    )


def listed(db: Session, wanted: Filter) -> list[Booking]:
    """All bookings that match, by delivery ascending."""
    return list(db.scalars(_matching(wanted)))


def page(
    db: Session, operator_id: int, wanted: Filter, *, limit: int, cursor: str | None
) -> tuple[list[Mapping[str, Any]], str | None]:
    """Up to ``limit`` bookings after a cursor, by delivery ascending, and the cursor of the next page or None.

    Plain rows by column: the list is read most often, and objects would cost as much again as reading it.
    """
    statement = _matching(wanted).with_only_columns(*_bookings.c).where(_bookings.c.operator_id == operator_id)
    if cursor is not None:
        day, clock, last_id = paging.decode(cursor, (str, str, int))
        try:
            after = date.fromisoformat(str(day))
        except ValueError:
            after = date.min
        statement = statement.where(
            tuple_(Booking.delivery_day, Booking.delivery_clock, Booking.id) > tuple_(after, clock, last_id)
        )
    rows: list[Mapping[str, Any]] = [
        dict(zip(_COLUMNS, row, strict=True)) for row in db.execute(statement.limit(limit + 1))
    ]
    more = rows[limit - 1] if len(rows) > limit else None
    place = [more["delivery_day"].isoformat(), more["delivery_clock"], more["id"]] if more else None
    return rows[:limit], paging.encode(place) if place else None


_FOR_CALENDAR = [
    _bookings.c[name]
    for name in (
        "id",
        "number",
        "status",
        "message",
        "size",
        "customer_name",
        "venue_name",
        "delivery_day",
        "delivery_clock",
        "pickup_day",
        "pickup_clock",
    )
]


def calendar(
    db: Session, operator_id: int, first: date, last: date, *, statuses: tuple[str, ...], q: str | None
) -> list[Mapping[str, Any]]:
    """What a calendar shows of the rentals that touch any day from ``first`` to ``last``, by delivery ascending.

    Rentals are bounded (B2), so no delivery before the longest of them can matter.
    """
    wanted = Filter(statuses=statuses, q=q, since=first - timedelta(days=LONGEST_RENTAL_DAYS), until=last)
    statement = (
        _matching(wanted)
        .with_only_columns(*_FOR_CALENDAR)
        .where(_bookings.c.operator_id == operator_id, _bookings.c.pickup_day >= first)
    )
    return [dict(row) for row in db.execute(statement).mappings()]


def _matching(wanted: Filter) -> Any:
    conditions: list[Any] = []
    if wanted.statuses:
        conditions.append(Booking.status.in_(wanted.statuses))
    if wanted.day:
        conditions.append(Booking.delivery_day == wanted.day)
    if wanted.since:
        conditions.append(Booking.delivery_day >= wanted.since)
    if wanted.until:
        conditions.append(Booking.delivery_day <= wanted.until)
    if wanted.q:
        # What is typed is looked for as it is: %, _ and \ stand for themselves.
        text = wanted.q.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        columns = (Booking.customer_name, Booking.message, Booking.venue_name, Booking.customer_email)
        conditions.append(or_(*(fold(column).like(f"%{text}%", escape="\\") for column in columns)))
    return (
        select(Booking)
        .where(and_(True, *conditions))
        .order_by(Booking.delivery_day, Booking.delivery_clock, Booking.id)
    )


def coming_at_venue(db: Session, venue_id: int, today: date) -> list[Booking]:
    """Bookings at a venue that are still to happen (B5): pending or confirmed, not picked up before today."""
    return list(
        db.scalars(
            select(Booking)
            .where(Booking.venue_id == venue_id, Booking.status.in_(HOLDING), Booking.pickup_day >= today)
            .order_by(Booking.delivery_day, Booking.id)
            .limit(MOST_LISTED)
        )
    )


def holding(db: Session, size: str, letter: str, spans: list[tuple[date, date]], now: datetime) -> list[Booking]:
    """Bookings that hold a letter on any day of the given spans of days, by delivery (L8)."""
    held = _holders(BOOKING, size, letter, spans, now)
    return list(
        db.scalars(
            select(Booking).where(Booking.id.in_(held)).order_by(Booking.delivery_day, Booking.id).limit(MOST_LISTED)
        )
    )


def held_for_quotes(db: Session, size: str, letter: str, spans: list[tuple[date, date]], now: datetime) -> bool:
    """Whether quotes hold a letter on any day of the given spans of days (L8, Q5)."""
    return db.scalar(_holders(QUOTE, size, letter, spans, now).limit(1)) is not None


def _holders(kind: str, size: str, letter: str, spans: list[tuple[date, date]], now: datetime) -> Select[int]:
    touched = or_(*(and_(LetterHold.first_day <= last, LetterHold.last_day >= first) for first, last in spans[:200]))
    return (
        select(LetterHold.holder_id)
        .where(
            LetterHold.kind == kind,
            LetterHold.size == size,
            LetterHold.letter == letter,
            touched,
            or_(LetterHold.expires_at.is_(None), LetterHold.expires_at > now),
        )
        .distinct()
    )
