"""Deliveries and pickups as entries of a calendar file."""

from datetime import datetime
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from marqueedesk.bookings.models import Booking
from marqueedesk.kit.text.ical import Entry
from marqueedesk.rentals.stops import Stop


def calendar_entry(
    booking: Booking,
    stop: Stop,
    zone: ZoneInfo,
    public_url: str,
    *,
    summary: str,
    description: str,
    status: str,
    changed_at: datetime | None = None,
    url: str | None = None,
    organizer: str | None = None,
) -> Entry:
    """Build the calendar entry of a stop from texts that the caller provides."""
    start, end = stop.span(zone)
    return Entry(
        event_uid(booking.id, stop, public_url),
        summary,
        start,
        end,
        changed_at or booking.updated_at,
        booking.revision,
        booking.place or None,
        description,
        url,
        status,
        organizer,
    )


def event_uid(booking_id: int, stop: Stop, public_url: str) -> str:
    """Return the stop's stable id for calendar files."""
    return f"booking-{booking_id}-{stop.kind}@{urlsplit(public_url).hostname}"
