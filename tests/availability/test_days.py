"""The rental calendar, checked day by day in time zones whose clocks change at different times and by different
amounts.
"""

import calendar
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from marqueedesk.accounts.models import SAME_DAY_TURNAROUND
from marqueedesk.availability.days import (
    FIRST_DAY,
    LAST_DAY,
    Moment,
    default_times,
    instant,
    last_day,
    occupied,
    parse_moment,
    rental_days,
)
from marqueedesk.delivery.install_windows import window_of

# Northern and southern hemisphere, half-hour change, change at midnight, no change, and a zone far ahead of UTC.
ZONES = [
    ZoneInfo(name)
    for name in (
        "America/New_York",
        "Europe/Berlin",
        "Australia/Lord_Howe",
        "America/Santiago",
        "Asia/Kathmandu",
        "Pacific/Kiritimati",
    )
]
NEW_YORK = ZONES[0]
TWO_YEARS = [date(2027, 1, 1) + timedelta(days=n) for n in range(366 + 365)]


def local_moment(text: str, zone: ZoneInfo = NEW_YORK) -> Moment:
    return parse_moment(text, zone)


def days_by_calendar(first: date, last: date) -> int:
    """Count the days between two dates from the day of the year, without subtracting dates."""

    def day_of_year(day: date) -> int:
        return sum(calendar.monthrange(day.year, month)[1] for month in range(1, day.month)) + day.day

    years = sum(365 + calendar.isleap(year) for year in range(first.year, last.year))
    return years + day_of_year(last) - day_of_year(first)


@pytest.mark.parametrize("zone", ZONES, ids=str)
def test_rental_days_match_the_calendar_for_every_day_of_two_years(zone: ZoneInfo):
    for day in TWO_YEARS:
        for length in (0, 1, 2, 3, 30, 90):
            back = date.fromordinal(day.toordinal() + length)
            expected = max(1, days_by_calendar(day, back))
            dates = parse_moment(day.isoformat(), zone), parse_moment(back.isoformat(), zone)
            assert rental_days(*dates) == expected
            delivery_time, pickup_time = default_times(window_of("morning"), length == 0)
            sent = [
                instant(dates[0], zone, delivery_time).isoformat(),
                instant(dates[1], zone, pickup_time).isoformat(),
            ]
            delivered, picked_up = (parse_moment(text, zone) for text in sent)
            # A default time keeps its day on either side of a clock change, and so does the count.
            assert (delivered.day, picked_up.day) == (day, back)
            assert rental_days(delivered, Moment(back, delivery_time)) == expected


@pytest.mark.parametrize("zone", ZONES, ids=str)
def test_instant_parses_back_to_the_same_local_time_on_every_day(zone: ZoneInfo):
    clocks = [time(0), time(0, 30), time(1, 45), time(2, 30), time(8), time(23, 59, 59)]
    for day in TWO_YEARS:
        for clock in clocks:
            moment = Moment(day, clock)
            assert parse_moment(instant(moment, zone, time(8)).isoformat(), zone) == moment


@pytest.mark.parametrize(
    "text, zone, exists",
    [
        ("2027-03-14T02:30", "America/New_York", False),
        ("2027-03-14T02:00", "America/New_York", False),
        ("2027-03-14T01:59", "America/New_York", True),
        ("2027-03-14T03:00", "America/New_York", True),
        ("2027-11-07T01:30", "America/New_York", True),  # This time occurs twice.
        ("2027-03-28T02:30", "Europe/Berlin", False),
        ("2027-03-14T02:30", "America/Phoenix", True),
        ("2027-03-14T02:30:00-05:00", "America/New_York", True),
    ],
)
def test_time_skipped_by_daylight_saving_is_rejected_with_a_message(text: str, zone: str, exists: bool):
    if exists:
        assert parse_moment(text, ZoneInfo(zone)).time is not None
    else:
        with pytest.raises(ValueError, match=r"Clocks go forward that night, so 02:\d0 doesn't exist"):
            parse_moment(text, ZoneInfo(zone))


@pytest.mark.parametrize("zone", ZONES, ids=str)
def test_offset_is_converted_to_the_operators_local_time(zone: ZoneInfo):
    start = datetime(2027, 1, 1, tzinfo=UTC)
    for hours in range(0, 24 * len(TWO_YEARS), 5):
        sent = start + timedelta(hours=hours)
        here = sent.astimezone(zone)
        expected = Moment(here.date(), here.time())
        assert parse_moment(sent.isoformat(), zone) == expected
        assert parse_moment(sent.isoformat().replace("+00:00", "Z"), zone) == expected
        assert instant(expected, zone, time(8)).astimezone(UTC) in {sent, sent - (here.dst() or timedelta())}


