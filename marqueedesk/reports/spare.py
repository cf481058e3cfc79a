"""Spare pieces: those owned beyond the peak demand. Pure."""

from collections import defaultdict
from collections.abc import Iterable

from marqueedesk.inventory.pieces import Needs, Piece
from marqueedesk.reports.replay import RentalRequested, peak


def spare_pieces(owned: Needs, asked: Iterable[RentalRequested]) -> dict[Piece, int]:
    """Return how many of each piece could be sold without having to refuse a rental. Pieces with none to spare are
    omitted.

    All requested rentals count, even refused ones, as if each had received its pieces. So the remaining pieces are
    enough whatever the order of requests.
    """
    changes: dict[Piece, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for one in asked:
        for piece, count in one.needs.items():
            changes[piece][one.first.toordinal()] += count
            changes[piece][one.last.toordinal() + 1] -= count
    return {piece: spare for piece, count in owned.items() if (spare := count - peak(changes.get(piece, {}))) > 0}
