"""A booking with its related data, as far as the caller may see it."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Depends
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.rights import SEE_MONEY
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings import queries, serializers
from marqueedesk.bookings.certificates import queries as certificates
from marqueedesk.bookings.goods import at_risk, borrowing
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.schemas import BookingWithHistory, CrewBookingWithHistory
from marqueedesk.delivery.rules import rules_of
from marqueedesk.kit import clock
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.pricing import queries as pricing
from marqueedesk.venues import queries as venues


def booking_for_update(db: Db, _terms: LockedTerms, booking_id: PathId) -> Booking:
    """Return the booking in the path under the operator's lock. Raises NotFound (404) before the body is validated.

    Depends on the caller, because resolving the caller scopes the session.
    """
    return queries.booking(db, booking_id)


BookingForUpdate = Annotated[Booking, Depends(booking_for_update)]
"""The booking in the path, under the operator's lock (`booking_for_update`)."""


def grace_hours_of(caller: Caller) -> int:
    """Return how many hours after the pickup day unreturned goods become overdue."""
    return rules_of(caller.operator.rules).overdue_grace_hours


def booking_details(db: Session, caller: Caller, booking: Booking) -> BookingWithHistory | CrewBookingWithHistory:
    """Return a booking with its related data, limited to what the caller may see."""
    venue = venues.venue(db, booking.venue_id) if booking.venue_id is not None else None
    changes, prices = queries.history(db, booking.id), pricing.price_list(db)
    terms = read_operator(db.connection(), caller.operator.id)
    risk = at_risk.risks_of(db, terms, clock.now(), [booking], prices).get(booking.id)
    return serializers.with_history(
        booking,
        changes,
        ZoneInfo(caller.operator.time_zone),
        prices=prices,
        venue=venue,
        measures=caller.operator.measures,
        risk=risk,
        certificate=certificates.state_of(db, booking, venue),
        borrowed=borrowing.by_booking(db, [booking], prices, sees_money=caller.may(SEE_MONEY)).get(booking.id, []),
        grace_hours=grace_hours_of(caller),
        sees_money=caller.may(SEE_MONEY),
    )
