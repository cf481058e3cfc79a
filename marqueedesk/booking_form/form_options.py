"""Options of the public form that depend on the stock: sizes with their finishes, colors and add-ons with prices."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from marqueedesk.booking_form.form_schemas import AddOnOut, ColorOut, FinishOut, RateOut, SizeOut
from marqueedesk.inventory import queries as inventory
from marqueedesk.inventory.pieces import USUAL_FINISH
from marqueedesk.kit.money import units
from marqueedesk.pricing.price_list import PriceList, Rate


@dataclass(frozen=True, slots=True)
class LetterOptions:
    """What letters can be chosen from.

    ``owned`` has the number of letters in the default finish by size and letter. ``keeps_stock`` is false if the
    business has no letters.
    """

    sizes: list[SizeOut]
    colors: list[ColorOut]
    add_ons: list[AddOnOut]
    owned: dict[str, dict[str, int]]
    keeps_stock: bool


def letter_options(db: Session, prices: PriceList) -> LetterOptions:
    """Return the options of letters for visitors. A size has a choice of finishes if more than one is owned."""
    keeps_stock = False
    owned: dict[str, dict[str, int]] = {}
    finished: dict[str, set[str]] = {}
    for item in inventory.letters(db):
        keeps_stock = True
        if not item.finish:
            owned.setdefault(item.size, {})[item.letter] = item.quantity
        if item.quantity:
            finished.setdefault(item.size, set()).add(item.finish or prices.usual_finish)
    # Include a single named finish too, so that the form draws and requests the letters in stock.
    finishes = {
        size: [FinishOut(code=row.code, label=row.label) for row in prices.finishes if row.code in codes]
        for size, codes in finished.items()
        if codes - {USUAL_FINISH}
    }
    return LetterOptions(
        sizes=[
            SizeOut.adding(_rate(row), height_inches=row.height_inches, finishes=finishes.get(row.code, []))
            for row in prices.sizes
        ],
        colors=[ColorOut.adding(_rate(row), swatch=row.swatch, asks_which=row.asks_which) for row in prices.colors],
        add_ons=[AddOnOut.adding(_rate(row), lights=row.lights) for row in prices.add_ons],
        owned=owned,
        keeps_stock=keeps_stock,
    )


def _rate(row: Rate) -> RateOut:
    return RateOut(code=row.code, label=row.label, price=units(row.cents))
