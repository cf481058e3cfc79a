"""What comes in about a price list, and how it is answered: currency units and percentages on the wire."""

from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field, WithJsonSchema

from marqueedesk.kit.wire import Answer, AtMost, CurrencyAmount, CurrencyUnits, RequiredText, Wire
from marqueedesk.pricing.price_list import BASIS_POINTS, Charge, LetterPrice

HIGHEST_PRICE_CENTS = 100_000_000
MOST_ROWS = 20


def _price(cents: int) -> int:
    if cents < 0:
        raise ValueError("Prices can't be negative")
    if cents > HIGHEST_PRICE_CENTS:
        raise ValueError(f"Prices can be at most {HIGHEST_PRICE_CENTS // 100}")
    return cents


def _share(basis_points: int) -> int:
    if not 0 <= basis_points <= BASIS_POINTS:
        raise ValueError("A percentage must be between 0 and 100")
    return basis_points


Price = Annotated[CurrencyAmount, AfterValidator(_price)]
# A percentage with two decimals is read as an amount with two decimals is: 8.25 becomes 825 basis points.
Percent = Annotated[
    CurrencyAmount, AfterValidator(_share), WithJsonSchema({"type": "number", "description": "Percent, two decimals"})
]
Code = Annotated[str, Field(pattern=r"^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,18}[A-Za-z0-9])?$")]

_ROWS = (
    "{label} must be a list of at most 20 entries, each with a code (letters, digits, - and _), a label "
    "and a price of 0 or more with at most two decimals"
)


class RateInput(Wire):
    """A row of a price list. The price is per letter, day or venue, as the list says."""

    code: Code
    label: Annotated[RequiredText, AtMost(40)]
    price: Price


Rates = Annotated[list[RateInput], Field(max_length=MOST_ROWS)]


class PriceListChange(Wire):
    """PATCH /api/price-list: what is left out stays; a list replaces the whole list."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        name: {"*": _ROWS} for name in ("sizes", "colors", "addOns", "difficulties")
    } | {
        "letterPrice": {"*": "Letter price must be one of: flat, inventory"},
        "charge": {"*": "Charge must be one of: day, event"},
    }

    sizes: Rates = Field(default_factory=list[RateInput])
    colors: Rates = Field(default_factory=list[RateInput])
    add_ons: Rates = Field(default_factory=list[RateInput])
    difficulties: Rates = Field(default_factory=list[RateInput])
    unverified_venue_deposit: Price = 0
    letter_price: LetterPrice = LetterPrice.FLAT
    charge: Charge = Charge.DAY
    venue_surcharge_percent: Percent = 0
    minimum_order: Price = 0
    delivery_fee: Price = 0
    sales_tax_percent: Percent = 0
    deposit_percent: Percent = 0
    deposit_flat: Price = 0


class ListedPrice(Answer):
    """A row of a price list."""

    code: str
    label: str
    price: CurrencyUnits


PercentAnswer = Annotated[float | int, Field(description="Percent, at most two decimals")]


class PriceListAnswer(Answer):
    """An operator's price list (P2)."""

    sizes: Annotated[list[ListedPrice], Field(description="Per letter, for a day or an event as `charge` says")]
    colors: Annotated[list[ListedPrice], Field(description="Per letter, once")]
    add_ons: Annotated[list[ListedPrice], Field(description="Per day")]
    difficulties: Annotated[list[ListedPrice], Field(description="Per venue of that difficulty, once")]
    unverified_venue_deposit: CurrencyUnits
    letter_price: LetterPrice
    charge: Charge
    venue_surcharge_percent: PercentAnswer
    minimum_order: CurrencyUnits
    delivery_fee: CurrencyUnits
    sales_tax_percent: PercentAnswer
    deposit_percent: PercentAnswer
    deposit_flat: CurrencyUnits
