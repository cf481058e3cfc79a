"""The only access to the system time. Other functions take ``now`` as an argument, so tests can choose it."""

from datetime import UTC, date, datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

_NO_ZONES: Final = frozenset({"Factory", "localtime", "posixrules", "leapseconds", "Etc/Unknown"})
"""Entries of time zone databases that are not places."""


def now() -> datetime:
    """Return the current instant, aware, in UTC."""
    return datetime.now(UTC)


def local_day(instant: datetime, zone: ZoneInfo) -> date:
    """Return the calendar day of an instant in a time zone."""
    return instant.astimezone(zone).date()


def is_time_zone(name: str | None) -> bool:
    """Return whether a name is a time zone, such as America/New_York."""
    return name in _zones()


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones()) - _NO_ZONES
