"""The delivery and pickup of a rental with their known times: default times are never shown (B3).

If no time was given, the stored time ("8:00") only sorts lists.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from marqueedesk.bookings.models import Booking
from marqueedesk.delivery.install_windows import PickupHours, window_of
from marqueedesk.kit.text.formats import USUAL_TIME_FORMAT, clock_time
from marqueedesk.kit.text.ical import Entry

TAKES: Final = timedelta(hours=1)
"""Duration of a stop with a given time in a calendar."""
ANY_HOUR: Final = PickupHours()


@dataclass(frozen=True, slots=True)
class Stop:
    """A delivery or pickup. ``time`` is None if none was given; ``window`` is then the code of the install window
    chosen for the delivery, if any.
    """

    kind: Literal["delivery", "pickup"]
    day: date
    time: time | None
    window: str | None

    def words(self, collects: PickupHours = ANY_HOUR, style: str = USUAL_TIME_FORMAT) -> str | None:
        """Format the time: "2:30 PM", "Morning (8am-12pm)", or the business's pickup hours; None if unknown."""
        if self.time is not None:
            return clock_time(self.time, style)
        if self.kind == "pickup":
            return collects.words(style)
        window = window_of(self.window)
        return window.words(style) if window else None

    def span(self, zone: ZoneInfo) -> tuple[datetime, datetime] | tuple[date, date]:
        """Return start and end of its calendar entry: an hour, an install window, or the whole day.

        The end is exclusive, so a whole day ends on the next day.
        """
        if self.time is not None:
            start = datetime.combine(self.day, self.time, zone)
            return start, start + TAKES
        window = window_of(self.window)
        if window is None:
            return self.day, self.day + timedelta(days=1)
        return datetime.combine(self.day, window.start, zone), datetime.combine(self.day, window.end, zone)


def stops_of(booking: Booking) -> tuple[Stop, Stop]:
    """Return the delivery and the pickup of a booking."""
    return stops_of_row(booking.__dict__)


def stops_of_row(row: Mapping[str, Any]) -> tuple[Stop, Stop]:
    """Return the delivery and the pickup from a booking's columns."""
    delivery = _given(row, "delivery")
    window = row["install_time"] if delivery is None else None
    return (
        Stop("delivery", row["delivery_day"], delivery, window),
        Stop("pickup", row["pickup_day"], _given(row, "pickup"), None),
    )


def _given(row: Mapping[str, Any], kind: str) -> time | None:
    return time.fromisoformat(row[f"{kind}_clock"]) if row[f"{kind}_time_given"] else None


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
    """Build the calendar entry of a stop with the caller's texts."""
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
