"""The stretches of time that the dashboard counts bookings in (specification, section 9), in wall-clock times. Pure."""

from datetime import datetime, time, timedelta


def week_window(now: datetime) -> tuple[datetime, datetime]:
    """From the start of the week that ``now`` lies in, a Sunday, to seven days from ``now``; wall-clock times."""
    sunday = now.date() - timedelta(days=(now.weekday() + 1) % 7)
    return datetime.combine(sunday, time.min), now + timedelta(days=7)


def month_window(now: datetime) -> tuple[datetime, datetime]:
    """From ``now`` to the same day of the next month, or its last day where it has no such day."""
    first_of_next = (now.date().replace(day=1) + timedelta(days=32)).replace(day=1)
    last_of_next = (first_of_next + timedelta(days=32)).replace(day=1) - timedelta(days=1)
    same_day = first_of_next.replace(day=min(now.day, last_of_next.day))
    return now, datetime.combine(same_day, now.time())
