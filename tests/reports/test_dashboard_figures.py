"""Dashboard arithmetic against an independent reference, at tricky calendar dates."""

import calendar
from datetime import date, datetime, time, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marqueedesk.rentals.windows import month_window, week_window
from marqueedesk.reports.dashboard import average_of, projected_extra


@pytest.mark.parametrize(
    "now, sunday, end",
    [
        # Sunday at midnight starts a week; Saturday before midnight ends it (case 21).
        ("2026-11-22 00:00", "2026-11-22 00:00", "2026-11-29 00:00"),
        ("2026-11-28 23:59", "2026-11-22 00:00", "2026-12-05 23:59"),
        ("2026-11-25 12:00", "2026-11-22 00:00", "2026-12-02 12:00"),
        # New Year's Eve and nights of clock changes are ordinary days in local time.
        ("2026-12-31 20:00", "2026-12-27 00:00", "2027-01-07 20:00"),
        ("2026-11-01 01:30", "2026-11-01 00:00", "2026-11-08 01:30"),
    ],
)
def test_week_starts_on_sunday_and_covers_seven_days(now: str, sunday: str, end: str):
    assert week_window(datetime.fromisoformat(now)) == (datetime.fromisoformat(sunday), datetime.fromisoformat(end))


@pytest.mark.parametrize(
    "now, end",
    [
        # No February has a 31st (case 20).
        ("2027-01-31 09:00", "2027-02-28 09:00"),
        ("2028-01-31 09:00", "2028-02-29 09:00"),
        ("2026-12-31 23:59", "2027-01-31 23:59"),
        ("2027-02-28 00:00", "2027-03-28 00:00"),
        ("2027-03-31 00:00", "2027-04-30 00:00"),
    ],
)
def test_month_ends_on_the_same_or_last_day_of_the_next(now: str, end: str):
    assert month_window(datetime.fromisoformat(now)) == (datetime.fromisoformat(now), datetime.fromisoformat(end))


@given(st.datetimes(datetime.fromisoformat("2000-01-01"), datetime.fromisoformat("2090-01-01")))
def test_week_and_month_match_the_reference(now: datetime):
    sunday = now.date()
    while sunday.strftime("%A") != "Sunday":
        sunday -= timedelta(days=1)
    assert week_window(now)[0] == datetime.combine(sunday, time.min)

    year, month = (now.year + 1, 1) if now.month == 12 else (now.year, now.month + 1)
    day = min(now.day, calendar.monthrange(year, month)[1])
    assert month_window(now)[1] == now.replace(year=year, month=month, day=day)


@given(st.integers(0, 5000), st.dates(date(2020, 1, 1), date(2040, 1, 1)))
def test_projection_matches_the_reference(completed: int, today: date):
    exact = Fraction(completed, today.month) * (12 - (today.month - 1))
    half_up = int(exact + Fraction(1, 2))
    assert projected_extra(completed, today) == half_up


def test_november_projects_two_more_months():
    assert projected_extra(11, date(2026, 11, 21)) == 2
    assert projected_extra(10, date(2026, 11, 21)) == 2
    assert projected_extra(0, date(2026, 11, 21)) == 0


@pytest.mark.parametrize("total, count, average", [(0, 0, 0), (10000, 3, 3300), (10050, 2, 5000), (10100, 2, 5100)])
def test_average_is_rounded_to_whole_units(total: int, count: int, average: int):
    assert average_of(total, count) == average
