"""A booking's delivery and pickup as a calendar file for the customer."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.calendar_entries import calendar_entry
from marqueedesk.bookings.links import BookingLinks
from marqueedesk.bookings.models import CANCELED, Booking
from marqueedesk.business import queries as business
from marqueedesk.kit.text import ical
from marqueedesk.kit.text.ical import CANCEL, CONFIRMED, PUBLISH, Entry, calendar_file
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.line_serializers import serialize_rented
from marqueedesk.rentals.stops import Stop

_WORDS = {"delivery": "Delivery", "pickup": "Pickup"}


@dataclass(frozen=True, slots=True)
class CustomersCalendar:
    """A calendar file and its method: publish, or cancel, which removes the events from the calendar."""

    content: bytes
    method: str


def customers_calendar(db: Session, operator: Operator, booking: Booking, links: BookingLinks) -> CustomersCalendar:
    """Return the calendar file of a booking that is or was confirmed, with the link to its page if there is one."""
    is_canceled = booking.status == CANCELED
    page_url = links.known(db, booking.id)
    company = business.company(db, operator)
    zone = ZoneInfo(operator.time_zone)
    lines = serialize_rented(booking.lines, pricing.price_list(db))
    rented = "; ".join(f"{line.text}: {line.detail}" if line.detail else line.text for line in lines)
    details = f"Booking #{booking.number}: {rented}. "
    reach = ", ".join(text for text in (company["name"], company["phone"], company["email"]) if text)

    def entry(stop: Stop) -> Entry:
        return calendar_entry(
            booking,
            stop,
            zone,
            links.public_url,
            summary=f"{_WORDS[stop.kind]}: “{booking.message}”",
            description=details + reach + (f"\n\nView or change your booking: {page_url}" if page_url else ""),
            url=page_url,
            status=ical.CANCELED if is_canceled else CONFIRMED,
            organizer=company["email"],
        )

    method = CANCEL if is_canceled else PUBLISH
    file = calendar_file(
        [entry(stop) for stop in (booking.delivery, booking.pickup)], name=company["name"], method=method
    )
    return CustomersCalendar(file, method)
