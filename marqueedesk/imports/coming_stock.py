"""Stock for many rentals at once: each that fits is counted before the next is checked. Pure."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from marqueedesk.availability.stock import Shortage, Stock, Taken
from marqueedesk.inventory.pieces import Needs, Piece


class ComingStock:
    """The stock during an import. Pieces taken are kept by month, so that a check reads only those near its days."""

    def __init__(self, stock: Stock) -> None:
        self._stock = replace(stock, taken=())
        self._taken: dict[tuple[Piece, int], list[Taken]] = defaultdict(list)
        for taken in stock.taken:
            self._add(taken)

    def shortages(self, needs: Needs, first: date, last: date) -> list[Shortage]:
        """Return the pieces that aren't available on every day, and take them all if none is short."""
        near: dict[int, Taken] = {}
        for piece in needs:
            for month in _months(first, last):
                near.update({id(taken): taken for taken in self._taken[piece, month]})
        short = replace(self._stock, taken=tuple(near.values())).shortages(needs, first, last)
        if not short:
            for piece, count in needs.items():
                self._add(Taken(piece, count, first, last))
        return short

    def _add(self, taken: Taken) -> None:
        for month in _months(taken.first, taken.last):
            self._taken[taken.piece, month].append(taken)


def _months(first: date, last: date) -> Iterator[int]:
    """Yield the months from ``first`` to ``last``, counted from year 0."""
    return iter(range(_month(first), _month(max(first, last)) + 1))


def _month(day: date) -> int:
    return day.year * 12 + day.month
