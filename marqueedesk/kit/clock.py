"""The only place that asks what time it is. Verbs take ``now`` as an argument, so that a test can choose it."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo


def now() -> datetime:
    """The present instant, aware, in UTC."""
    return datetime.now(UTC)


def local_day(instant: datetime, zone: ZoneInfo) -> date:
    """The calendar day on which an instant falls in a time zone."""
    return instant.astimezone(zone).date()
