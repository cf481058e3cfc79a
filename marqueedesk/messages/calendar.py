"""A booking as a calendar file: its delivery and its pickup, for the customer's own calendar."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from icalendar import Calendar, Event

_SPAN: Final = timedelta(hours=1)


def calendar_file(event: Mapping[str, Any]) -> str:
    """The file. ``event`` has ``uid``, ``stamp``, ``sequence``, ``where``, ``about`` and two ``moments``: each a name
    and a time in UTC, so that no time zone has to be spelled and summer time is right.
    """
    calendar: Any = Calendar()
    calendar.add("prodid", "-//MarqueeDesk//Bookings//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for number, (name, at) in enumerate(event["moments"]):
        entry: Any = Event()
        start = datetime.fromisoformat(at)
        entry.add("uid", f"{event['uid']}-{number}")
        entry.add("dtstamp", datetime.fromisoformat(event["stamp"]))
        entry.add("sequence", event["sequence"])
        entry.add("summary", name)
        entry.add("dtstart", start)
        entry.add("dtend", start + _SPAN)
        if event["where"]:
            entry.add("location", event["where"])
        entry.add("description", event["about"])
        calendar.add_component(entry)
    return calendar.to_ical().decode()
