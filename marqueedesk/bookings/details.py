"""A booking as the caller may see it, with all that belongs to it."""

from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.rights import SEE_MONEY
from marqueedesk.accounts.rules import rules_of
from marqueedesk.bookings import answers as answer_forms
from marqueedesk.bookings import queries
from marqueedesk.bookings.models import Booking
from marqueedesk.pricing import queries as pricing
from marqueedesk.venues import queries as venues


def seen_booking(caller: Caller, answer: dict[str, Any]) -> dict[str, Any]:
    """An answer about a booking as the caller may see it."""
    return answer if caller.may(SEE_MONEY) else answer_forms.for_staff(answer)


def grace_hours_of(caller: Caller) -> int:
    """The hours after which what did not come back is overdue."""
    return rules_of(caller.operator.rules).overdue_grace_hours


def booking_details(db: Session, caller: Caller, booking: Booking) -> dict[str, Any]:
    """One booking with all that belongs to it, as the caller may see it."""
    venue = venues.venue(db, booking.venue_id) if booking.venue_id is not None else None
    changes, prices = queries.history(db, booking.id), pricing.price_list(db)
    zone = ZoneInfo(caller.operator.time_zone)
    return seen_booking(
        caller,
        answer_forms.with_history(
            booking, changes, zone, prices=prices, venue=venue, grace_hours=grace_hours_of(caller)
        ),
    )
