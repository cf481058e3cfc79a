"""Pieces borrowed from other businesses. On their days, their booking holds fewer of the business's own pieces; the
stock doesn't change.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple, cast

from sqlalchemy import Connection, Table, select
from sqlalchemy.orm import Session

from marqueedesk.availability.days import LAST_DAY
from marqueedesk.availability.models import BOOKING, BorrowedPieces, Holder
from marqueedesk.availability.stock import Taken
from marqueedesk.inventory.pieces import Needs, Piece

CONTINUED: Final = LAST_DAY
"""Due day of a hold that a later one of the same pieces continues, so that only the later one can become overdue."""

_borrowed = cast("Table", BorrowedPieces.__table__)
_ONE_DAY: Final = timedelta(days=1)


class OwnPart(NamedTuple):
    """The business's own pieces that a booking holds from ``first`` to ``last``."""

    first: date
    last: date
    needs: Needs


def pieces_of(row: BorrowedPieces) -> dict[Piece, int]:
    """Return what was borrowed, by piece."""
    return {Piece(one["size"], one["letter"], one["finish"]): one["count"] for one in row.pieces}


def borrowed_for(connection: Connection, operator_id: int, holder: Holder) -> list[Taken]:
    """Return the pieces borrowed for a holder, with their days. Only bookings borrow."""
    if holder.kind != BOOKING or not holder.id:
        return []
    rows = connection.execute(
        select(_borrowed.c.pieces, _borrowed.c.first_day, _borrowed.c.last_day).where(
            _borrowed.c.operator_id == operator_id, _borrowed.c.booking_id == holder.id
        )
    )
    return [
        Taken(Piece(one["size"], one["letter"], one["finish"]), one["count"], first, last)
        for pieces, first, last in rows
        for one in pieces
    ]


def counts_of(borrowed: Iterable[Taken]) -> Counter[Piece]:
    """Return how many of each piece were borrowed, on whichever days."""
    counts = Counter[Piece]()
    for row in borrowed:
        counts[row.piece] += row.count
    return counts


def lent_part(count: int, booked: int, lent: int, *, is_lent: bool | None) -> int:
    """Return how many of ``count`` faulty pieces of a booking belong to a lender. Pure.

    ``booked`` includes the ``lent`` ones. If ``is_lent`` is None, the business's own pieces count first.
    """
    if is_lent is None:
        return min(lent, max(0, count - max(0, booked - lent)))
    return min(count, lent) if is_lent else 0


def with_bookings(db: Session, booking_ids: Collection[int]) -> dict[int, Counter[Piece]]:
    """Return how many of each piece these bookings have from other businesses, not given back yet, by booking."""
    if not booking_ids:
        return {}
    rows = db.scalars(
        select(BorrowedPieces).where(BorrowedPieces.booking_id.in_(booking_ids), BorrowedPieces.given_back_at.is_(None))
    )
    found: dict[int, Counter[Piece]] = {}
    for row in rows:
        found.setdefault(row.booking_id, Counter()).update(pieces_of(row))
    return found


def own_parts(needs: Needs, borrowed: Sequence[Taken], first: date, last: date) -> Iterator[OwnPart]:
    """Yield the business's own pieces needed from ``first`` to ``last``, in parts of equal need. Pure."""
    lent = {row.piece for row in borrowed}
    all_own = {piece: count for piece, count in needs.items() if piece not in lent}
    if all_own:
        yield OwnPart(first, last, all_own)
    for piece in needs:
        if piece in lent:
            yield from _own_parts_of(piece, needs[piece], [row for row in borrowed if row.piece == piece], first, last)


def _own_parts_of(piece: Piece, count: int, borrowed: Sequence[Taken], first: date, last: date) -> Iterator[OwnPart]:
    starts = {first}
    for row in borrowed:
        starts |= {day for day in (row.first, row.last + _ONE_DAY) if first < day <= last}
    parts: list[tuple[date, int]] = []
    for day in sorted(starts):
        own = max(0, count - sum(row.count for row in borrowed if row.first <= day <= row.last))
        if not parts or parts[-1][1] != own:
            parts.append((day, own))
    ends = [*(day - _ONE_DAY for day, _ in parts[1:]), last]
    for (start, own), end in zip(parts, ends, strict=True):
        if own:
            yield OwnPart(start, end, {piece: own})
