"""Expected return of late goods, which stay held until then."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import service as availability
from marqueedesk.availability.days import Moment
from marqueedesk.availability.models import BOOKING, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stock_queries import SPAN
from marqueedesk.bookings.errors import NothingToReturn
from marqueedesk.bookings.models import AWAY, BACK, CONFIRMED, Booking
from marqueedesk.bookings.serializers import expected_back
from marqueedesk.bookings.service import note_change
from marqueedesk.bookings.stored_rental import days_of
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.formats import day
from marqueedesk.rentals.rental_request import clock_text


def expect(db: Session, terms: Terms, booking: Booking, when: Moment | None, *, by: User, now: datetime) -> None:
    """Set when a booking's goods are expected back and hold them until then; None clears it. The agreed pickup and the
    price don't change.

    ``terms`` are those read when this transaction took the lock. Raises Invalid on ``expectedBack`` for a past day or
    one too far ahead, and NothingToReturn.
    """
    if booking.goods == BACK or not (booking.status == CONFIRMED or booking.goods in AWAY):
        raise NothingToReturn.format(number=booking.number)
    if when is not None:
        if when.day < terms.today(now):
            raise Invalid(fields={"expectedBack": "Choose today or a later day"})
        most = booking.delivery_day + SPAN - timedelta(days=1 + booking.turnaround_days)
        if when.day > most:
            latest = day(most, terms.date_format)
            raise Invalid(fields={"expectedBack": f"Goods can be expected until {latest}. Move the pickup instead."})
    before = expected_back(booking, terms.zone)
    booking.return_day = when.day if when else None
    booking.return_clock = clock_text(when.time) if when and when.time else None
    hold(db, terms, booking, now)
    after = expected_back(booking, terms.zone)
    if before != after:
        booking.revision += 1
        booking.updated_at = now
        note_change(db, booking, by, now, kind="edited", changes={"expectedBack": [before, after]})


def hold(db: Session, terms: Terms, booking: Booking, now: datetime) -> None:
    """Extend a booking's holds to the expected return, or to the agreed end if none is set."""
    last = days_of(booking, terms, now).last
    if booking.return_day is not None:
        last = max(last, booking.return_day + timedelta(days=booking.turnaround_days))
    availability.hold_until(db, terms, Holder(BOOKING, booking.id), last)
