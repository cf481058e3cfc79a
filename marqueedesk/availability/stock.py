"""What is free: pure arithmetic over stock and holds (L3). No database, no clock.

Use is counted per day. Two holds that both overlap a rental but not each other never add up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any


@dataclass(frozen=True, slots=True)
class Taken:
    """Some of one letter, taken on every day from ``first`` to ``last``."""

    letter: str
    count: int
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Shortage:
    """A letter that is short: how many are needed, the first day on which they are not there, and how many are free.

    ``day`` is None where no day can help, because the business does not own that many. ``free`` is the fewest on any
    day of the rental, and only an operator may see it (L6).
    """

    letter: str
    needed: int
    day: date | None
    free: int


@dataclass(frozen=True, slots=True)
class Stock:
    """Letters owned of one size, and what is taken of them. ``checked`` is False without any inventory (L7)."""

    owned: Mapping[str, int]
    taken: tuple[Taken, ...]
    checked: bool = True

    def shortages(self, needed: Mapping[str, int], first: date, last: date) -> list[Shortage]:
        """The letters of ``needed`` that are not free on every day from ``first`` to ``last``."""
        if not self.checked:
            return []
        use = _use_by_day(self.taken, needed, first, last)
        short: list[Shortage] = []
        for letter, count in needed.items():
            owned = self.owned.get(letter, 0)
            days = use.get(letter)
            if days is None:
                if owned < count:
                    short.append(Shortage(letter, count, first, max(0, owned)))
                continue
            busiest = max(days)
            if owned - busiest < count:
                at = next(i for i, used in enumerate(days) if owned - used < count)
                short.append(Shortage(letter, count, first + timedelta(days=at), max(0, owned - busiest)))
        return short

    def not_owned(self, needed: Mapping[str, int]) -> list[Shortage]:
        """The letters of ``needed`` of which the business owns too few, whatever the days."""
        if not self.checked:
            return []
        owned = {letter: max(0, self.owned.get(letter, 0)) for letter in needed}
        return [
            Shortage(letter, count, None, owned[letter]) for letter, count in needed.items() if owned[letter] < count
        ]

    def fits(self, needed: Mapping[str, int], first: date, last: date) -> bool:
        """Whether every letter of ``needed`` is free on every day from ``first`` to ``last``."""
        return not self.shortages(needed, first, last)

    def free(self, letters: Iterable[str], first: date, last: date) -> dict[str, int]:
        """How many of each letter are free on all these days: for the operator's eyes only (L6)."""
        use = _use_by_day(self.taken, letters, first, last)
        return {letter: max(0, self.owned.get(letter, 0) - max(use.get(letter) or [0])) for letter in letters}


def letter_prices(size: str, stock: Iterable[list[Any]]) -> dict[str, int]:
    """Each letter's own price in cents, from the JSON rows of availability.facts.stock_rows."""
    return {row[1]: row[3] for row in stock if row[0] == size}


def _use_by_day(taken: Iterable[Taken], letters: Iterable[str], first: date, last: date) -> dict[str, list[int]]:
    """For each letter taken at all, how many are taken on each day: first the changes, then their running sum."""
    wanted = frozenset(letters)
    length = (last - first).days + 1
    changes: dict[str, list[int]] = {}
    for hold in taken:
        if hold.letter not in wanted or hold.last < first or hold.first > last:
            continue
        line = changes.get(hold.letter)
        if line is None:
            line = changes[hold.letter] = [0] * (length + 1)
        line[max(0, (hold.first - first).days)] += hold.count
        line[min(length, (hold.last - first).days + 1)] -= hold.count
    for line in changes.values():
        running = 0
        for index, change in enumerate(line):
            running += change
            line[index] = running
        line.pop()
    return changes
