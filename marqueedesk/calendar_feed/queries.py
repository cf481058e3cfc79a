"""Queries for calendar feeds, scoped to the session's operator."""

from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.business_calendar import earliest_delivery
from marqueedesk.bookings.models import AWAY, CANCELED, Booking
from marqueedesk.calendar_feed.models import CalendarFeed
from marqueedesk.customer_pages.models import CrewNotes

BACK = timedelta(days=60)
AHEAD = timedelta(days=3 * 366)
MOST = 3000
"""Maximum number of bookings in a feed, earliest first: calendar apps fail on more."""


def feed(db: Session) -> CalendarFeed | None:
    """Return the business's feed, or None."""
    return db.scalars(select(CalendarFeed)).one_or_none()


def _shown(today: date) -> list[ColumnElement[bool]]:
    """Return the conditions for a booking in the feed: its delivery or pickup is within the feed's period, or it was
    canceled while its letters were out and they aren't back yet (E3a).
    """
    first = today - BACK
    ahead = and_(
        # The first condition can use the index on deliveries.
        Booking.delivery_day.between(earliest_delivery(first), today + AHEAD),
        Booking.pickup_day >= first,
        Booking.status != CANCELED,
    )
    return [or_(ahead, and_(Booking.status == CANCELED, Booking.goods.in_(AWAY)))]


def state(db: Session, today: date) -> tuple[Any, ...]:
    """Return a fingerprint of the feed that is cheap to compute and only changes with the feed."""
    bookings = db.execute(
        select(func.count(), func.max(Booking.updated_at), func.sum(Booking.revision), func.max(Booking.id)).where(
            *_shown(today)
        )
    ).one()
    notes = db.execute(select(func.count(), func.max(CrewNotes.updated_at))).one()
    return (*bookings, *notes)


def bookings(db: Session, today: date) -> list[tuple[Booking, CrewNotes | None]]:
    """Return the feed's bookings by delivery, with the customers' notes for the crew."""
    rows = db.execute(
        select(Booking, CrewNotes)
        .outerjoin(CrewNotes, (CrewNotes.booking_id == Booking.id) & (CrewNotes.operator_id == Booking.operator_id))
        .where(*_shown(today))
        .order_by(Booking.delivery_day, Booking.delivery_clock, Booking.id)
        .limit(MOST)
    )
    return [(row[0], row[1]) for row in rows]


def made_at(db: Session) -> datetime | None:
    """Return the time when the current URL was created."""
    return db.scalar(select(CalendarFeed.created_at))
