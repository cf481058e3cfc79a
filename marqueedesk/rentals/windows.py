"""Periods of the dashboard's booking counts (specification, section 9), in local time. Pure."""

from datetime import datetime, time, timedelta


def week_window(now: datetime) -> tuple[datetime, datetime]:
    """Return the start of the current week, a Sunday, and the time seven days after ``now``, in local time."""
    sunday = now.date() - timedelta(days=(now.weekday() + 1) % 7)
    return datetime.combine(sunday, time.min), now + timedelta(days=7)


def month_window(now: datetime) -> tuple[datetime, datetime]:
    """Return ``now`` and the same day next month, or the last day of a shorter month."""
    first_of_next = (now.date().replace(day=1) + timedelta(days=32)).replace(day=1)
    last_of_next = (first_of_next + timedelta(days=32)).replace(day=1) - timedelta(days=1)
    same_day = first_of_next.replace(day=min(now.day, last_of_next.day))
    return now, datetime.combine(same_day, now.time())
