"""The order in which letters are packed and counted: by size as in the price list, then along the shelves. Pure."""

from collections.abc import Callable

from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.text.natural_order import natural_key
from marqueedesk.pricing.price_list import PriceList


def shelf_order(prices: PriceList) -> Callable[[Piece, str | None], tuple[object, ...]]:
    """Return the sort key of a letter and its storage slot. Letters without a slot come last in their size."""
    sizes = {row.code: at for at, row in enumerate(prices.sizes)}

    def key(piece: Piece, slot: str | None) -> tuple[object, ...]:
        size = sizes.get(piece.size, len(sizes))
        return size, piece.size, slot is None, natural_key(slot or ""), piece.letter, piece.finish

    return key
