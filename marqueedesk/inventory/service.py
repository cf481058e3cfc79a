"""Changes to the inventory. Nothing here commits or checks holds.

Lowering a quantity or removing a letter can affect bookings: callers of `change_letter` and `remove_letter` must take
the operator's lock and check the holds first (L8).
"""

from collections.abc import Collection
from dataclasses import asdict
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.inventory.errors import LetterTaken
from marqueedesk.inventory.letter_facts import estimated, facts_of
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.pieces import Piece
from marqueedesk.inventory.schemas import LetterChange, LetterFactsInput
from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.kit.errors import Invalid


def add_letter(
    db: Session,
    piece: Piece,
    *,
    quantity: int,
    price_per_day_cents: int,
    sizes: Collection[str],
) -> InventoryItem:
    """Add a normalized letter (L1) in a size of the operator's price list.

    Raises Invalid on `size`, and LetterTaken if it exists, even if added concurrently.
    """
    if piece.size not in sizes:
        raise Invalid(fields={"size": f"Size must be one of: {', '.join(sizes)}"})
    item = InventoryItem(**piece._asdict(), quantity=quantity, price_per_day_cents=price_per_day_cents)
    if not add_unless_taken(db, item):
        sentence = f"The inventory already has the letter {piece.letter} in {piece.size}"
        raise LetterTaken(sentence, fields={"letter": sentence})
    return item


def change_letter(item: InventoryItem, change: LetterChange, height_inches: float) -> InventoryItem:
    """Apply the fields sent to a letter of this height. Raises Invalid for another letter or size."""
    sent_fields = change.model_fields_set
    refused: dict[str, str] = {}
    if "letter" in sent_fields and change.letter != item.letter:
        refused["letter"] = "You can't change the letter. Add another letter instead"
    if "size" in sent_fields and change.size != item.size:
        refused["size"] = "You can't change the size. Add the letter in the other size instead"
    if "finish" in sent_fields and change.finish != item.finish:
        refused["finish"] = "You can't change the finish. Add the letter in the other finish instead"
    if refused:
        raise Invalid(fields=refused)
    set_facts(item, change, height_inches)
    if "quantity" in sent_fields:
        item.quantity = change.quantity
    if "price_per_day" in sent_fields:
        item.price_per_day_cents = change.price_per_day
    return item


FACTS: Final = {
    "width_inches": "width_inches",
    "depth_inches": "depth_inches",
    "weight_pounds": "weight_pounds",
    "bulbs": "bulbs",
    "watts": "watts",
    "slot": "slot",
    "cost": "cost_cents",
    "replacement_price": "replacement_cents",
}
"""Columns of a letter's attributes by wire name."""
Fact = float | str | None
"""A stored attribute: inches, pounds, watts, pieces, cents, or the slot; None if not entered."""


def new_facts(
    letter: str, item: InventoryItem | None, payload: LetterFactsInput, height_inches: float
) -> dict[str, tuple[Fact, Fact]]:
    """Return the attributes that the request changes, by name, with old and new value; None means an estimate.

    An estimate sent back unchanged remains an estimate. ``item`` is None for a letter being added.
    """
    current = asdict(estimated(letter, height_inches) if item is None else facts_of(item, height_inches))
    changes: dict[str, tuple[Fact, Fact]] = {}
    for name, column in FACTS.items():
        value, before = getattr(payload, name), None if item is None else getattr(item, column)
        estimate = before is None and current.get(name) == value
        if name in payload.model_fields_set and value != before and not estimate:
            changes[name] = (before, value)
    return changes


def set_facts(item: InventoryItem, payload: LetterFactsInput, height_inches: float) -> None:
    """Set the letter's measurements, weight, power, slot and value if sent."""
    for name, (_, value) in new_facts(item.letter, item, payload, height_inches).items():
        setattr(item, FACTS[name], value)


def remove_letter(db: Session, item: InventoryItem) -> None:
    """Remove a letter from the inventory."""
    db.delete(item)
    db.flush()
