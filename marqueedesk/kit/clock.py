"""The only place that asks what time it is. Verbs take ``now`` as an argument, so that a test can choose it."""

from datetime import UTC, date, datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

_NO_ZONES: Final = frozenset({"Factory", "localtime", "posixrules", "leapseconds", "Etc/Unknown"})
"""Names in databases of time zones that stand for no place."""


def now() -> datetime:
    """The present instant, aware, in UTC."""
    return datetime.now(UTC)


def local_day(instant: datetime, zone: ZoneInfo) -> date:
    """The calendar day on which an instant falls in a time zone."""
    return instant.astimezone(zone).date()


def is_time_zone(name: str | None) -> bool:
    """Whether a name is that of a time zone, such as America/New_York."""
    return name in _zones()


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones()) - _NO_ZONES
