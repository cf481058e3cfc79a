"""Access to the system time, found nowhere else. All other functions take ``now`` as an argument, so that tests can set
it.
"""

from datetime import UTC, date, datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

_NO_ZONES: Final = frozenset({"Factory", "localtime", "posixrules", "leapseconds", "Etc/Unknown"})
"""Entries in time zone databases that are not places."""


def now() -> datetime:
    """Return the current time as an aware UTC datetime."""
    return datetime.now(UTC)


def local_day(instant: datetime, zone: ZoneInfo) -> date:
    """Return the calendar day of a time in a time zone."""
    return instant.astimezone(zone).date()


def is_time_zone(name: str | None) -> bool:
    """Return true if the name is a time zone, such as America/New_York."""
    return name in _zones()


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones()) - _NO_ZONES
