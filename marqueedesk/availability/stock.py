"""Availability: pure arithmetic on stock and holds (L3). No database, no clock.

Use is counted per day. Two holds that overlap the same rental but not each other aren't added up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from marqueedesk.inventory.pieces import Needs, Piece


@dataclass(frozen=True, slots=True)
class Taken:
    """Pieces taken on every day from ``first`` to ``last``."""

    piece: Piece
    count: int
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Shortage:
    """A shortage of a piece: number needed, first day on which there are too few, and number available.

    ``day`` is None if no other day would help because the business owns too few. ``free`` is the lowest number on any
    day of the rental, and only visible to operators (L6).
    """

    piece: Piece
    needed: int
    day: date | None
    free: int

    @property
    def letter(self) -> str:
        """Return the letter; for an item, its number."""
        return self.piece.letter


@dataclass(frozen=True, slots=True)
class Stock:
    """Pieces owned and taken. ``checked`` is False while the business has entered no letters: letters aren't checked
    then (L7). Items always are.
    """

    owned: Mapping[Piece, int]
    taken: tuple[Taken, ...]
    checked: bool = True

    def shortages(self, needed: Needs, first: date, last: date) -> list[Shortage]:
        """Return the pieces of ``needed`` that aren't available on every day from ``first`` to ``last``."""
        counted = self.counted(needed)
        use = use_by_day(self.taken, counted, first, last)
        short: list[Shortage] = []
        for piece, count in counted.items():
            owned = self.owned.get(piece, 0)
            days = use.get(piece)
            if days is None:
                if owned < count:
                    short.append(Shortage(piece, count, first, max(0, owned)))
                continue
            busiest = max(days)
            if owned - busiest < count:
                at = next(i for i, used in enumerate(days) if owned - used < count)
                short.append(Shortage(piece, count, first + timedelta(days=at), max(0, owned - busiest)))
        return short

    def not_owned(self, needed: Needs) -> list[Shortage]:
        """Return the pieces in ``needed`` of which the business owns too few regardless of the day."""
        counted = self.counted(needed)
        owned = {piece: max(0, self.owned.get(piece, 0)) for piece in counted}
        return [Shortage(piece, count, None, owned[piece]) for piece, count in counted.items() if owned[piece] < count]

    def fits(self, needed: Needs, first: date, last: date) -> bool:
        """Return true if every piece of ``needed`` is available on every day from ``first`` to ``last``."""
        return not self.shortages(needed, first, last)

    def free(self, pieces: Iterable[Piece], first: date, last: date) -> dict[Piece, int]:
        """Return the number of each piece available on all these days; only for operators (L6)."""
        pieces = list(pieces)
        use = use_by_day(self.taken, pieces, first, last)
        return {piece: max(0, self.owned.get(piece, 0) - max(use.get(piece) or [0])) for piece in pieces}

    def counted(self, needed: Needs) -> Needs:
        """Return the pieces in ``needed`` whose stock is checked: only items while the business has no letters (L7)."""
        if self.checked:
            return needed
        return {piece: count for piece, count in needed.items() if piece.item_id is not None}


def letter_prices(size: str, finish: str, stock: Iterable[list[Any]]) -> dict[str, int]:
    """Return the prices set for individual letters, in cents, from the JSON rows of
    availability.stock_queries.stock_rows.
    """
    return {row[1]: row[4] for row in stock if row[0] == size and row[2] == finish}


def use_by_day(taken: Iterable[Taken], pieces: Iterable[Piece], first: date, last: date) -> dict[Piece, list[int]]:
    """Return how many are taken on each day by piece, omitting pieces that aren't taken."""
    # Compute daily changes first, then their running sum.
    counted = frozenset(pieces)
    length = (last - first).days + 1
    changes: dict[Piece, list[int]] = {}
    for hold in taken:
        if hold.piece not in counted or hold.last < first or hold.first > last:
            continue
        line = changes.get(hold.piece)
        if line is None:
            line = changes[hold.piece] = [0] * (length + 1)
        line[max(0, (hold.first - first).days)] += hold.count
        line[min(length, (hold.last - first).days + 1)] -= hold.count
    for line in changes.values():
        running = 0
        for index, change in enumerate(line):
            running += change
            line[index] = running
        line.pop()
    return changes
