"""Times recorded by phones, which may be sent hours later and by clocks that are wrong. Pure."""

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from marqueedesk.availability.days import instant
from marqueedesk.kit.errors import Invalid
from marqueedesk.rentals.rental_request import read_moment

DAY_AHEAD: Final = timedelta(days=1)
YEAR_BACK: Final = timedelta(days=366)


def read_phone_time(text: str, zone: ZoneInfo) -> datetime:
    """Parse the field ``at`` of a record made on a phone, in UTC. Raises Invalid if it has no time of day."""
    moment = read_moment(text, zone, "at")
    if moment.time is None:
        raise Invalid(fields={"at": "At must be a date with a time, for example 2027-06-01T14:00:00Z"})
    return instant(moment, zone, moment.time).astimezone(UTC)


def check_phone_time(at: datetime, now: datetime) -> None:
    """Raise Invalid if a time is implausible: more than a day ahead, or more than a year ago."""
    if at > now + DAY_AHEAD:
        raise Invalid(fields={"at": "The time is more than a day ahead. Check the phone's clock."})
    if at < now - YEAR_BACK:
        raise Invalid(fields={"at": "The time is more than a year ago. Check the phone's clock."})
