"""N11: email to others waits for a confirmed address, and is so much a day and no more."""

from datetime import timedelta

import pytest

from marqueedesk.kit import clock as kit_clock
from marqueedesk.kit.database import Database
from marqueedesk.messages import allowance
from tests.support.together import all_together


@pytest.mark.parametrize(
    "days, bookings, has_plan, expected",
    [
        (0, 0, False, 20),
        (0, 500, False, 20),
        (1, 500, False, 30),
        (6, 0, False, 20),
        (7, 0, False, 40),
        (70, 10, False, 240),
        (700, 1000, False, 420),
        (700, 1000, True, 720),
    ],
)
def test_the_allowance_grows_with_age_bookings_and_a_plan(days: int, bookings: int, has_plan: bool, expected: int):
    assert allowance.daily(age=timedelta(days=days), bookings=bookings, has_plan=has_plan) == expected


def test_of_many_at_once_no_more_than_the_allowance_are_sent(database: Database):
    now = kit_clock.now()
    spent = all_together([lambda: allowance.spend(database, 7, 5, now)] * 12)

    assert sorted(spent) == [False] * 7 + [True] * 5
    allowance.give_back(database, 7, now)
    assert allowance.spend(database, 7, 5, now)
    assert not allowance.spend(database, 7, 5, now)
    assert allowance.spend(database, 8, 5, now), "another business has its own"
    assert allowance.spend(database, 7, 5, now + timedelta(days=1))
