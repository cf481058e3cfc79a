"""Concurrent bookings for the last deliveries of a day (B13): the daily cap holds."""

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from marqueedesk.availability.operator_lock import lock_operator
from marqueedesk.bookings.business_calendar import ClosedDay
from marqueedesk.bookings.input_schemas import BookingInput
from marqueedesk.bookings.submit import submit_booking
from marqueedesk.kit.db.database import Database
from tests.support.api import YARD, Api, booking_body
from tests.support.server import next_summer
from tests.support.together import all_together

FIRST = next_summer()
AT_ONCE = 12
MOST = 2
Transaction = Callable[[], AbstractContextManager[Connection]]


@pytest.mark.seeds(3, 30)
def test_concurrent_bookings_never_exceed_the_daily_delivery_cap(caller: Callable[[], Api], seed: int):
    operator = caller().register(f"stops{seed}@example.com")
    operator.set_rules(maxDeliveriesPerDay=MOST)
    visitors = [caller() for _ in range(6)]

    def ask(number: int) -> tuple[int, str | None]:
        # Rentals of different lengths that share only the delivery day.
        days = {"deliveryDate": str(FIRST), "pickupDate": str(FIRST + timedelta(days=number % 4))}
        answer = visitors[number % 6].try_to_book(**days, userId=operator.id, key=f"stop-{seed}-{number}")
        return answer.status_code, answer.json().get("reason")

    found = Counter(all_together([lambda number=number: ask(number) for number in range(AT_ONCE)]))

    assert found == {(201, None): MOST, (409, "full"): AT_ONCE - MOST}
    assert len(operator.get("/api/bookings").json()) == MOST


def granted_past_the_edge(operator: Api, transaction: Transaction) -> int:
    """Count of concurrent bookings that get a delivery, each in its own `transaction`."""
    now = datetime.now(UTC)
    body = booking_body(address=YARD, deliveryDate=str(FIRST), pickupDate=str(FIRST))

    def ask() -> bool:
        try:
            with transaction() as connection:
                request = BookingInput.model_validate(body)
                submit_booking(connection, lock_operator(connection, operator.id), request, now)
        except ClosedDay:
            return False
        return True

    return sum(all_together([ask] * AT_ONCE))


def test_submit_booking_without_http_respects_the_daily_delivery_cap(operator: Api, database: Database):
    operator.set_rules(maxDeliveriesPerDay=MOST)
    assert granted_past_the_edge(operator, database.write_connection) == MOST


def test_without_the_lock_the_daily_delivery_cap_is_exceeded(database: Database, new_caller: Callable[[], Api]):
    """Negative control: the cap is exceeded, or two bookings get the same number, which the database rejects."""
    for _ in range(40):
        own = new_caller().register()
        own.set_rules(maxDeliveriesPerDay=MOST)
        try:
            granted = granted_past_the_edge(own, database.autocommit_connection)
        except IntegrityError:
            return
        if granted > MOST:
            return

    pytest.fail("forty races without a lock gave no delivery twice: these tests would not notice a missing lock")
