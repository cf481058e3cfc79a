"""Optional letter attributes in CSV files: column names, parsing and formatting."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.schemas import LetterFactsInput
from marqueedesk.inventory.service import FACTS, Fact
from marqueedesk.kit.money import units
from marqueedesk.kit.text.csv_reading import amount_in, number_in

LABELS: Final = {
    "width_inches": "Width (in)",
    "depth_inches": "Depth (in)",
    "weight_pounds": "Weight (lb)",
    "bulbs": "Bulbs",
    "watts": "Watts",
    "slot": "Slot",
    "cost": "Cost",
    "replacement_price": "Replacement Price",
}
"""Column labels of an export."""
COLUMNS: Final = {
    "width": "width_inches",
    "widthin": "width_inches",
    "widthinches": "width_inches",
    "depth": "depth_inches",
    "depthin": "depth_inches",
    "depthinches": "depth_inches",
    "weight": "weight_pounds",
    "weightlb": "weight_pounds",
    "weightlbs": "weight_pounds",
    "weightpounds": "weight_pounds",
    "bulbs": "bulbs",
    "watts": "watts",
    "slot": "slot",
    "storageslot": "slot",
    "location": "slot",
    "storagelocation": "slot",
    "shelf": "slot",
    "rack": "slot",
    "bin": "slot",
    "cost": "cost",
    "costeach": "cost",
    "unitcost": "cost",
    "purchaseprice": "cost",
    "replacementcost": "replacement_price",
    "replacementvalue": "replacement_price",
    "wattage": "watts",
    "bulbcount": "bulbs",
    "replacement": "replacement_price",
    "replacementprice": "replacement_price",
}
"""Attributes by column name in lower case, letters only."""
_FAULTS: Final = {
    "width_inches": "Width must be a number of inches above 0, at most 1000",
    "depth_inches": "Depth must be a number of inches above 0, at most 1000",
    "weight_pounds": "Weight must be a number of pounds above 0, at most 10000",
    "bulbs": "Bulbs must be a whole number, at most 10000",
    "watts": "Watts must be a number, at most 100000",
    "slot": "Slot can have at most 40 characters",
    "cost": "Cost must be an amount from 0 to 1000000 with at most two decimals",
    "replacement_price": "Replacement price must be an amount from 0 to 1000000 with at most two decimals",
}
_UNITS: Final = re.compile(
    r" ?(?:in|inch|inches|\"|\u201d|\u2033|lb|lbs|pounds?|w|watts?|bulbs?|pcs|pieces)\.?$", re.IGNORECASE
)
_MONEY: Final = frozenset({"cost", "replacement_price"})


def read_facts(cells: Mapping[str, str]) -> tuple[LetterFactsInput | None, str | None]:
    """Parse the letter attributes in a row's cells; empty cells are skipped. Also returns an error message for the
    first invalid one.
    """
    facts: dict[str, str | float] = {}
    for name, fault in _FAULTS.items():
        text = cells.get(name, "")
        if not text:
            continue
        try:
            value = _value(name, text)
            LetterFactsInput.model_validate({name: value})
        except ValueError:
            return None, fault
        facts[name] = value
    return (LetterFactsInput.model_validate(facts) if facts else None), None


def _value(name: str, text: str) -> str | float:
    if name == "slot":
        # As for letters: a leading apostrophe keeps a spreadsheet from evaluating "=" or "+".
        return text[1:] if text.startswith("'") and len(text) > 1 else text
    number = amount_in(text) if name in _MONEY else number_in(_UNITS.sub("", text))
    if number is None:
        raise ValueError(text)
    return float(number) if number % 1 else int(number)


def shown(name: str, value: Fact) -> Fact:
    """Convert an attribute for responses and files; money becomes currency units."""
    return units(value) if name in _MONEY and isinstance(value, int) else value


def entered(items: Iterable[InventoryItem]) -> list[str]:
    """Return the names of the attributes entered for any of these letters, in column order."""
    letters = list(items)
    return [name for name in LABELS if any(getattr(item, FACTS[name]) is not None for item in letters)]


def cells(item: InventoryItem, names: Iterable[str]) -> list[Fact]:
    """Return the entered attributes of a letter as cells; those only estimated stay empty."""
    return [shown(name, getattr(item, FACTS[name])) for name in names]
