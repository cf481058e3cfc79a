"""Concurrent requests from strangers for the same letter: together they never hold more than their share (W11)."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from marqueedesk.availability.operator_lock import lock_operator
from marqueedesk.bookings.input_schemas import BookingInput
from marqueedesk.bookings.new_booking import Submission
from marqueedesk.bookings.submit import submit_booking
from marqueedesk.kit.db.database import Database
from tests.support.api import YARD, Api, booking_body
from tests.support.server import next_summer
from tests.support.together import all_together

OWNED, SHARE, AT_ONCE = 6, 3, 8
Transaction = Callable[[], AbstractContextManager[Connection]]


def held_at_once(operator: Api, transaction: Transaction) -> int:
    """Count of concurrent requests that hold their letter, each from a different network."""
    now, day = datetime.now(UTC), str(next_summer())

    def ask(number: int) -> bool:
        wish = {"message": "X", "deliveryDate": day, "pickupDate": day, "customerEmail": f"guest{number}@gmail.com"}
        request = BookingInput.model_validate(booking_body(address=YARD, **wish))
        sent = Submission(network=f"192.0.2.{number}", is_limited=True, sends_email=True)
        with transaction() as connection:
            made = submit_booking(connection, lock_operator(connection, operator.id), request, now, sent)
        expires = made.booking.hold_expires_at
        return expires is None or expires > now

    return sum(all_together([lambda number=number: ask(number) for number in range(AT_ONCE)]))


def test_concurrent_requests_from_strangers_respect_their_share_of_letters(
    database: Database, new_caller: Callable[[], Api]
):
    for _ in range(5):
        own = new_caller().register()
        own.add_letters({"X": OWNED})
        assert held_at_once(own, database.write_connection) == SHARE


def test_without_the_lock_strangers_exceed_their_share_of_letters(database: Database, new_caller: Callable[[], Api]):
    """Negative control: with each statement in its own transaction, the lock is released as soon as it is taken.

    Then the share is exceeded, or two bookings get the same number, which the database rejects.
    """
    for _ in range(40):
        own = new_caller().register()
        own.add_letters({"X": OWNED})
        try:
            if held_at_once(own, database.autocommit_connection) > SHARE:
                return
        except IntegrityError:
            return

    pytest.fail("forty races without a lock kept to the share: this test would not notice a missing lock")
