"""Inventory of a demo business: letters, items with pictures, and packages, and the rental lines made of them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache

from sqlalchemy.orm import Session

from marqueedesk.demo.drawings import DRAWINGS
from marqueedesk.demo.plan import DemoBusiness, DemoCatalog, DemoOffer, Pack, Planned, SomeOf, Words
from marqueedesk.inventory import items as catalog
from marqueedesk.inventory import service as inventory
from marqueedesk.inventory.item_schemas import PackageInput
from marqueedesk.inventory.message import normalize_letter
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.pictures import TwoPictures, read_picture
from marqueedesk.inventory.pieces import Piece
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing import service as prices
from marqueedesk.rentals.line_schemas import ItemLineInput, LettersLineInput, LineInput, PackageLineInput


@cache
def picture(drawing: str) -> TwoPictures:
    """Return a drawing in the form stored after an upload; drawn only once per process."""
    return read_picture(DRAWINGS[drawing]())


@dataclass(slots=True)
class Shop:
    """A business's letters, items and packages, by the names in its plan."""

    db: Session
    business: DemoBusiness
    letters: dict[tuple[str, str], InventoryItem] = field(default_factory=dict[tuple[str, str], InventoryItem])
    """Letters by size and letter, in the default finish."""
    _items: dict[str, int] = field(default_factory=dict[str, int])
    _packages: dict[str, int] = field(default_factory=dict[str, int])

    def open(self, at: datetime) -> None:
        """Create the inventory. Requires the operator's lock."""
        more = self.business.catalog
        if more is not None:
            prices.change_price_list(self.db, more.prices)
        for size, letters in self.business.letters.items():
            self._add_letters(size, "", letters, self.business.price_cents[size])
        if more is None:
            return
        for (size, finish), letters in more.more_letters.items():
            self._add_letters(size, finish, letters, more.price_cents[size])
        self._add_offers(more, at)

    def _add_letters(self, size: str, finish: str, letters: str, cents: int) -> None:
        sizes = [row.code for row in pricing.price_list(self.db).sizes]
        for part in letters.split():
            letter = normalize_letter(part[0])
            row = inventory.add_letter(
                self.db,
                Piece(size, letter, finish),
                quantity=int(part[1:]),
                price_per_day_cents=cents,
                sizes=sizes,
            )
            if not finish:
                self.letters[size, letter] = row

    def _add_offers(self, more: DemoCatalog, at: datetime) -> None:
        for offered in more.items:
            item = catalog.add_item(self.db, offered.item, at)
            self._items[offered.item.name] = item.id
            if offered.drawing is not None:
                catalog.set_picture(self.db, item, picture(offered.drawing), at)
        for pack in more.packages:
            payload = PackageInput.model_validate(
                {
                    "name": pack.name,
                    "description": pack.description,
                    "lines": [line.model_dump() for line in self.lines(pack.lines)],
                    "price": pack.price,
                }
            )
            package = catalog.add_package(self.db, payload, pricing.price_list(self.db), at)
            self._packages[pack.name] = package.id
            if pack.drawing is not None:
                catalog.set_picture(self.db, package, picture(pack.drawing), at)

    def lines_of(self, planned: Planned | DemoOffer) -> list[LineInput] | None:
        """Return the lines of a request; None if it is a single line of letters."""
        if not planned.more:
            return None
        first = [Words(planned.message, planned.size, color=planned.color)] if planned.message else []
        return self.lines([*first, *planned.more])

    def lines(self, planned: Iterable[Words | SomeOf | Pack]) -> list[LineInput]:
        """Return the lines in the format of a request."""
        return [self._line(line) for line in planned]

    def _line(self, planned: Words | SomeOf | Pack) -> LineInput:
        match planned:
            case Words(text, size, finish, color):
                return LettersLineInput(kind="letters", text=text, size=size, finish=finish, color_option=color)
            case SomeOf(name, quantity):
                return ItemLineInput(kind="item", item_id=self._items[name], quantity=quantity)
            case Pack(name, words):
                return PackageLineInput(kind="package", package_id=self._packages[name], words=list(words))

    def set_zones(self) -> None:
        """Enter the delivery zones, which affect all later prices."""
        if self.business.catalog is not None:
            prices.set_zones(self.db, self.business.catalog.zones)
