"""Dashboard figures: pure arithmetic in the operator's local time (specification, section 9)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time

MONTHS = 12
CENTS = 100


@dataclass(frozen=True, slots=True)
class DashboardFigures:
    """Dashboard figures. Amounts are in cents; the average is rounded to whole currency units."""

    this_week: int
    this_month: int
    pending: int
    month_revenue_cents: int
    year_revenue_cents: int
    average_cents: int
    year_bookings: int
    projected_extra_bookings: int

    @property
    def projected_bookings(self) -> int:
        """Return the number of bookings projected for the year at the current pace."""
        return self.year_bookings + self.projected_extra_bookings

    @property
    def projected_revenue_cents(self) -> int:
        """Return the projected revenue of the year, with further bookings at this year's average price."""
        return self.year_revenue_cents + self.projected_extra_bookings * self.average_cents


def projected_extra(completed: int, today: date) -> int:
    """Return the projected number of further bookings this year: completed ones per month times the remaining months,
    rounded half up.

    The current month counts as remaining, as in section 9: 12 minus the month counted from zero.
    """
    months_left = MONTHS - (today.month - 1)
    return (2 * completed * months_left + today.month) // (2 * today.month)


def average_of(total_cents: int, count: int) -> int:
    """Return the average booking in cents, rounded half up to whole currency units; 0 without bookings."""
    if not count:
        return 0
    whole = (2 * total_cents + count * CENTS) // (2 * count * CENTS)
    return whole * CENTS


def between(moments: Iterable[datetime], window: tuple[datetime, datetime]) -> int:
    """Count the local times within a window, both ends inclusive."""
    first, last = window
    return sum(1 for moment in moments if first <= moment <= last)


def wall_clock(day: date, clock: str) -> datetime:
    """Return a stored delivery as a local time."""
    return datetime.combine(day, time.fromisoformat(clock))
