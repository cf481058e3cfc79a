"""What stands in a feed: each delivery and each pickup, with place, times, letters, whom to call, and the way back."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from marqueedesk.availability.message import split_message
from marqueedesk.bookings.models import PENDING, Booking
from marqueedesk.kit.ical import CONFIRMED, TENTATIVE, Entry
from marqueedesk.portal.crew import crew_lines
from marqueedesk.portal.models import CrewNotes

WINDOW = timedelta(hours=4)
"""An install window, where no time was agreed."""
TAKES = timedelta(hours=1)


def entries(rows: Iterable[tuple[Booking, CrewNotes | None]], zone: ZoneInfo, public_url: str) -> Iterable[Entry]:
    """Two entries a booking."""
    host = urlsplit(public_url).hostname
    for booking, notes in rows:
        about = _about(booking, notes, public_url)
        location = ", ".join(text for text in (booking.venue_name, booking.venue_address) if text) or None
        changed_at = max(booking.updated_at, notes.updated_at) if notes else booking.updated_at
        windowed = booking.install_time is not None and not booking.delivery_time_given
        parts = (
            ("delivery", "Deliver", booking.delivery_day, booking.delivery_clock, WINDOW if windowed else TAKES),
            ("pickup", "Pick up", booking.pickup_day, booking.pickup_clock, TAKES),
        )
        for part, verb, on, clock, takes in parts:
            start = _moment(on, clock, zone)
            yield Entry(
                uid=f"booking-{booking.id}-{part}@{host}",
                summary=f"{verb} “{booking.message}” ({booking.size}), {booking.customer_name}",
                start=start,
                end=start + takes,
                changed_at=changed_at,
                sequence=booking.revision,
                location=location,
                description=about,
                url=_address(booking, public_url),
                status=TENTATIVE if booking.status == PENDING else CONFIRMED,
            )


def _moment(on: date, clock: str, zone: ZoneInfo) -> datetime:
    return datetime.combine(on, time.fromisoformat(clock), zone)


def _address(booking: Booking, public_url: str) -> str:
    return f"{public_url}/bookings?id={booking.id}"


def _about(booking: Booking, notes: CrewNotes | None, public_url: str) -> str:
    letters = Counter(split_message(booking.message))
    lines = [
        f"Letters ({booking.size}): " + ", ".join(f"{letter} ×{number}" for letter, number in sorted(letters.items())),
        f"Add-ons: {', '.join(booking.add_ons)}" if booking.add_ons else None,
        "Customer: " + ", ".join(text for text in (booking.customer_name, booking.customer_phone) if text),
        f"Notes: {booking.notes}" if booking.notes else None,
        *crew_lines(notes),
    ]
    status = "A request, not confirmed yet" if booking.status == PENDING else f"Booking #{booking.number}"
    return "\n".join(line for line in [status, *lines, _address(booking, public_url)] if line)
