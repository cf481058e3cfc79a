"""What comes in about letters owned, and how they are answered."""

from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field

from marqueedesk.inventory.models import LONGEST_SIZE, InventoryItem
from marqueedesk.kit.money import units
from marqueedesk.kit.wire import Answer, CurrencyAmount, CurrencyUnits, Wire

LOWEST_PRICE_CENTS = 100
"""At least 1 a day (specification, section 5)."""

HIGHEST_PRICE_CENTS = 100_000_000
MOST_PIECES = 100_000


def _letter_price(cents: int) -> int:
    if cents < LOWEST_PRICE_CENTS:
        raise ValueError("Price must be at least 1")
    if cents > HIGHEST_PRICE_CENTS:
        raise ValueError(f"Price can be at most {HIGHEST_PRICE_CENTS // 100}")
    return cents


Quantity = Annotated[int, Field(ge=0, le=MOST_PIECES)]
LetterPriceCents = Annotated[CurrencyAmount, AfterValidator(_letter_price)]
SetListPrice = Annotated[bool, Field(description="Also make the price the price list's price for this size")]
_SENTENCES = {"quantity": {"greater_than_equal": "Quantity cannot be negative"}}


class LetterInput(Wire):
    """POST /api/inventory. The letter is still as it was typed; whose row it becomes is the session's to say."""

    sentences: ClassVar[dict[str, dict[str, str]]] = _SENTENCES

    letter: Annotated[str, Field(max_length=500)]
    size: Annotated[str, Field(max_length=LONGEST_SIZE)]
    quantity: Quantity = 0
    price_per_day: LetterPriceCents
    set_list_price: SetListPrice = False


class LetterChange(Wire):
    """PATCH /api/inventory/{id}: what is left out stays. Letter and size may come along as they are, not changed."""

    sentences: ClassVar[dict[str, dict[str, str]]] = _SENTENCES

    letter: str = ""
    size: str = ""
    quantity: Quantity = 0
    price_per_day: LetterPriceCents = LOWEST_PRICE_CENTS
    set_list_price: SetListPrice = False


class CrewLetterAnswer(Answer):
    """A row of the inventory as staff see it: without its price (A5)."""

    id: int
    letter: str
    size: str
    quantity: int
    user_id: int


class LetterAnswer(CrewLetterAnswer):
    """A row of the inventory."""

    price_per_day: CurrencyUnits


class LetterPage(Answer):
    """A page of the inventory."""

    items: list[LetterAnswer]
    next_cursor: str | None


class CrewLetterPage(Answer):
    """A page of the inventory as staff see it."""

    items: list[CrewLetterAnswer]
    next_cursor: str | None


def letter_answer(item: InventoryItem, *, price: bool = True) -> dict[str, Any]:
    """A row of the inventory as the wire shows it, its price in currency units."""
    return {
        "id": item.id,
        "letter": item.letter,
        "size": item.size,
        "quantity": item.quantity,
        "userId": item.operator_id,
    } | ({"pricePerDay": units(item.price_per_day_cents)} if price else {})
