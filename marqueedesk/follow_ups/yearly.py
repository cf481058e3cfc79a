"""Past customers whose event was eleven months ago, for one email a year."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session, aliased

from marqueedesk.bookings.models import CANCELED, COMPLETED, CONFIRMED, Booking
from marqueedesk.follow_ups.models import FollowUpRecipient

AFTER: Final = timedelta(days=335)
"""Time from an event to the email: eleven months."""
CATCH_UP: Final = timedelta(days=6)
"""How many days late the email may be, because of daily limits or a mail server that is down."""
ONCE_IN: Final = timedelta(days=300)
"""Minimum time between two of these emails to an address."""


def past_bookings(db: Session, today: date, now: datetime) -> Sequence[Booking]:
    """Return bookings with an event eleven months ago, the latest of each address, without addresses that have a coming
    booking, stopped the emails, or got one this year. Customers of imported bookings get none: they never dealt with
    the business here. Earlier events come first.
    """
    day, email = today - AFTER, func.lower(Booking.customer_email)
    coming = aliased(Booking)
    comes_again = exists().where(
        coming.operator_id == Booking.operator_id,
        coming.status != CANCELED,
        coming.delivery_day >= today,
        func.lower(coming.customer_email) == email,
    )
    was_emailed = exists().where(
        FollowUpRecipient.operator_id == Booking.operator_id,
        FollowUpRecipient.customer_email == email,
        FollowUpRecipient.stopped_at.is_not(None) | (FollowUpRecipient.yearly_at > now - ONCE_IN),
    )
    query = select(Booking).where(
        Booking.status.in_((CONFIRMED, COMPLETED)),
        Booking.delivery_day.between(day - CATCH_UP, day),
        Booking.customer_email != "",
        Booking.import_id.is_(None),
        ~comes_again,
        ~was_emailed,
    )
    latest: dict[str, Booking] = {}
    for booking in db.scalars(query.order_by(Booking.delivery_day, Booking.id)):
        latest[booking.customer_email.lower()] = booking
    return list(latest.values())
