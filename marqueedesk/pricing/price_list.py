"""What an operator charges: plain values with the specification's defaults, and their stored form.

Every constant of section 9 that prices a rental stands here once. All amounts are integer cents, all percentages
integer basis points (825 is 8.25 %).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final, Self

BASIS_POINTS: Final = 10_000
"""The basis points of a whole."""


class LetterPrice(StrEnum):
    """Where the price of a letter comes from (rule P2)."""

    FLAT = "flat"
    """One price by size."""
    INVENTORY = "inventory"
    """Each letter's own price; a letter without one costs the flat price of its size."""


class Charge(StrEnum):
    """What a letter's price is for (rule P2). The add-ons are per day either way."""

    DAY = "day"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Rate:
    """One row of the price list: its code on the wire, how people call it, and its cents."""

    code: str
    label: str
    cents: int


@dataclass(frozen=True, slots=True)
class PriceList:
    """An operator's prices (rule P2). Built without arguments it holds the defaults of section 9."""

    sizes: tuple[Rate, ...] = (Rate("2ft", "2ft", 1500), Rate("4ft", "4ft", 2500))
    """Cents per letter, per day or per event as `charge` says."""
    colors: tuple[Rate, ...] = (
        Rate("standard", "Standard", 0),
        Rate("premium", "Premium", 2000),
        Rate("custom", "Custom", 3000),
    )
    """Cents per letter, once."""
    add_ons: tuple[Rate, ...] = (Rate("lighting", "LED Lighting", 2500), Rate("stand", "Floor Stand", 1500))
    """Cents per day."""
    difficulties: tuple[Rate, ...] = (
        Rate("easy", "Easy", 0),
        Rate("moderate", "Moderate", 2500),
        Rate("difficult", "Difficult", 5000),
        Rate("very_difficult", "Very Difficult", 10000),
    )
    """Cents for a venue of that difficulty, once."""
    unverified_venue_deposit_cents: int = 5000

    letter_price: LetterPrice = LetterPrice.FLAT
    charge: Charge = Charge.DAY
    venue_surcharge_basis_points: int = 0
    """A share of the base price, added to the surcharge of a chosen venue."""
    minimum_order_cents: int = 0
    delivery_fee_cents: int = 0
    sales_tax_basis_points: int = 0
    deposit_basis_points: int = 0
    """A deposit for every booking as a share of its total."""
    deposit_flat_cents: int = 0
    """A deposit for every booking, never above its total."""

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Read the stored form. A key that the document does not know yet takes its default."""
        get = document.get
        usual = DEFAULT_PRICE_LIST
        return cls(
            sizes=_rates(get("sizes"), usual.sizes),
            colors=_rates(get("colors"), usual.colors),
            add_ons=_rates(get("add_ons"), usual.add_ons),
            difficulties=_rates(get("difficulties"), usual.difficulties),
            unverified_venue_deposit_cents=get("unverified_venue_deposit_cents", usual.unverified_venue_deposit_cents),
            letter_price=LetterPrice(get("letter_price", usual.letter_price)),
            charge=Charge(get("charge", usual.charge)),
            venue_surcharge_basis_points=get("venue_surcharge_basis_points", usual.venue_surcharge_basis_points),
            minimum_order_cents=get("minimum_order_cents", usual.minimum_order_cents),
            delivery_fee_cents=get("delivery_fee_cents", usual.delivery_fee_cents),
            sales_tax_basis_points=get("sales_tax_basis_points", usual.sales_tax_basis_points),
            deposit_basis_points=get("deposit_basis_points", usual.deposit_basis_points),
            deposit_flat_cents=get("deposit_flat_cents", usual.deposit_flat_cents),
        )

    def to_json(self) -> dict[str, Any]:
        """Answer the stored form: JSON values only, money in cents."""
        document = asdict(self)
        rows = ("sizes", "colors", "add_ons", "difficulties")
        return (
            document
            | {name: list(document[name]) for name in rows}
            | {
                "letter_price": self.letter_price.value,
                "charge": self.charge.value,
            }
        )


def rate(rows: Sequence[Rate], code: str) -> Rate | None:
    """Answer the row with this code, or None when the price list has none."""
    for row in rows:
        if row.code == code:
            return row
    return None


def _rates(rows: Sequence[Mapping[str, Any]] | None, usual: tuple[Rate, ...]) -> tuple[Rate, ...]:
    if rows is None:
        return usual
    return tuple([Rate(row["code"], row["label"], row["cents"]) for row in rows])


DEFAULT_PRICE_LIST: Final = PriceList()
"""What an operator charges until they say otherwise (specification, section 9)."""
