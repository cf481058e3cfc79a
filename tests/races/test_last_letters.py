"""Thirty-two concurrent bookings compete for too few letters (L3, L5): no overselling, no needless refusal."""

import random
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import httpx
import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from marqueedesk.availability.errors import NotEnoughLetters
from marqueedesk.availability.operator_lock import lock_operator
from marqueedesk.bookings.input_schemas import BookingInput
from marqueedesk.bookings.submit import submit_booking
from marqueedesk.kit.db.database import Database
from tests.support.api import YARD, Api, booking_body
from tests.support.server import next_summer
from tests.support.together import all_together

STOCK = {"L": 3, "O": 4, "V": 2, "E": 4}
WORDS = ["LOVE", "LOVE", "LOL", "EVE", "OLE", "VOLE", "EEL", "LL"]
SIZE = "4ft"
FIRST = next_summer()
AT_ONCE = 32
Transaction = Callable[[], AbstractContextManager[Connection]]


@dataclass(frozen=True)
class Wish:
    """A requested rental."""

    word: str
    first: date
    last: date

    @property
    def days(self) -> list[date]:
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]

    @property
    def body(self) -> dict[str, object]:
        return {"message": self.word, "deliveryDate": str(self.first), "pickupDate": str(self.last)}


def random_requests(seed: int) -> list[Wish]:
    """Random requests within two weeks, most of them overlapping in the middle."""
    dice = random.Random(seed)
    made: list[Wish] = []
    for _ in range(AT_ONCE):
        first = FIRST + timedelta(days=dice.randrange(0, 10))
        made.append(Wish(dice.choice(WORDS), first, first + timedelta(days=dice.choice([0, 1, 1, 2, 4]))))
    return made


def use_of(granted: list[Wish]) -> Counter[tuple[date, str]]:
    """Count of each letter in use per day."""
    return Counter((day, letter) for wish in granted for day in wish.days for letter in wish.word)


def oversold(granted: list[Wish]) -> dict[tuple[date, str], int]:
    return {key: used for key, used in use_of(granted).items() if used > STOCK[key[1]]}


def fits(wish: Wish, granted: list[Wish]) -> bool:
    use, needed = use_of(granted), Counter(wish.word)
    return all(use[day, letter] + count <= STOCK[letter] for day in wish.days for letter, count in needed.items())


@pytest.mark.seeds(20, 200)
def test_concurrent_bookings_never_oversell_a_letter(caller: Callable[[], Api], seed: int):
    operator = caller().register(f"letters{seed}@example.com")
    operator.add_letters(STOCK, size=SIZE)
    asked = random_requests(seed)
    visitors = [caller() for _ in range(8)]

    def ask(number: int) -> httpx.Response:
        return visitors[number % len(visitors)].try_to_book(
            **asked[number].body, userId=operator.id, key=f"form-{seed}-{number}"
        )

    answers = all_together([lambda number=number: ask(number) for number in range(AT_ONCE)])

    statuses = Counter(answer.status_code for answer in answers)
    assert set(statuses) <= {201, 409}, statuses
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} <= {"not_enough_letters"}
    granted = [wish for wish, answer in zip(asked, answers, strict=True) if answer.status_code == 201]
    refused = [wish for wish, answer in zip(asked, answers, strict=True) if answer.status_code == 409]
    assert granted
    assert oversold(granted) == {}
    # Nothing was returned during the race, so a request that fits now was refused needlessly.
    assert [wish for wish in refused if fits(wish, granted)] == []
    acknowledged = sorted(answer.json()["id"] for answer in answers if answer.status_code == 201)
    assert sorted(booking["id"] for booking in operator.get("/api/bookings").json()) == acknowledged
    assert len(set(acknowledged)) == len(acknowledged)


def is_granted(transaction: Transaction, operator: Api, request: BookingInput, now: datetime) -> bool:
    try:
        with transaction() as connection:
            submit_booking(connection, lock_operator(connection, operator.id), request, now)
    except NotEnoughLetters:
        return False
    return True


def race_past_the_edge(operator: Api, transaction: Transaction, seed: int) -> list[Wish]:
    """Run the same race without HTTP, each request in its own `transaction`."""
    asked = random_requests(seed)
    now = datetime.now(UTC)

    def ask(wish: Wish) -> bool:
        request = BookingInput.model_validate(booking_body(address=YARD, **wish.body))
        return is_granted(transaction, operator, request, now)

    granted = all_together([lambda wish=wish: ask(wish) for wish in asked[:12]])
    return [wish for wish, was_granted in zip(asked, granted, strict=False) if was_granted]


@pytest.mark.seeds(3, 20)
def test_submit_booking_without_http_never_oversells(operator: Api, database: Database, seed: int):
    operator.add_letters(STOCK, size=SIZE)

    granted = race_past_the_edge(operator, database.write_connection, seed)

    assert granted
    assert oversold(granted) == {}


def test_without_the_lock_letters_are_oversold(operator: Api, database: Database, new_caller: Callable[[], Api]):
    """Negative control: with each statement in its own transaction, the lock is released as soon as it is taken.

    Then letters are oversold, or two bookings get the same number, which the database rejects.
    """
    for seed in range(40):
        own = new_caller().register()
        own.add_letters(STOCK, size=SIZE)
        try:
            granted = race_past_the_edge(own, database.autocommit_connection, seed)
        except IntegrityError:
            return
        if oversold(granted):
            return

    pytest.fail("forty races without a lock sold nothing twice: these tests would not notice a missing lock")


CROSSED = ((("L", "4ft"), ("X", "2ft")), (("X", "2ft"), ("L", "4ft")))
"""Lines of two bookings that need the same two letters, in opposite order."""


def race_with_crossed_lines(operator: Api, transaction: Transaction) -> list[int]:
    """Submit both bookings concurrently. Returns the indexes of the accepted ones."""
    now = datetime.now(UTC)
    day = {"deliveryDate": str(FIRST), "pickupDate": str(FIRST)}

    def ask(order: tuple[tuple[str, str], ...]) -> bool:
        lines = [{"kind": "letters", "text": text, "size": size} for text, size in order]
        request = BookingInput.model_validate(booking_body(address=YARD, **day) | {"lines": lines})
        return is_granted(transaction, operator, request, now)

    granted = all_together([lambda order=order: ask(order) for order in CROSSED])
    return [at for at, was_granted in enumerate(granted) if was_granted]


def owner_of_one_each(caller: Api) -> Api:
    caller.add_letters({"L": 1}, size="4ft")
    caller.add_letters({"X": 1}, size="2ft")
    return caller


def test_only_one_of_two_bookings_with_lines_in_opposite_order_wins(database: Database, new_caller: Callable[[], Api]):
    for _ in range(5):
        own = owner_of_one_each(new_caller().register())
        assert len(race_with_crossed_lines(own, database.write_connection)) == 1


def test_without_the_lock_lines_in_opposite_order_are_oversold(database: Database, new_caller: Callable[[], Api]):
    """Negative control, see above."""
    for _ in range(40):
        own = owner_of_one_each(new_caller().register())
        try:
            if len(race_with_crossed_lines(own, database.autocommit_connection)) == 2:
                return
        except IntegrityError:
            return

    pytest.fail("forty races without a lock sold nothing twice: these tests would not notice a missing lock")
