"""Calendar files (RFC 5545) from plain values. Times are written in UTC: right in summer and winter without a zone.

The library is loaded with the first file: it takes megabytes, and few processes write any.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

CONFIRMED, TENTATIVE, CANCELED = "CONFIRMED", "TENTATIVE", "CANCELLED"


@dataclass(frozen=True, slots=True)
class Entry:
    """One event. ``uid`` is the same for the same event, so that a calendar knows it again; ``sequence`` counts its
    versions.
    """

    uid: str
    summary: str
    start: datetime
    end: datetime
    changed_at: datetime
    sequence: int
    location: str | None = None
    description: str | None = None
    url: str | None = None
    status: str = CONFIRMED


def calendar_file(entries: Iterable[Entry], *, name: str, refresh: str | None = None) -> bytes:
    """The file. ``refresh`` is how often a subscribed calendar should ask again, such as "PT30M"."""
    from icalendar import Calendar  # noqa: PLC0415 - see the module.

    calendar: Any = Calendar()
    calendar.add("prodid", "-//MarqueeDesk//Calendar//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    if refresh:
        calendar.add("x-published-ttl", refresh)
        calendar.add("refresh-interval", refresh, parameters={"VALUE": "DURATION"}, encode=False)
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
    event.add("dtstart", _utc(entry.start))
    event.add("dtend", _utc(entry.end))
    event.add("summary", entry.summary)
    for name, text in (("location", entry.location), ("description", entry.description), ("url", entry.url)):
        if text:
            event.add(name, text)
    event.add("status", entry.status)
    return event


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)
