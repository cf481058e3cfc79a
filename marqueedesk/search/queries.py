"""Queries for the global search, scoped to the session's operator."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Date, Integer, String, and_, case, cast, func, null, select, true, union_all
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.search import about_customer, matches
from marqueedesk.kit.db.db import contains_words
from marqueedesk.quotes.models import Quote
from marqueedesk.quotes.queries import SEARCHED as SEARCHED_QUOTES
from marqueedesk.venues.models import Venue
from marqueedesk.venues.schemas import VenueAccessOut

_SEARCHED_VENUES = (
    Venue.name,
    Venue.address,
    Venue.city,
    Venue.state,
    Venue.zip_code,
    *(getattr(Venue, name) for name in VenueAccessOut.model_fields),
)


@dataclass(frozen=True, slots=True)
class CustomerHit:
    """A customer with bookings: the last booking, the number of bookings, and the latest delivery day."""

    last: Booking
    bookings: int
    delivery_day: date


def bookings_and_customers(db: Session, q: str, today: date, limit: int) -> tuple[list[Booking], list[CustomerHit]]:
    """Return up to ``limit`` matching bookings and customers. Each booking's text is scanned only once for both.

    Upcoming bookings come first by date, followed by past ones, latest first. Customers match by name, email or phone;
    those with the latest delivery come first. Bookings that have no customer yet are grouped by email, phone or name.
    """
    contact = (func.nullif(Booking.customer_email, ""), Booking.customer_phone, Booking.customer_name)
    same = func.coalesce(cast(Booking.customer_id, String), *contact)
    found = (
        select(
            Booking.id,
            Booking.delivery_day,
            (Booking.pickup_day < today).label("over"),
            and_(true(), *about_customer(q)).label("about_customer"),
            same.label("customer"),
        )
        .where(*matches(q))
        .cte("found")
    )
    order = (
        case((found.c.over, 1), else_=0),
        case((found.c.over, None), else_=found.c.delivery_day),
        found.c.delivery_day.desc(),
        found.c.id.desc(),
    )
    some = select(found.c.id).order_by(*order).limit(limit).subquery()
    last, latest = func.max(found.c.id).label("last"), func.max(found.c.delivery_day).label("latest")
    people = (
        select(last, func.count().label("count"), latest)
        .where(found.c.about_customer)
        .group_by(found.c.customer)
        .order_by(latest.desc(), last.desc())
        .limit(limit)
        .subquery()
    )
    both = union_all(
        select(some.c.id, cast(null(), Integer).label("count"), cast(null(), Date).label("latest")),
        select(people.c.last, people.c.count, people.c.latest),
    )
    rows: Sequence[Any] = db.execute(both).all()
    read = {row.id: row for row in db.scalars(select(Booking).where(Booking.id.in_([row[0] for row in rows])))}
    # A union has no defined order, so sort here.
    next_first = sorted((read[at] for at, count, _ in rows if count is None), key=lambda row: _place(row, today))
    customers = [CustomerHit(read[at], count, day) for at, count, day in rows if count is not None]
    return next_first, sorted(customers, key=lambda row: (row.delivery_day, row.last.id), reverse=True)


def _place(row: Booking, today: date) -> tuple[bool, int, int]:
    is_over = row.pickup_day < today
    day = row.delivery_day.toordinal()
    return is_over, -day if is_over else day, -row.id


def quotes(db: Session, q: str, limit: int) -> list[Quote]:
    """Return matching quotes, newest first."""
    found = select(Quote).where(*contains_words(SEARCHED_QUOTES, q))
    return list(db.scalars(found.order_by(Quote.id.desc()).limit(limit)))


def venues(db: Session, q: str, limit: int) -> list[Venue]:
    """Return matching venues, by name."""
    found = select(Venue).where(*contains_words(_SEARCHED_VENUES, q))
    return list(db.scalars(found.order_by(Venue.name, Venue.id).limit(limit)))
