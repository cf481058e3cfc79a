"""Every SELECT of the search over everything, each kept to the session's operator."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.search import about_customer, matches
from marqueedesk.kit.db import contains_words
from marqueedesk.quotes.models import Quote
from marqueedesk.quotes.queries import SEARCHED as SEARCHED_QUOTES
from marqueedesk.venues.models import Venue

_SEARCHED_VENUES = (
    Venue.name,
    Venue.address,
    Venue.city,
    Venue.state,
    Venue.zip_code,
    Venue.contact_name,
    Venue.contact_email,
    Venue.contact_phone,
    Venue.notes,
)


def bookings(db: Session, q: str, today: date, limit: int) -> list[Booking]:
    """Bookings that a search finds: the next ones first, then those that are over, the latest first."""
    over = Booking.pickup_day < today
    order = (
        case((over, 1), else_=0),
        case((over, None), else_=Booking.delivery_day),
        Booking.delivery_day.desc(),
        Booking.id.desc(),
    )
    return list(db.scalars(select(Booking).where(*matches(q)).order_by(*order).limit(limit)))


@dataclass(frozen=True, slots=True)
class Customer:
    """Somebody who has booked: as their last booking names them, how often, and the day of the latest delivery."""

    last: Booking
    bookings: int
    delivery_day: date


def customers(db: Session, q: str, limit: int) -> list[Customer]:
    """Customers whose name, email or phone a search finds, those with the latest delivery first.

    Who gave the same email is one customer; without an email, who gave the same phone, or the same name.
    """
    same = func.coalesce(func.nullif(Booking.customer_email, ""), Booking.customer_phone, Booking.customer_name)
    latest = func.max(Booking.delivery_day).label("latest")
    rows = db.execute(
        select(func.max(Booking.id), func.count(), latest)
        .where(*about_customer(q))
        .group_by(same)
        .order_by(latest.desc(), func.max(Booking.id).desc())
        .limit(limit)
    ).all()
    last = {row.id: row for row in db.scalars(select(Booking).where(Booking.id.in_([row[0] for row in rows])))}
    return [Customer(last[row[0]], row[1], row[2]) for row in rows]


def quotes(db: Session, q: str, limit: int) -> list[Quote]:
    """Quotes that a search finds, the newest first."""
    found = select(Quote).where(*contains_words(SEARCHED_QUOTES, q))
    return list(db.scalars(found.order_by(Quote.id.desc()).limit(limit)))


def venues(db: Session, q: str, limit: int) -> list[Venue]:
    """Venues that a search finds, by name."""
    found = select(Venue).where(*contains_words(_SEARCHED_VENUES, q))
    return list(db.scalars(found.order_by(Venue.name, Venue.id).limit(limit)))