@pytest.mark.parametrize(
    "delivery, pickup, days",
    [
        ("2027-11-06", "2027-11-08", 2),  # The clocks go back in between.
        ("2027-03-13", "2027-03-15", 2),  # The clocks go forward in between.
        ("2028-02-28", "2028-03-01", 2),
        ("2027-06-01", "2027-06-01", 1),
        ("2027-06-03", "2027-06-01", 2),
        ("2027-11-06T08:00", "2027-11-08T08:00", 2),
        ("2027-11-06T08:00:00-04:00", "2027-11-08T08:00:00-05:00", 2),
        ("2027-03-13T08:00:00-05:00", "2027-03-15T08:00:00-04:00", 2),
        ("2027-06-01T08:00", "2027-06-03T08:00", 2),
        ("2027-06-01T08:00", "2027-06-03T08:00:01", 2),
        ("2027-06-01T20:00", "2027-06-03T08:00", 2),
        ("2027-06-01T08:00", "2027-06-01T22:00", 1),
        ("2027-06-03T08:00:01", "2027-06-01T08:00", 2),
        ("2027-06-01", "2027-06-03T23:00", 2),
        ("2027-06-01T23:00", "2027-06-03", 2),
        ("2027-06-01T12:00:00Z", "2027-06-03T12:00:00+00:00", 2),
        ("0001-01-02", "9999-12-30", 3_652_056),
    ],
)
def test_number_of_rental_days_charged(delivery: str, pickup: str, days: int):
    assert rental_days(local_moment(delivery), local_moment(pickup)) == days


@pytest.mark.parametrize(
    "delivery, pickup, grace, days, last",
    [
        ("2027-06-05T10:00", "2027-06-05T23:30", 6, 1, "2027-06-05"),
        ("2027-06-05T10:00", "2027-06-06T00:30", 6, 1, "2027-06-05"),
        ("2027-06-04T10:00", "2027-06-06T00:30", 6, 1, "2027-06-05"),
        ("2027-06-04T22:00", "2027-06-06T23:30", 6, 2, "2027-06-06"),
        ("2027-06-04", "2027-06-06T05:59", 6, 1, "2027-06-05"),
        ("2027-06-04", "2027-06-06T06:00", 6, 2, "2027-06-06"),
        ("2027-06-04", "2027-06-06T00:00", 0, 2, "2027-06-06"),
        ("2027-06-04", "2027-06-06T00:30", 1, 1, "2027-06-05"),
        # No time was given: the pickup counts on its day, however many grace hours there are.
        ("2027-06-04", "2027-06-06", 23, 2, "2027-06-06"),
        # Never before the delivery.
        ("2027-06-05T00:10", "2027-06-05T03:00", 6, 1, "2027-06-05"),
    ],
)
def test_late_pickup_within_grace_hours_counts_as_previous_day(
    delivery: str, pickup: str, grace: int, days: int, last: str
):
    moments = local_moment(delivery), local_moment(pickup)
    assert rental_days(*moments, grace_hours=grace) == days
    assert last_day(*moments, grace_hours=grace).isoformat() == last


def test_rental_days_at_the_first_and_last_possible_dates():
    ends = Moment(date.min, time.min), Moment(date.max, time.max)
    assert rental_days(*ends) == rental_days(ends[1], ends[0]) == 3_652_058
    assert rental_days(Moment(date.min), Moment(date.max)) == 3_652_058


def test_date_has_no_time_but_midnight_is_a_time():
    assert local_moment("2027-06-01") == Moment(date(2027, 6, 1), None)
    assert local_moment("2027-06-01T00:00") == Moment(date(2027, 6, 1), time(0))
    assert instant(local_moment("2027-06-01T00:00"), NEW_YORK, time(8)).hour == 0
    assert instant(local_moment("2027-06-01"), NEW_YORK, time(8)).isoformat() == "2027-06-01T08:00:00-04:00"


def test_date_without_time_is_a_date_in_the_operators_time_zone():
    assert local_moment("2027-06-01").day == date(2027, 6, 1)
    assert local_moment("2027-06-01T09:00:00+09:00") == Moment(date(2027, 5, 31), time(20))


