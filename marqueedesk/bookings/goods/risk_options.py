"""Resolutions for a booking at risk: other available pieces, a swap with another booking, or borrowing. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from typing import Final, Literal

from marqueedesk.availability.stock import Shortage
from marqueedesk.inventory.pieces import Piece

MOST_SWAPS: Final = 3
"""Limit of bookings suggested for a swap per shortage."""


@dataclass(frozen=True, slots=True)
class Demand:
    """Demand for a piece from a first to a last day. ``order`` is its priority; None for pieces already out."""

    piece: Piece
    count: int
    first: date
    last: date
    booking_id: int = 0
    order: tuple[date, int] | None = None


Demands = Mapping[Piece, Sequence[Demand]]
"""All demand by piece."""


@dataclass(frozen=True, slots=True)
class Option:
    """A resolution for a shortage of ``count`` pieces.

    ``size`` and ``finish``: ``other`` pieces of the same letter are available. ``swap``: another booking gives its
    pieces and takes ``other`` ones; without ``other``, both need them on the single day ``first`` only, so a different
    time of pickup or delivery is enough. ``borrow``: from another business, from ``first`` to ``last``.
    """

    kind: Literal["size", "finish", "swap", "borrow"]
    piece: Piece
    count: int
    first: date
    last: date
    other: Piece | None = None
    free: int = 0
    booking_id: int = 0


def by_piece(demands: Iterable[Demand], since: date) -> dict[Piece, list[Demand]]:
    """Group demand by piece, leaving out demand that ends before ``since``."""
    grouped: dict[Piece, list[Demand]] = {}
    for demand in demands:
        if demand.last >= since:
            grouped.setdefault(demand.piece, []).append(demand)
    return grouped


def served_first(rows: Iterable[Demand]) -> list[Demand]:
    """Sort demand by priority: pieces already out, then by delivery."""
    return sorted(rows, key=lambda row: (row.order is not None, row.order or (row.first, 0)))


def most_at_once(rows: Iterable[Demand]) -> int:
    """Return the peak demand on any day."""
    # Sort changes by day; on the same day, starts come before ends.
    changes = sorted(change for row in rows for change in ((row.first, False, row.count), (row.last, True, -row.count)))
    return max(accumulate(count for _, _, count in changes), default=0)


def least_free(have: int, served: Iterable[Demand], first: date, last: date) -> tuple[int, date]:
    """Return the fewest pieces left on any day, and the first such day. Checks only days on which a rental starts,
    because the count can't fall on any other day.
    """
    rows = [row for row in served if row.first <= last and row.last >= first]
    days = sorted({first, *[row.first for row in rows if row.first > first]})
    left = [(have - sum([row.count for row in rows if row.first <= day <= row.last]), day) for day in days]
    return min(left)


def options_for(
    owned: Mapping[Piece, int], demands: Demands, booking_id: int, shortage: Shortage, since: date
) -> list[Option]:
    """Return the resolutions for a shortage, simplest first. Borrowing is always one."""
    rows = demands.get(shortage.piece, ())
    mine = [row for row in rows if row.booking_id == booking_id]
    if not mine:
        return []
    first, last = max(since, min([row.first for row in mine])), max([row.last for row in mine])
    missing = shortage.needed - max(0, shortage.free or 0)
    options = _other_pieces(owned, demands, shortage.piece, missing, first, last)
    options += _swaps(owned, demands, mine[0], missing, first, last, since)
    return [*options, Option("borrow", shortage.piece, missing, first, last)]


def _other_pieces(
    owned: Mapping[Piece, int], demands: Demands, piece: Piece, missing: int, first: date, last: date
) -> list[Option]:
    """Return the same letter in other finishes and sizes that have enough pieces available, same size first."""
    if piece.item_id is not None:
        return []
    options: list[Option] = []
    for other, have in owned.items():
        if other == piece or other.letter != piece.letter or other.item_id is not None:
            continue
        free, _ = least_free(have, demands.get(other, ()), first, last)
        if free >= missing:
            kind = "finish" if other.size == piece.size else "size"
            options.append(Option(kind, piece, missing, first, last, other, free))
    return sorted(options, key=lambda option: (option.kind, option.other or piece))


def _swaps(
    owned: Mapping[Piece, int], demands: Demands, mine: Demand, missing: int, first: date, last: date, since: date
) -> list[Option]:
    """Return the bookings with higher priority that have the pieces and can give them up: they can use other pieces, or
    overlap this one on a single day only.
    """
    have = owned.get(mine.piece, 0)
    # Others have no effect on these days. Sorted after filtering: a business has thousands of upcoming rows.
    rows = served_first([row for row in demands.get(mine.piece, ()) if row.first <= last and row.last >= first])
    before = rows[: rows.index(mine)]
    options: list[Option] = []
    for at, row in enumerate(before):
        if row.order is None or row.booking_id == mine.booking_id or row.count < missing:
            continue
        without = [*before[:at], replace(row, count=row.count - missing), *before[at + 1 :]]
        if least_free(have, without, first, last)[0] < mine.count:
            continue
        shared_first, shared_last = max(first, row.first), min(last, row.last)
        if shared_first == shared_last and (shared_first != row.first or shared_first != row.last):
            options.append(Option("swap", mine.piece, missing, shared_first, shared_last, booking_id=row.booking_id))
            continue
        other = _other_pieces(owned, demands, mine.piece, missing, max(since, row.first), row.last)
        if other:
            options.append(
                Option("swap", mine.piece, missing, shared_first, shared_last, other[0].other, 0, row.booking_id)
            )
    return options[:MOST_SWAPS]
