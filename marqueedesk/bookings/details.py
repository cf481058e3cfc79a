"""A booking with related data, limited to what the caller may see."""

from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.rights import SEE_MONEY
from marqueedesk.bookings import queries, serializers
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.schemas import BookingWithHistory, CrewBookingOut, CrewBookingWithHistory
from marqueedesk.delivery.rules import rules_of
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.venues import queries as venues


def seen_booking(
    caller: Caller, booking: Booking, zone: ZoneInfo, prices: PriceList, *, grace_hours: int
) -> CrewBookingOut:
    """Serialize a booking for the caller."""
    return serializers.for_member(booking, zone, prices, sees_money=caller.may(SEE_MONEY), grace_hours=grace_hours)


def grace_hours_of(caller: Caller) -> int:
    """Return the hours after the pickup day when unreturned goods become overdue."""
    return rules_of(caller.operator.rules).overdue_grace_hours


def booking_details(db: Session, caller: Caller, booking: Booking) -> BookingWithHistory | CrewBookingWithHistory:
    """Return a booking with related data, limited to what the caller may see."""
    venue = venues.venue(db, booking.venue_id) if booking.venue_id is not None else None
    changes, prices = queries.history(db, booking.id), pricing.price_list(db)
    return serializers.with_history(
        booking,
        changes,
        ZoneInfo(caller.operator.time_zone),
        prices=prices,
        venue=venue,
        grace_hours=grace_hours_of(caller),
        sees_money=caller.may(SEE_MONEY),
    )