def test_hour_repeated_when_daylight_saving_ends_keeps_its_utc_offset():
    first, second = local_moment("2027-11-07T01:30:00-04:00"), local_moment("2027-11-07T01:30:00-05:00")
    assert first == second  # The local time is the same.
    assert instant(first, NEW_YORK, time(8)).isoformat() == "2027-11-07T01:30:00-04:00"
    assert instant(second, NEW_YORK, time(8)).isoformat() == "2027-11-07T01:30:00-05:00"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tomorrow",
        "2027-02-29",
        "2027-13-01",
        "2027-6-1",
        "20270601",
        "2027-W22-2",
        "2027-06-01 ",
        "2027-06-01T",
        "2027-06-01T24:00",
        "2027-06-01T08",
        "2027-06-01T08:60",
        "2027-06-01T08:00+24:00",
        "2027-06-01T08:00 -04:00",
        "1893456000",
        "٢٠٢٧-٠٦-٠١",
        "2027-06-01\n",
        "0000-01-01",
        "0001-01-01",
        "9999-12-31",
        "0001-01-01T00:00:00+14:00",
        "0001-01-02T00:00:00+14:00",
        "9999-12-31T23:59:59-12:00",
        "9999-12-30T23:59:59-12:00",
        "10000-01-01",
        "-001-01-01",
        "2027-06-01T08:00:00" + "0" * 400,
    ],
)
def test_invalid_text_is_rejected_with_a_message(text: str):
    for zone in ZONES:
        with pytest.raises(ValueError, match=r"^(Enter a date as YYYY-MM-DD|This date .*)$"):
            parse_moment(text, zone)


@pytest.mark.parametrize("zone", ZONES, ids=str)
def test_every_valid_local_time_is_an_instant_in_every_zone(zone: ZoneInfo):
    for day in (FIRST_DAY, LAST_DAY):
        for clock in (time.min, time.max):
            moment = parse_moment(f"{day.isoformat()}T{clock.isoformat()}", zone)
            for other in (UTC, *ZONES):
                instant(moment, zone, time(8)).astimezone(other)


@pytest.mark.parametrize("day", [date.min, date.max])
def test_day_that_overflows_in_another_zone_raises(day: date):
    with pytest.raises(ValueError, match="outside the calendar"):
        instant(Moment(day), NEW_YORK, time(8))


@pytest.mark.parametrize(
    "delivery, pickup, turnaround, first, last",
    [
        ("2027-06-01", "2027-06-03", 0, "2027-06-01", "2027-06-03"),
        ("2027-06-01", "2027-06-01", 0, "2027-06-01", "2027-06-01"),
        ("2027-06-01", "2027-06-03", 2, "2027-06-01", "2027-06-05"),
        ("2027-06-01", "2027-06-03", SAME_DAY_TURNAROUND, "2027-06-01", "2027-06-02"),
        ("2027-06-01", "2027-06-02", SAME_DAY_TURNAROUND, "2027-06-01", "2027-06-01"),
        ("2027-06-01", "2027-06-01", SAME_DAY_TURNAROUND, "2027-06-01", "2027-06-01"),
        ("2028-02-28", "2028-02-28", 1, "2028-02-28", "2028-02-29"),
        ("0001-01-01", "0001-01-01", SAME_DAY_TURNAROUND, "0001-01-01", "0001-01-01"),
        ("9999-12-30", "9999-12-31", 7, "9999-12-30", "9999-12-31"),
        ("2027-06-01", "2027-06-03", 10**12, "2027-06-01", "9999-12-31"),
    ],
)
def test_turnaround_extends_the_occupied_days(delivery: str, pickup: str, turnaround: int, first: str, last: str):
    found = occupied(date.fromisoformat(delivery), date.fromisoformat(pickup), turnaround)
    assert found == (date.fromisoformat(first), date.fromisoformat(last))


def test_reversed_days_and_invalid_turnaround_raise():
    with pytest.raises(ValueError, match="on or after delivery"):
        occupied(date(2027, 6, 2), date(2027, 6, 1), 0)
    with pytest.raises(ValueError, match="turnaround"):
        occupied(date(2027, 6, 1), date(2027, 6, 1), -2)


@pytest.mark.parametrize(
    "install_time, same_day, expected",
    [
        (None, False, (time(8), time(10))),
        ("morning", False, (time(8), time(10))),
        ("afternoon", False, (time(12), time(10))),
        ("evening", False, (time(16), time(10))),
        (None, True, (time(8), time(22))),
        ("evening", True, (time(16), time(22))),
    ],
)
def test_default_times_for_dates_without_a_time(install_time: str | None, same_day: bool, expected: tuple[time, time]):
    assert default_times(window_of(install_time), same_day) == expected
