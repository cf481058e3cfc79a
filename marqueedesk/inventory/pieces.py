"""Pieces, the unit in which stock is counted: a letter in one size and finish, or an item. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

ITEM: Final = "#"
"""Used in place of the size if a piece is an item: no size has this name."""

USUAL_FINISH: Final = "standard"
"""The code of the one finish of a business that has named none."""

Needs = Mapping["Piece", int]
"""How many are wanted of what."""


class Piece(NamedTuple):
    """A letter in a size and a finish, or an item. Letters and items are owned, taken and checked alike.

    ``finish`` is empty for the finish that letters have where nothing else is said: the first of the price list.
    """

    size: str
    letter: str
    finish: str = ""

    @classmethod
    def of_item(cls, item_id: int) -> "Piece":
        """The pieces of an item."""
        return cls(ITEM, str(item_id))

    @property
    def item_id(self) -> int | None:
        """The item's id; None for a letter."""
        return int(self.letter) if self.size == ITEM else None


def count_pieces(parts: Iterable[Needs]) -> dict[Piece, int]:
    """All of these needs together, in the order in which they first appear."""
    found: dict[Piece, int] = {}
    for needs in parts:
        for piece, count in needs.items():
            found[piece] = found.get(piece, 0) + count
    return found


@dataclass(frozen=True, slots=True)
class PieceNames:
    """The names of pieces: the code of the finish that is left out of names, and the items' names by id."""

    usual_finish: str = USUAL_FINISH
    items: Mapping[int, str] = field(default_factory=dict[int, str])

    def item(self, item_id: int) -> str:
        """An item's name."""
        return self.items.get(item_id, f"Item {item_id}")

    def finish(self, piece: Piece) -> str:
        """The code of a letter's finish as the wire shows it."""
        return piece.finish or self.usual_finish

    def of(self, pieces: Iterable[Piece]) -> list[str]:
        """Pieces as a sentence names them: "P"; with its size or finish where these differ among them."""
        found = list(pieces)
        letters = [piece for piece in found if piece.item_id is None]
        sizes, finishes = {piece.size for piece in letters}, {piece.finish for piece in letters}
        names: list[str] = []
        for piece in found:
            if (item_id := piece.item_id) is not None:
                names.append(self.item(item_id))
                continue
            more = [piece.size] if len(sizes) > 1 else []
            more += [self.finish(piece)] if len(finishes) > 1 else []
            names.append(f"{piece.letter} ({', '.join(more)})" if more else piece.letter)
        return names


NO_NAMES: Final = PieceNames()
