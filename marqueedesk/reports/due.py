"""Amounts owed now and in the coming days, from the bookings' payment schedules."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.payment_schedule import SCHEDULE_COLUMNS
from marqueedesk.kit.db.detached_copy import from_columns
from marqueedesk.pricing.payment_terms import DuePart

AHEAD: Final = timedelta(days=7)
"""Period of "due this week": today and the six days after it."""

_COLUMNS: Final = [getattr(Booking, name) for name in ("id", "number", "customer_name", "message", *SCHEDULE_COLUMNS)]


@dataclass(frozen=True, slots=True)
class DueBooking:
    """Amount that a booking owes by a given day, in cents, and the earliest due date."""

    booking_id: int
    number: int
    customer_name: str
    message: str
    due: date
    cents: int


@dataclass(frozen=True, slots=True)
class Due:
    """Bookings with overdue amounts, and bookings with amounts due in the coming week, each sorted by due day. A
    booking can be in both lists.
    """

    overdue: list[DueBooking]
    this_week: list[DueBooking]


def due_by(db: Session, zone: ZoneInfo, today: date) -> Due:
    """Return the amounts that bookings owe by a day."""
    overdue, this_week = list[DueBooking](), list[DueBooking]()
    rows = [row for due in bookings.owing_by(today + AHEAD) for row in db.execute(select(*_COLUMNS).where(*due))]
    for row in rows:
        booking_id, number, customer, message, *schedule_columns = row
        booking = from_columns(Booking, dict(zip(SCHEDULE_COLUMNS, schedule_columns, strict=True)))
        parts = booking.payment_schedule(zone, with_processing=True)
        late = _open(part for part in parts if part.due < today)
        soon = _open(part for part in parts if today <= part.due < today + AHEAD)
        for found, into in ((late, overdue), (soon, this_week)):
            if found is not None:
                day, cents = found
                into.append(DueBooking(booking_id, number, customer, message, day, cents))
    for rows_of in (overdue, this_week):
        rows_of.sort(key=lambda row: (row.due, row.number))
    return Due(overdue, this_week)


def _open(parts: Iterable[DuePart]) -> tuple[date, int] | None:
    """Return the earliest due day of the unpaid parts and their sum in cents, or None if all are paid."""
    left = [part for part in parts if part.cents > part.paid_cents]
    return (left[0].due, sum(part.cents - part.paid_cents for part in left)) if left else None
