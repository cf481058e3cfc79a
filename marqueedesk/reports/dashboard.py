"""The dashboard's figures: pure arithmetic in the operator's wall-clock time (specification, section 9)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time

MONTHS = 12
CENTS = 100


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures on the cards. Amounts in cents; the average is a whole number of currency units, as cents."""

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
        """Bookings by the end of the year, at this year's pace."""
        return self.year_bookings + self.projected_extra_bookings

    @property
    def projected_revenue_cents(self) -> int:
        """Revenue by the end of the year: the projected further bookings at this year's average."""
        return self.year_revenue_cents + self.projected_extra_bookings * self.average_cents


def projected_extra(completed: int, today: date) -> int:
    """Bookings still to come this year: this year's completed ones a month, times the months left, rounded half up.

    The current month counts among the months left, as section 9 has it: 12 minus the month counted from zero.
    """
    months_left = MONTHS - (today.month - 1)
    return (2 * completed * months_left + today.month) // (2 * today.month)


def average_of(total_cents: int, count: int) -> int:
    """The average booking in whole currency units, half up, as cents; 0 without bookings."""
    if not count:
        return 0
    whole = (2 * total_cents + count * CENTS) // (2 * count * CENTS)
    return whole * CENTS


def between(moments: Iterable[datetime], window: tuple[datetime, datetime]) -> int:
    """How many wall-clock moments lie in a window, both ends included."""
    first, last = window
    return sum(1 for moment in moments if first <= moment <= last)


def wall_clock(day: date, clock: str) -> datetime:
    """A stored delivery as a wall-clock moment."""
    return datetime.combine(day, time.fromisoformat(clock))
