"""Pieces, the unit in which stock is counted: a letter in one size and finish, or an item. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

ITEM: Final = "#"
"""Stands in for the size if a piece is an item; no size has this code."""

USUAL_FINISH: Final = "standard"
"""The code of the only finish of a business without named finishes."""

Needs = Mapping["Piece", int]
"""Number of each piece needed."""


class Piece(NamedTuple):
    """A letter in a size and finish, or an item. Both are owned, held and checked the same way.

    ``finish`` is empty for the default finish: the first on the price list.
    """

    size: str
    letter: str
    finish: str = ""

    @classmethod
    def of_item(cls, item_id: int) -> "Piece":
        """Return the piece of an item."""
        return cls(ITEM, str(item_id))

    @property
    def item_id(self) -> int | None:
        """Return the item's id; None for a letter."""
        return int(self.letter) if self.size == ITEM else None


def count_pieces(parts: Iterable[Needs]) -> dict[Piece, int]:
    """Add up these needs by piece, in order of first appearance."""
    totals: dict[Piece, int] = {}
    for needs in parts:
        for piece, count in needs.items():
            totals[piece] = totals.get(piece, 0) + count
    return totals


@dataclass(frozen=True, slots=True)
class PieceLabels:
    """Data to name pieces: the code of the default finish, which names leave out, and item names by ID."""

    usual_finish: str = USUAL_FINISH
    items: Mapping[int, str] = field(default_factory=dict[int, str])

    def item(self, item_id: int) -> str:
        """Return an item's name."""
        return self.items.get(item_id, f"Item {item_id}")

    def finish(self, piece: Piece) -> str:
        """Return the code of a letter's finish for responses."""
        return piece.finish or self.usual_finish

    def of(self, pieces: Iterable[Piece]) -> list[str]:
        """Return the names of pieces for a sentence: "P", with size or finish if they differ."""
        listed = list(pieces)
        letters = [piece for piece in listed if piece.item_id is None]
        sizes, finishes = {piece.size for piece in letters}, {piece.finish for piece in letters}
        names: list[str] = []
        for piece in listed:
            if (item_id := piece.item_id) is not None:
                names.append(self.item(item_id))
                continue
            more = [piece.size] if len(sizes) > 1 else []
            more += [self.finish(piece)] if len(finishes) > 1 else []
            names.append(f"{piece.letter} ({', '.join(more)})" if more else piece.letter)
        return names


NO_NAMES: Final = PieceLabels()
