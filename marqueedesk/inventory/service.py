"""Verbs that change the inventory. None of them commits, and none of them knows about holds.

A lower quantity and a removed letter affect bookings: the caller of `change_letter` or `remove_letter` has locked the
operator and checked the holds (L8).
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
    """Add a row for an already normalized letter (L1), in one of the sizes of the operator's price list.

    Raises Invalid on `size`, and LetterTaken if the row exists, even when two are added at the same moment.
    """
    if piece.size not in sizes:
        raise Invalid(fields={"size": f"Size must be one of: {', '.join(sizes)}"})
    item = InventoryItem(**piece._asdict(), quantity=quantity, price_per_day_cents=price_per_day_cents)
    if not add_unless_taken(db, item):
        sentence = f"The inventory already has the letter {piece.letter} in {piece.size}"
        raise LetterTaken(sentence, fields={"letter": sentence})
    return item


def change_letter(item: InventoryItem, change: LetterChange, height_inches: float) -> InventoryItem:
    """Set what the change names of a letter this high. Raises Invalid for another letter or size."""
    given = change.model_fields_set
    refused: dict[str, str] = {}
    if "letter" in given and change.letter != item.letter:
        refused["letter"] = "The letter of a row cannot be changed; add another letter instead"
    if "size" in given and change.size != item.size:
        refused["size"] = "The size of a row cannot be changed; add the letter in the other size instead"
    if "finish" in given and change.finish != item.finish:
        refused["finish"] = "The finish of a row cannot be changed; add the letter in the other finish instead"
    if refused:
        raise Invalid(fields=refused)
    set_facts(item, change, height_inches)
    if "quantity" in given:
        item.quantity = change.quantity
    if "price_per_day" in given:
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
"""The column of each fact of a letter, by its name on the wire."""
Fact = float | str | None
"""A fact as it is kept: inches, pounds, watts, pieces, cents, or the slot; None where nobody entered it."""


def new_facts(
    letter: str, item: InventoryItem | None, given: LetterFactsInput, height_inches: float
) -> dict[str, tuple[Fact, Fact]]:
    """The facts that the body changes of a letter this high, by name: before and afterwards, None for an estimate.

    An estimate that is sent back as it was read stays one. ``item`` is None of a letter that is being added.
    """
    known = asdict(estimated(letter, height_inches) if item is None else facts_of(item, height_inches))
    found: dict[str, tuple[Fact, Fact]] = {}
    for name, column in FACTS.items():
        value, before = getattr(given, name), None if item is None else getattr(item, column)
        estimate = before is None and known.get(name) == value
        if name in given.model_fields_set and value != before and not estimate:
            found[name] = (before, value)
    return found


def set_facts(item: InventoryItem, given: LetterFactsInput, height_inches: float) -> None:
    """Set the dimensions, weight, power, slot and value of a letter this high, where the body names them."""
    for name, (_, value) in new_facts(item.letter, item, given, height_inches).items():
        setattr(item, FACTS[name], value)


def remove_letter(db: Session, item: InventoryItem) -> None:
    """Remove a row of the inventory."""
    db.delete(item)
    db.flush()
