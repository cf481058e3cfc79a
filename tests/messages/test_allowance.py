"""N11: emails to others require a confirmed address and have a daily limit."""

from datetime import datetime, timedelta

import pytest
from fastapi import FastAPI

from marqueedesk.kit import clock as kit_clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Counter
from marqueedesk.kit.http.rate_limit import count_row
from marqueedesk.messages import allowance
from marqueedesk.messages.allowance import Allowance, CounterName
from tests.messages.conftest import Letterbox
from tests.support.api import Api, ok_json
from tests.support.billing_fixtures import new_admin
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
def test_daily_email_allowance_grows_with_age_bookings_and_a_plan(
    days: int, bookings: int, has_plan: bool, expected: int
):
    assert allowance.daily(age=timedelta(days=days), bookings=bookings, has_plan=has_plan) == expected


def allowed(operator_id: int, *, limit: int = 5, is_new: bool = False) -> Allowance:
    return Allowance(operator_id, limit, 0, 0, held=None, unconfirmed=None, is_new=is_new)


def test_concurrent_emails_never_exceed_the_daily_allowance(operator: Api, other_operator: Api, database: Database):
    now, business = kit_clock.now(), operator.id

    def spend(of: Allowance, at: datetime = now, counter: CounterName = "members") -> bool:
        return allowance.spend(database, of, counter, at) is None

    spent = all_together([lambda: spend(allowed(business))] * 12)

    assert sorted(spent) == [False] * 7 + [True] * 5
    allowance.give_back(database, allowed(business), "members", now)
    assert spend(allowed(business))
    assert not spend(allowed(business))
    assert spend(allowed(business), counter="strangers"), "emails caused by strangers have a separate counter"
    assert spend(allowed(other_operator.id)), "another business has its own counter"
    assert spend(allowed(business), now + timedelta(days=1))
    (note,) = ok_json(operator.get("/api/notifications"))["items"]
    assert note["title"] == "4 of today's 5 emails to customers sent", "one notification at 80 percent"


def test_new_businesses_share_an_hourly_email_limit(database: Database):
    now = kit_clock.now()
    per_business, businesses = 20, allowance.TOGETHER.times // 20
    for business in range(1, businesses + 1):
        of = allowed(business, limit=100, is_new=True)
        assert [allowance.spend(database, of, "members", now) for _ in range(per_business)] == [None] * per_business
    refused = allowance.spend(database, allowed(99, limit=100, is_new=True), "members", now)
    assert refused is not None
    assert now < refused.until <= now + timedelta(hours=1)
    assert allowance.spend(database, allowed(99, limit=100), "members", now) is None, (
        "the shared limit does not apply to established businesses"
    )
    later = now + timedelta(hours=1)
    assert allowance.spend(database, allowed(99, limit=100, is_new=True), "members", later) is None


def test_administrators_get_one_email_when_new_businesses_reach_their_limit(
    app: FastAPI, visitor: Api, database: Database, letterbox: Letterbox
):
    now, administrator = kit_clock.now(), new_admin(app, visitor)
    letterbox.send_due()
    with database.write() as db:
        db.merge(Counter(**count_row(allowance.TOGETHER, allowance.TOGETHER.key(), now) | {"count": 199}))
    of = allowed(1, limit=100, is_new=True)

    assert allowance.spend(database, of, "members", now) is None
    assert letterbox.send_due() == [], "the last email of the hour is within the limit"
    for _ in range(3):
        assert allowance.spend(database, of, "members", now) is not None

    (alarm,) = letterbox.send_due()
    assert (alarm.to, alarm.subject) == (administrator.user["email"], "New businesses have reached their email limit")
