"""The rental calendar: which days a rental spans, occupies and costs, in the operator's wall-clock time.

Rental dates are local dates with an optional local time. Nothing here turns them into instants before counting,
because a daylight-saving change must never add or drop a day (rule P4).
"""

import datetime as dt
import re
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from marqueedesk.accounts.models import SAME_DAY_TURNAROUND
from marqueedesk.delivery.install_windows import window_of

FIRST_DAY: Final = dt.date(1, 1, 2)
LAST_DAY: Final = dt.date(9999, 12, 30)
"""The days on which every wall-clock time of every zone is also an instant; the outermost two overflow in UTC."""

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
    """A delivery or pickup as it was entered: a day, and a wall-clock time if there is one (rule B3)."""

    day: dt.date
    time: dt.time | None = None


def parse_moment(text: str, zone: ZoneInfo) -> Moment:
    """Read a date ("2027-06-01") or an ISO date-time as a moment on the operator's wall clock (rule B3).

    A date-time without an offset is the operator's wall clock already; with one it is converted to the zone. Raises
    ValueError with a sentence for a person when the text is anything else or no day of the calendar.
    """
    date_alone = _DATE.fullmatch(text)
    if not date_alone and not _DATE_TIME.fullmatch(text):
        raise ValueError("Enter a date as YYYY-MM-DD")
    try:
        given = dt.datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("This date does not exist") from None
    _within_calendar(given.date())
    if date_alone:
        return Moment(given.date())
    if given.tzinfo is not None:
        given = _on_the_wall(given, zone)
        _within_calendar(given.date())
    elif _is_skipped(given, zone):
        raise ValueError(f"Clocks go forward that night, and {given:%H:%M} is left out. Choose another time")
    return Moment(given.date(), given.time())


def _is_skipped(wall: dt.datetime, zone: ZoneInfo) -> bool:
    """Whether a time of a wall clock never comes, because the clocks go forward over it."""
    return wall.replace(tzinfo=zone).astimezone(dt.UTC).astimezone(zone).replace(tzinfo=None) != wall


def last_day(delivery: Moment, pickup: Moment, grace_hours: int = 0) -> dt.date:
    """Answer the day through which a rental lasts: that of its pickup, or the day before for a pickup in the hours of
    grace after midnight (rule P4). Never before the delivery. A pickup without a time is on its day.
    """
    if pickup.time is None or grace_hours == 0 or pickup.day == delivery.day:
        return pickup.day
    left = dt.datetime.combine(pickup.day, pickup.time) - dt.timedelta(hours=grace_hours)
    return max(delivery.day, left.date())


def rental_days(delivery: Moment, pickup: Moment, grace_hours: int = 0) -> int:
    """Answer the days that a rental costs, at least 1: the dates from the delivery to `last_day` (rule P4;
    specification, section 9).

    The hours of the two do not count. The order of days does not matter to the formula; reversed dates are refused
    elsewhere (rule B2).
    """
    if pickup.day < delivery.day:
        return (delivery.day - pickup.day).days
    return max(1, (last_day(delivery, pickup, grace_hours) - delivery.day).days)


def occupied(delivery_day: dt.date, pickup_day: dt.date, turnaround_days: int) -> tuple[dt.date, dt.date]:
    """Answer the first and the last day on which a rental keeps its letters, both included (rule L2).

    turnaround_days are the extra days after pickup; SAME_DAY_TURNAROUND frees the pickup day instead, though never
    the only day of a same-day rental. Raises ValueError for reversed days and for a turnaround below that.
    """
    if pickup_day < delivery_day:
        raise ValueError("Pickup must be on or after delivery")
    if turnaround_days < SAME_DAY_TURNAROUND:
        raise ValueError("The turnaround cannot be negative")
    if turnaround_days == SAME_DAY_TURNAROUND:
        return delivery_day, delivery_day if pickup_day == delivery_day else pickup_day - _ONE_DAY
    days_left = (dt.date.max - pickup_day).days
    return delivery_day, pickup_day + dt.timedelta(days=min(turnaround_days, days_left))


def default_times(install_time: str | None, same_day: bool) -> tuple[dt.time, dt.time]:  # noqa: FBT001 - a plain fact of the rental
    """The delivery and the pickup time used for dates that have none (rule B3).

    install_time is the code of an install window, or None; same_day says that pickup is on the delivery day.
    """
    window = window_of(install_time)
    delivery = _DEFAULT_DELIVERY if window is None else window.start
    return delivery, _SAME_DAY_PICKUP if same_day else _DEFAULT_PICKUP


def instant(moment: Moment, zone: ZoneInfo, default: dt.time) -> dt.datetime:
    """Answer the moment as an aware date-time in the zone, with the default where no time was given (rule B3).

    Its isoformat() reads back through parse_moment as the same wall clock, also for a time that a daylight-saving
    change skips or repeats. Raises ValueError for a day outside FIRST_DAY to LAST_DAY.
    """
    return dt.datetime.combine(_within_calendar(moment.day), default if moment.time is None else moment.time, zone)


def _on_the_wall(given: dt.datetime, zone: ZoneInfo) -> dt.datetime:
    """Convert to the zone, leaving a wall clock that already carries the zone's offset exactly as it is.

    The exception matters for a time that a daylight-saving change skips: 02:30 with the offset before the change is
    03:30 after it, and a rental that is sent back unchanged would grow by a day.
    """
    here = given.replace(tzinfo=zone)
    if here.utcoffset() == given.utcoffset():
        return here
    try:
        return given.astimezone(zone)
    except OverflowError:
        raise ValueError(_OUTSIDE) from None


def _within_calendar(day: dt.date) -> dt.date:
    if not FIRST_DAY <= day <= LAST_DAY:
        raise ValueError(_OUTSIDE)
    return day
