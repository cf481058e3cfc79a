"""Request and response schemas of letters."""

from typing import Annotated, ClassVar, Final

from pydantic import Field

from marqueedesk.inventory.letter_facts import facts_of
from marqueedesk.inventory.models import LONGEST_SIZE, InventoryItem
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    CurrencyUnits,
    OptionalText,
    RequestModel,
    ResponseModel,
    between,
)
from marqueedesk.kit.money import units
from marqueedesk.pricing.price_list import PriceList, height_in

LOWEST_PRICE_CENTS = 100
"""At least 1 per day (specification, section 5)."""

HIGHEST_PRICE_CENTS = 100_000_000
MOST_PIECES = 100_000


Quantity = Annotated[int, Field(ge=0, le=MOST_PIECES)]
LetterPriceCents = Annotated[
    CurrencyAmount,
    between(
        LOWEST_PRICE_CENTS,
        HIGHEST_PRICE_CENTS,
        "Price must be at least 1",
        f"Price can be at most {HIGHEST_PRICE_CENTS // 100}",
    ),
]
Worth = Annotated[
    CurrencyAmount, between(0, HIGHEST_PRICE_CENTS, f"An amount must be between 0 and {HIGHEST_PRICE_CENTS // 100}")
]
SetListPrice = Annotated[bool, Field(description="Also set the list price of this size")]
_SENTENCES = {"quantity": {"greater_than_equal": "Quantity cannot be negative"}}


Inches = Annotated[float | int, Field(gt=0, le=1000)]


class LetterFactsInput(RequestModel):
    """A letter's measurements, weight, power and value; null to use an estimate."""

    width_inches: Inches | None = None
    depth_inches: Inches | None = None
    weight_pounds: Annotated[float | int, Field(gt=0, le=10_000)] | None = None
    bulbs: Annotated[int, Field(ge=0, le=10_000)] | None = None
    watts: Annotated[float | int, Field(ge=0, le=100_000)] | None = None
    slot: Annotated[OptionalText, AtMost(40)] = None
    cost: Worth | None = None
    replacement_price: Worth | None = None


class LetterInput(LetterFactsInput):
    """POST /api/inventory. The letter is sent as typed, and added to the caller's business."""

    sentences: ClassVar[dict[str, dict[str, str]]] = _SENTENCES

    letter: Annotated[str, Field(max_length=500)]
    size: Annotated[str, Field(max_length=LONGEST_SIZE)]
    finish: Annotated[str | None, Field(max_length=LONGEST_SIZE)] = None
    quantity: Quantity = 0
    price_per_day: LetterPriceCents
    set_list_price: SetListPrice = False


class LetterChange(LetterFactsInput):
    """PATCH /api/inventory/{id}: omitted fields keep their value. Letter and size may be sent unchanged."""

    sentences: ClassVar[dict[str, dict[str, str]]] = _SENTENCES

    letter: str = ""
    size: str = ""
    finish: str | None = None
    quantity: Quantity = 0
    price_per_day: LetterPriceCents = LOWEST_PRICE_CENTS
    set_list_price: SetListPrice = False


class CrewLetterOut(ResponseModel):
    """A letter as staff see it, without its price (A5)."""

    id: int
    letter: str
    size: str
    finish: str
    quantity: int
    user_id: int
    width_inches: float
    depth_inches: float
    weight_pounds: float
    bulbs: int
    watts: float
    slot: str | None
    estimated: Annotated[list[str], Field(description="Attributes that weren't entered and are estimated")]


class LetterOut(CrewLetterOut):
    """A letter of the inventory."""

    price_per_day: CurrencyUnits
    cost: CurrencyUnits | None
    replacement_price: CurrencyUnits | None


class LetterPage(ResponseModel):
    """A page of the inventory."""

    items: list[LetterOut]
    next_cursor: str | None


class CrewLetterPage(ResponseModel):
    """A page of the inventory as staff see it."""

    items: list[CrewLetterOut]
    next_cursor: str | None


_ESTIMATED: Final = {
    "widthInches": "width_inches",
    "depthInches": "depth_inches",
    "weightPounds": "weight_pounds",
    "bulbs": "bulbs",
    "watts": "watts",
}


def crew_letter(item: InventoryItem, prices: PriceList) -> CrewLetterOut:
    """Serialize a letter for users who may not see money (A5)."""
    facts = facts_of(item, height_in(prices, item.size))
    return CrewLetterOut.of_row(
        item,
        **{name: getattr(facts, name) for name in _ESTIMATED.values()},
        finish=item.finish or prices.usual_finish,
        user_id=item.operator_id,
        estimated=[wire for wire, name in _ESTIMATED.items() if getattr(item, name) is None],
    )


def shown(item: InventoryItem, prices: PriceList) -> LetterOut:
    """Serialize a letter for users who may see money, with amounts in currency units."""
    return LetterOut.adding(
        crew_letter(item, prices),
        price_per_day=units(item.price_per_day_cents),
        cost=None if item.cost_cents is None else units(item.cost_cents),
        replacement_price=None if item.replacement_cents is None else units(item.replacement_cents),
    )
