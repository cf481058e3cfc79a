"""Request and response schemas of price lists, in currency units and percentages."""

import math
from decimal import Decimal
from typing import Annotated, Any, ClassVar

from pydantic import Field, PlainValidator, WithJsonSchema

from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    CurrencyUnits,
    Percentage,
    RequestModel,
    RequiredText,
    ResponseModel,
    between,
)
from marqueedesk.pricing.price_list import BASIS_POINTS, MILLION, Charge, LetterPrice

HIGHEST_PRICE_CENTS = 100_000_000
MOST_ROWS = 20


Price = Annotated[
    CurrencyAmount,
    between(0, HIGHEST_PRICE_CENTS, "Prices can't be negative", f"Prices can be at most {HIGHEST_PRICE_CENTS // 100}"),
]
Percent = Annotated[Percentage, between(0, BASIS_POINTS, "A percentage must be between 0 and 100")]


def _tax(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError("A percentage must be a number")
    parts = Decimal(repr(value)) * (MILLION // 100)
    if not 0 <= parts <= MILLION:
        raise ValueError("A percentage must be between 0 and 100")
    if parts != parts.to_integral_value():
        raise ValueError("A tax can have at most four decimals")
    return int(parts)


TaxPercent = Annotated[
    int, PlainValidator(_tax), WithJsonSchema({"type": "number", "description": "Percent, four decimals"})
]
Code = Annotated[str, Field(pattern=r"^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,18}[A-Za-z0-9])?$")]

_ROWS = (
    "{label} must be a list of at most 20 entries, each with a code (letters, digits, - and _), a label "
    "and a price of 0 or more with at most two decimals"
)


class RateInput(RequestModel):
    """A row of a price list. The price is per letter, per day or per venue, depending on the list."""

    code: Code
    label: Annotated[RequiredText, AtMost(40)]
    price: Price


class SizeInput(RateInput):
    """A size with its price per letter and letter height."""

    height_inches: Annotated[float | int, Field(ge=1, le=1000)] | None = None


class ColorInput(RateInput):
    """A color option with its swatch."""

    swatch: Annotated[str, Field(pattern="^#[0-9A-Fa-f]{6}$")] | None = None


class AddOnInput(RateInput):
    """An add-on."""

    is_stand: Annotated[
        bool | None, Field(description="Whether each letter needs a floor stand; unchanged if omitted")
    ] = None


class FinishInput(RequestModel):
    """A letter finish."""

    code: Code
    label: Annotated[RequiredText, AtMost(40)]


Rates = Annotated[list[RateInput], Field(max_length=MOST_ROWS)]


class PriceListChange(RequestModel):
    """Body of PATCH /api/price-list. Omitted fields stay the same; a list replaces the whole list."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        name: {"*": _ROWS} for name in ("sizes", "colors", "addOns", "difficulties")
    } | {
        "finishes": {"*": "{label} must be a list of at most 20 entries, each with a code and a label"},
        "letterPrice": {"*": "Letter price must be one of: flat, inventory"},
        "charge": {"*": "Charge must be one of: day, event"},
    }

    sizes: Annotated[list[SizeInput], Field(max_length=MOST_ROWS)] = Field(default_factory=list[SizeInput])
    finishes: Annotated[list[FinishInput], Field(max_length=MOST_ROWS)] = Field(default_factory=list[FinishInput])
    colors: Annotated[list[ColorInput], Field(max_length=MOST_ROWS)] = Field(default_factory=list[ColorInput])
    add_ons: Annotated[list[AddOnInput], Field(max_length=MOST_ROWS)] = Field(default_factory=list[AddOnInput])
    difficulties: Rates = Field(default_factory=list[RateInput])
    unverified_venue_deposit: Price = 0
    letter_price: Annotated[LetterPrice, Field(strict=False)] = LetterPrice.FLAT
    charge: Annotated[Charge, Field(strict=False)] = Charge.DAY
    venue_surcharge_percent: Percent = 0
    minimum_order: Price = 0
    delivery_fee: Price = 0
    sales_tax_percent: TaxPercent = 0
    deposit_percent: Percent = 0
    deposit_flat: Price = 0


class ListedPrice(ResponseModel):
    """A row of a price list."""

    code: str
    label: str
    price: CurrencyUnits


class ListedSize(ListedPrice):
    """A size on the price list."""

    height_inches: float


class ListedColor(ListedPrice):
    """A color on the price list."""

    swatch: str | None


class ListedAddOn(ListedPrice):
    """An add-on on the price list."""

    is_stand: Annotated[bool, Field(description="Whether each letter needs a floor stand, counted on the load list")]


class ListedFinish(ResponseModel):
    """A finish on the price list."""

    code: str
    label: str


PercentAnswer = Annotated[float | int, Field(description="Percent, at most two decimals")]


class PriceListOut(ResponseModel):
    """An operator's price list (P2)."""

    sizes: Annotated[list[ListedSize], Field(description="Per letter, for a day or an event depending on `charge`")]
    finishes: Annotated[
        list[ListedFinish], Field(description="Letters are counted by finish; the first is the default")
    ]
    colors: Annotated[list[ListedColor], Field(description="Per letter, once")]
    add_ons: Annotated[list[ListedAddOn], Field(description="Per day")]
    difficulties: Annotated[list[ListedPrice], Field(description="Per venue of that difficulty, once")]
    unverified_venue_deposit: CurrencyUnits
    letter_price: LetterPrice
    charge: Charge
    venue_surcharge_percent: PercentAnswer
    minimum_order: CurrencyUnits
    delivery_fee: CurrencyUnits
    sales_tax_percent: Annotated[float | int, Field(description="Percent, at most four decimals")]
    deposit_percent: PercentAnswer
    deposit_flat: CurrencyUnits
