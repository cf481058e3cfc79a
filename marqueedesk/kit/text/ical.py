"""Calendar files (RFC 5545) from plain values. Times are written in UTC, which is correct in summer and winter without
a time zone. An entry without a time is an all-day event.

The library is imported when the first file is written, because it takes megabytes of memory and few processes write
calendar files.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

CONFIRMED, TENTATIVE, CANCELED = "CONFIRMED", "TENTATIVE", "CANCELLED"
PUBLISH: Final = "PUBLISH"
_SHORTEST: Final = timedelta(minutes=15)
CANCEL: Final = "CANCEL"
"""Method of a file that removes its events from a calendar."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event. ``uid`` identifies it for calendar programs; ``sequence`` is its version. If start and end are dates
    instead of datetimes, the event lasts whole days; the end is exclusive. ``organizer`` is an email address.
    """

    uid: str
    summary: str
    start: datetime | date
    end: datetime | date
    changed_at: datetime
    sequence: int
    location: str | None = None
    description: str | None = None
    url: str | None = None
    status: str = CONFIRMED
    organizer: str | None = None


def calendar_file(
    entries: Iterable[Entry], *, name: str, method: str = PUBLISH, refresh: timedelta | None = None
) -> bytes:
    """Return the calendar file. ``refresh`` is how often subscribers should poll it."""
    from icalendar import Calendar, vDuration  # noqa: PLC0415 - see the module.

    calendar: Any = Calendar()
    calendar.add("prodid", "-//MarqueeDesk//Calendar//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", method)
    calendar.add("x-wr-calname", name)
    if refresh:
        often: Any = vDuration(refresh)
        calendar.add("x-published-ttl", vDuration(refresh))
        often.params["VALUE"] = "DURATION"
        calendar.add("refresh-interval", often)
    for entry in entries:
        calendar.add_component(_event(entry))
    content: bytes = calendar.to_ical()
    return content


def _event(entry: Entry) -> Any:
    from icalendar import Event  # noqa: PLC0415 - see the module.

    event: Any = Event()
    event.add("uid", entry.uid)
    event.add("dtstamp", _utc(entry.changed_at))
    event.add("last-modified", _utc(entry.changed_at))
    event.add("sequence", entry.sequence)
    event.add("dtstart", _when(entry.start))
    event.add("dtend", _end(entry))
    event.add("summary", entry.summary)
    for name, text in (("location", entry.location), ("description", entry.description), ("url", entry.url)):
        if text:
            event.add(name, text)
    if entry.organizer:
        event.add("organizer", f"mailto:{entry.organizer}")
    event.add("status", entry.status)
    # Otherwise a whole day would be shown as busy.
    event.add("transp", "OPAQUE" if isinstance(entry.start, datetime) else "TRANSPARENT")
    return event


def _end(entry: Entry) -> datetime | date:
    """Return the end of an entry, later than its start: when clocks go forward, an hour may be skipped."""
    start, end = _when(entry.start), _when(entry.end)
    if isinstance(start, datetime) and isinstance(end, datetime):
        return max(end, start + _SHORTEST)
    return end


def _when(value: datetime | date) -> datetime | date:
    return _utc(value) if isinstance(value, datetime) else value


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)
