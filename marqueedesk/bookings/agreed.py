"""A booking out of what both sides agreed on before: letters, days and price are taken as they were, not computed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.availability.facts import Terms
from marqueedesk.bookings.facts import next_number
from marqueedesk.bookings.models import CONFIRMED, FROM_OPERATOR, HOLDING, Booking
from marqueedesk.bookings.rental import Days, clock_text, stored_breakdown
from marqueedesk.kit import jobs
from marqueedesk.pricing.breakdown import Breakdown
from marqueedesk.venues.models import Venue


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was agreed. ``placed_by`` is who enters the booking, ``overbook_reason`` why letters may be short (L10)."""

    quote_id: int
    message: str
    size: str
    needed: Mapping[str, int]
    days: Days
    price: Breakdown
    color: str
    add_ons: list[str]
    venue_id: int | None
    venue_name: str | None
    venue_address: str | None
    customer_name: str
    customer_email: str
    customer_phone: str | None
    event_type: str | None
    install_time: str | None
    notes: str | None
    placed_by: str
    overbook_reason: str | None = None


def book_agreed(db: Session, terms: Terms, agreed: Agreed, now: datetime) -> Booking:
    """Write a confirmed booking and hold its letters, in the caller's transaction.

    ``terms`` come from the lock taken in it. Whatever the quote held is released before; raises NotEnoughLetters when
    the letters are not free, unless there is a reason to book over the stock. A quote makes one booking: a second one
    fails in the database.
    """
    days, price = agreed.days, agreed.price
    booking = Booking(
        number=db.connection().scalar(select(next_number(terms.operator_id))),
        status=CONFIRMED,
        source=FROM_OPERATOR,
        placed_by=agreed.placed_by,
        message=agreed.message,
        size=agreed.size,
        letter_count=price.letter_count,
        event_type=agreed.event_type,
        install_time=agreed.install_time,
        color=agreed.color,
        add_ons=agreed.add_ons,
        customer_name=agreed.customer_name,
        customer_email=agreed.customer_email,
        customer_phone=agreed.customer_phone,
        venue_id=venue_there(db, agreed.venue_id),
        venue_name=agreed.venue_name,
        venue_address=agreed.venue_address,
        venue_surcharge_cents=price.surcharge_cents,
        delivery_day=days.delivery.day,
        delivery_clock=clock_text(days.delivery_clock),
        delivery_time_given=days.delivery.time is not None,
        pickup_day=days.pickup.day,
        pickup_clock=clock_text(days.pickup_clock),
        pickup_time_given=days.pickup.time is not None,
        rental_days=price.days,
        turnaround_days=days.turnaround_days,
        breakdown=stored_breakdown(price),
        total_cents=price.total_cents,
        deposit_cents=price.deposit_cents,
        received_cents=0,
        cancel_fee_cents=None,
        notes=agreed.notes,
        operator_notes=None,
        hold_expires_at=None,
        possible_duplicate=_equal_one(db, agreed),
        overbook_reason=agreed.overbook_reason,
        quote_id=agreed.quote_id,
        revision=1,
        created_at=now,
        updated_at=now,
    )
    db.add(booking)
    db.flush()
    availability.hold(
        db,
        terms,
        holder_id=booking.id,
        size=agreed.size,
        needed=agreed.needed,
        first=days.first,
        last=days.last,
        expires_at=None,
        now=now,
        check=agreed.overbook_reason is None,
    )
    jobs.enqueue(db, "booking.placed", {"bookingId": booking.id, "operatorId": terms.operator_id}, now)
    return booking


def venue_there(db: Session, venue_id: int | None) -> int | None:
    """The venue, or None for one that was deleted since: it leaves its name and address behind (B5)."""
    return None if venue_id is None else db.scalar(select(Venue.id).where(Venue.id == venue_id))


def _equal_one(db: Session, agreed: Agreed) -> bool:
    """Whether the customer has a booking like this already (B9)."""
    found = db.scalar(
        select(Booking.id)
        .where(
            Booking.delivery_day == agreed.days.delivery.day,
            Booking.pickup_day == agreed.days.pickup.day,
            Booking.customer_email == agreed.customer_email,
            Booking.message == agreed.message,
            Booking.size == agreed.size,
            Booking.status.in_(HOLDING),
        )
        .limit(1)
    )
    return found is not None
