"""Which pieces were never needed: more of them are owned than were ever asked for at once. Pure."""

from collections import defaultdict
from collections.abc import Iterable

from marqueedesk.inventory.pieces import Needs, Piece
from marqueedesk.reports.replay import RentalRequested, peak


def spare_pieces(owned: Needs, asked: Iterable[RentalRequested]) -> dict[Piece, int]:
    """How many of each piece could go without refusing a single rental more, by piece; only those with any to spare.

    Every rental counts that was asked for, also a refused one: on each of its days it needs its pieces, whether it got
    them or not. So no order of events needs more than what stays.
    """
    changes: dict[Piece, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for one in asked:
        for piece, count in one.needs.items():
            changes[piece][one.first.toordinal()] += count
            changes[piece][one.last.toordinal() + 1] -= count
    return {piece: spare for piece, count in owned.items() if (spare := count - peak(changes.get(piece, {}))) > 0}
