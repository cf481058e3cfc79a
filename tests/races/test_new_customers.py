"""Two bookings of one new customer at once: one customer, because both run under the operator's lock."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from marqueedesk.availability.operator_lock import lock_operator
from marqueedesk.bookings.input_schemas import BookingInput
from marqueedesk.bookings.submit import submit_booking
from marqueedesk.kit.db.database import Database
from tests.support.api import YARD, Api, booking_body
from tests.support.server import next_summer
from tests.support.together import all_together

FIRST = next_summer()
AT_ONCE = 8
Transaction = Callable[[], AbstractContextManager[Connection]]


@pytest.mark.seeds(3, 20)
def test_concurrent_bookings_create_a_new_customer_only_once(caller: Callable[[], Api], seed: int):
    operator = caller().register(f"twice{seed}@example.com")
    visitors = [caller() for _ in range(4)]

    def ask(number: int) -> int:
        who = {"customerName": "Ana", "customerEmail": f"ana+{number}@x.example", "customerPhone": "914 555 0100"}
        return visitors[number % 4].try_to_book(**who, userId=operator.id, message=chr(65 + number)).status_code

    assert all_together([lambda number=number: ask(number) for number in range(AT_ONCE)]) == [201] * AT_ONCE
    (found,) = operator.every("/api/customers")
    assert found["bookings"] == AT_ONCE


@pytest.mark.seeds(3, 20)
def test_concurrent_merges_of_one_customer_lose_no_booking(caller: Callable[[], Api], seed: int):
    """One person merges A into B while another one merges C into A."""
    operator = caller().register(f"merge{seed}@example.com")
    a, b, c = (
        operator.book(customerName=name, customerEmail=f"{name}@x.example", totalPrice=100)["customerId"]
        for name in ("a", "b", "c")
    )

    def merge(customer: int, other: int) -> int:
        return operator.post(f"/api/customers/{customer}/merge", json={"other": other}).status_code

    into_b, into_a = all_together([lambda: merge(b, a), lambda: merge(a, c)])

    # A is gone for whoever comes second, unless C was merged into it before.
    assert (into_b, into_a) in {(200, 200), (200, 404)}
    left = operator.every("/api/customers")
    assert [row["id"] for row in left] == ([b] if into_a == 200 else [b, c])
    assert sum(row["totals"]["booked"] for row in left) == 300


def customers_after(operator: Api, transaction: Transaction) -> int:
    """Count of customers after concurrent bookings of a new one, each in its own `transaction`."""
    now = datetime.now(UTC)

    def ask(number: int) -> None:
        body = booking_body(
            customerName="Ana",
            customerEmail="ana@x.example",
            message=chr(65 + number),
            address=YARD,
            deliveryDate=str(FIRST),
            pickupDate=str(FIRST),
        )
        with transaction() as connection:
            submit_booking(connection, lock_operator(connection, operator.id), BookingInput.model_validate(body), now)

    all_together([lambda number=number: ask(number) for number in range(AT_ONCE)])
    return len(operator.every("/api/customers"))


def test_submit_booking_makes_one_customer(operator: Api, database: Database):
    assert customers_after(operator, database.write_connection) == 1


def test_without_the_lock_a_customer_is_made_twice(database: Database, new_caller: Callable[[], Api]):
    """Negative control: the database rejects the second customer's keys, or the numbers of the bookings."""
    for _ in range(40):
        try:
            made = customers_after(new_caller().register(), database.autocommit_connection)
        except IntegrityError:
            return
        if made > 1:
            return

    pytest.fail("forty races without a lock made one customer each: these tests would not notice a missing lock")
