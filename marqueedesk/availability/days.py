"""The rental calendar: the days that a rental spans, occupies and is charged for, in the operator's local time.

Rental dates are local dates with an optional local time. They are never converted to instants before counting, so a
daylight saving change can't add or drop a day (rule P4).
"""

import datetime as dt
import re
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from marqueedesk.accounts.models import SAME_DAY_TURNAROUND
from marqueedesk.delivery.install_windows import InstallWindow

FIRST_DAY: Final = dt.date(1, 1, 2)
LAST_DAY: Final = dt.date(9999, 12, 30)
"""The last day on which every local time of every zone is a valid instant; later days can overflow in UTC."""

_DEFAULT_DELIVERY: Final = dt.time(8)
_DEFAULT_PICKUP: Final = dt.time(10)
_SAME_DAY_PICKUP: Final = dt.time(22)

_OUTSIDE: Final = "This date is outside the calendar"
_ONE_DAY: Final = dt.timedelta(days=1)
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATE_TIME: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?"
    r"(?:Z|[+-][0-9]{2}:?[0-9]{2}(?::[0-9]{2})?)?"
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A delivery or pickup as entered: a day, and a local time if given (rule B3)."""

    day: dt.date
    time: dt.time | None = None


def parse_moment(text: str, zone: ZoneInfo) -> Moment:
    """Parse a date ("2027-06-01") or ISO date-time as a moment in the operator's local time (rule B3).

    A date-time without an offset is taken as local; one with an offset is converted. Raises ValueError with a message
    for users if the text is anything else or not a valid day.
    """
    date_alone = _DATE.fullmatch(text)
    if not date_alone and not _DATE_TIME.fullmatch(text):
        raise ValueError("Enter a date as YYYY-MM-DD")
    try:
        parsed = dt.datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("This date does not exist") from None
    _within_calendar(parsed.date())
    if date_alone:
        return Moment(parsed.date())
    if parsed.tzinfo is not None:
        parsed = _on_the_wall(parsed, zone)
        _within_calendar(parsed.date())
    elif _is_skipped(parsed, zone):
        raise ValueError(f"Clocks go forward that night, so {parsed:%H:%M} doesn't exist. Choose another time")
    return Moment(parsed.date(), parsed.time())


def _is_skipped(wall: dt.datetime, zone: ZoneInfo) -> bool:
    """Return true if a local time is skipped by a daylight saving change."""
    return wall.replace(tzinfo=zone).astimezone(dt.UTC).astimezone(zone).replace(tzinfo=None) != wall


def last_day(delivery: Moment, pickup: Moment, grace_hours: int = 0) -> dt.date:
    """Return the last day of a rental: the pickup day, or the day before for a pickup within the grace hours after
    midnight (rule P4). Never before the delivery. A pickup without a time counts on its day.
    """
    if pickup.time is None or grace_hours == 0 or pickup.day == delivery.day:
        return pickup.day
    left = dt.datetime.combine(pickup.day, pickup.time) - dt.timedelta(hours=grace_hours)
    return max(delivery.day, left.date())


def rental_days(delivery: Moment, pickup: Moment, grace_hours: int = 0) -> int:
    """Return the days that a rental is charged for, at least 1: the dates from delivery to `last_day` (rule P4;
    specification, section 9).

    Times of day don't count. The order of the days doesn't matter here; reversed dates are rejected elsewhere (rule
    B2).
    """
    if pickup.day < delivery.day:
        return (delivery.day - pickup.day).days
    return max(1, (last_day(delivery, pickup, grace_hours) - delivery.day).days)


def occupied(delivery_day: dt.date, pickup_day: dt.date, turnaround_days: int) -> tuple[dt.date, dt.date]:
    """Return the first and last day on which a rental occupies its letters, inclusive (rule L2).

    turnaround_days are extra days after the pickup; SAME_DAY_TURNAROUND frees the pickup day instead, except for a
    one-day rental. Raises ValueError for reversed days and for an invalid turnaround.
    """
    if pickup_day < delivery_day:
        raise ValueError("Pickup must be on or after delivery")
    if turnaround_days < SAME_DAY_TURNAROUND:
        raise ValueError("The turnaround cannot be negative")
    if turnaround_days == SAME_DAY_TURNAROUND:
        return delivery_day, delivery_day if pickup_day == delivery_day else pickup_day - _ONE_DAY
    days_left = (dt.date.max - pickup_day).days
    return delivery_day, pickup_day + dt.timedelta(days=min(turnaround_days, days_left))


def default_times(window: InstallWindow | None, same_day: bool) -> tuple[dt.time, dt.time]:  # noqa: FBT001 - a plain fact of the rental
    """Return the default delivery and pickup times for dates without a time (rule B3).

    same_day is true if the pickup is on the delivery day.
    """
    delivery = _DEFAULT_DELIVERY if window is None else window.start
    return delivery, _SAME_DAY_PICKUP if same_day else _DEFAULT_PICKUP


def instant(moment: Moment, zone: ZoneInfo, default: dt.time) -> dt.datetime:
    """Return the moment as an aware datetime in the zone, with the default if no time was given (rule B3).

    Its isoformat() parses back to the same local time, even for a time skipped or repeated by a daylight saving change.
    Raises ValueError for a day outside FIRST_DAY to LAST_DAY.
    """
    return dt.datetime.combine(_within_calendar(moment.day), default if moment.time is None else moment.time, zone)


def _on_the_wall(moment: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    """Convert to the zone, but keep a local time that already has the zone's offset.

    This matters for times skipped by a daylight saving change: 02:30 with the offset before the change is 03:30 after
    it, so a rental sent back unchanged would become a day longer.
    """
    here = moment.replace(tzinfo=zone)
    if here.utcoffset() == moment.utcoffset():
        return here
    try:
        return moment.astimezone(zone)
    except OverflowError:
        raise ValueError(_OUTSIDE) from None


def _within_calendar(day: dt.date) -> dt.date:
    if not FIRST_DAY <= day <= LAST_DAY:
        raise ValueError(_OUTSIDE)
    return day
