"""Document numbers have no gaps or duplicates, even with concurrent or failed transactions."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress

import pytest
from sqlalchemy.orm import Session

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.numbering import take_number
from tests.support.together import all_together

RACERS = 16


class ChangedMind(Exception):
    """Raised after taking a number, to roll back its transaction."""


@pytest.fixture
def take(database: Database) -> Callable[..., int]:
    """Return a function that takes a number in its own transaction."""

    def take(operator_id: int, kind: str = "quote", year: int = 2026) -> int:
        with database.write() as db:
            return take_number(db, operator_id, kind, year)

    return take


def test_document_numbers_are_consecutive(take: Callable[..., int]):
    assert [take(1), take(1), take(1)] == [1, 2, 3]


def test_each_operator_kind_and_year_has_its_own_sequence(take: Callable[..., int]):
    take(1)

    assert [take(2), take(1, kind="invoice"), take(1, year=2027), take(1)] == [1, 1, 1, 2]


def numbers_of_a_race(transaction: Callable[[], AbstractContextManager[Session]]) -> list[int]:
    """Take numbers concurrently and return the ones used. Every second transaction fails after taking its number."""
    used: list[int] = []

    def run(number: int) -> None:
        with suppress(ChangedMind), transaction() as db:
            taken = take_number(db, 7, "invoice", 2026)
            if number % 2:
                raise ChangedMind
            used.append(taken)

    all_together([lambda number=number: run(number) for number in range(RACERS)])
    return sorted(used)


def test_concurrent_document_numbers_have_no_gaps_or_duplicates(database: Database):
    for race in range(5):
        expected = [race * RACERS // 2 + number for number in range(1, RACERS // 2 + 1)]

        assert numbers_of_a_race(database.write) == expected


def test_document_numbers_have_gaps_without_a_transaction(database: Database):
    """Negative control: a number that is not rolled back leaves a gap."""

    def loose() -> AbstractContextManager[Session]:
        return database._read(bind=database._loose_engine)

    assert numbers_of_a_race(loose) != list(range(1, RACERS // 2 + 1))
