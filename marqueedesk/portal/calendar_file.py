"""A booking for its customer's own calendar: the delivery and the pickup."""

from datetime import date, datetime, time, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.models import CANCELED, PENDING, Booking
from marqueedesk.business import queries as business
from marqueedesk.kit import ical
from marqueedesk.kit.ical import CONFIRMED, TENTATIVE, Entry, calendar_file

TAKES = timedelta(hours=1)
_STATUS = {PENDING: TENTATIVE, CANCELED: ical.CANCELED}


def customers_calendar(db: Session, operator: Operator, booking: Booking, public_url: str) -> bytes:
    """The file for a booking's customer."""
    company = business.company(db, operator)
    zone, host = ZoneInfo(operator.time_zone), urlsplit(public_url).hostname
    reach = ", ".join(text for text in (company["name"], company["phone"], company["email"]) if text)

    def entry(part: str, on: date, clock: str, what: str) -> Entry:
        start = datetime.combine(on, time.fromisoformat(clock), zone)
        return Entry(
            uid=f"booking-{booking.id}-{part}@{host}",
            summary=f"{what}: “{booking.message}”",
            start=start,
            end=start + TAKES,
            changed_at=booking.updated_at,
            sequence=booking.revision,
            location=", ".join(text for text in (booking.venue_name, booking.venue_address) if text) or None,
            description=f"Booking #{booking.number}: {booking.size}, {booking.letter_count} letters. {reach}",
            status=_STATUS.get(booking.status, CONFIRMED),
        )

    return calendar_file(
        [
            entry("delivery", booking.delivery_day, booking.delivery_clock, "Delivery"),
            entry("pickup", booking.pickup_day, booking.pickup_clock, "Pickup"),
        ],
        name=company["name"],
    )
