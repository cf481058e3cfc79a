"""Several visitors at once for the last deliveries of a day (B13): as many get one as there are."""

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
def test_the_last_deliveries_of_a_day_are_given_once(caller: Callable[[], Api], seed: int):
    operator = caller().register(f"stops{seed}@example.com")
    operator.set_rules(maxDeliveriesPerDay=MOST)
    visitors = [caller() for _ in range(6)]

    def ask(number: int) -> tuple[int, str | None]:
        # Rentals of different lengths: they meet on the day of delivery alone.
        days = {"deliveryDate": str(FIRST), "pickupDate": str(FIRST + timedelta(days=number % 4))}
        answer = visitors[number % 6].try_to_book(**days, userId=operator.id, key=f"stop-{seed}-{number}")
        return answer.status_code, answer.json().get("reason")

    found = Counter(all_together([lambda number=number: ask(number) for number in range(AT_ONCE)]))

    assert found == {(201, None): MOST, (409, "full"): AT_ONCE - MOST}
    assert len(operator.get("/api/bookings").json()) == MOST


def granted_past_the_edge(operator: Api, transaction: Transaction) -> int:
    """How many of several at once get a delivery, each in a transaction of the kind that is asked for."""
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


def test_the_verb_alone_keeps_to_the_cap(operator: Api, database: Database):
    operator.set_rules(maxDeliveriesPerDay=MOST)
    assert granted_past_the_edge(operator, database.write_connection) == MOST


def test_without_the_lock_the_race_is_lost(database: Database, new_caller: Callable[[], Api]):
    """The negative control: more get one, or two bookings take one number, which the database refuses."""
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
