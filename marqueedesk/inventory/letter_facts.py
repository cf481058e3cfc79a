"""Estimate a letter's size, weight and power from its shape, for values that weren't entered. Pure.

A letter is as wide as its drawing. A 4 ft letter whose width is 0.75 of its height weighs about 35 pounds, has about 30
bulbs of 1 watt, and is 8 inches deep. Weight and number of bulbs grow with the letter's area.
"""

from dataclasses import dataclass
from typing import Final

from marqueedesk.inventory.letterforms import advance
from marqueedesk.inventory.models import InventoryItem

_GAP: Final = 0.08
"""Gap to the next letter, included in a letter's advance, as a share of the height: 4 inches of 48."""
DEPTH_INCHES: Final = 8.0
_POUNDS_EACH: Final = 35 / (48 * 48 * 0.75)
_BULBS_EACH: Final = 30 / (48 * 48 * 0.75) ** 0.5
WATTS_A_BULB: Final = 1.0


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """A letter's measurements in inches, pounds and watts, entered or estimated."""

    width_inches: float
    depth_inches: float
    weight_pounds: float
    bulbs: int
    watts: float


def estimated(letter: str, height_inches: float) -> LetterFacts:
    """Return the estimated measurements of a letter of this height."""
    width = round(height_inches * (advance(letter) / 100 - _GAP), 1)
    area = width * height_inches
    bulbs = max(4, round(_BULBS_EACH * area**0.5))
    return LetterFacts(width, DEPTH_INCHES, max(1.0, round(_POUNDS_EACH * area, 1)), bulbs, bulbs * WATTS_A_BULB)


def facts_of(item: InventoryItem, height_inches: float) -> LetterFacts:
    """Return the entered measurements of a letter, with estimates for missing ones."""
    usual = estimated(item.letter, height_inches)
    bulbs = usual.bulbs if item.bulbs is None else item.bulbs
    return LetterFacts(
        usual.width_inches if item.width_inches is None else item.width_inches,
        usual.depth_inches if item.depth_inches is None else item.depth_inches,
        usual.weight_pounds if item.weight_pounds is None else item.weight_pounds,
        bulbs,
        (usual.watts if item.bulbs is None else bulbs * WATTS_A_BULB) if item.watts is None else item.watts,
    )
