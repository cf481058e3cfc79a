"""Estimates of a letter's size, weight and power from the width of its form, for values that nobody has entered. Pure.

A letter is as wide as the pages draw it. One of 4 ft, 0.75 of its height wide, weighs about 35 pounds, has about 30
bulbs of 1 watt, and has a return 8 inches deep. Weight and bulbs grow with the letter's area.
"""

from dataclasses import dataclass
from typing import Final

from marqueedesk.inventory.letterforms import advance
from marqueedesk.inventory.models import InventoryItem

_GAP: Final = 0.08
"""The part of a letterform's advance that is the gap to the next letter, as a share of the height: 4 inches of 48."""
DEPTH_INCHES: Final = 8.0
_POUNDS_EACH: Final = 35 / (48 * 48 * 0.75)
_BULBS_EACH: Final = 30 / (48 * 48 * 0.75) ** 0.5
WATTS_A_BULB: Final = 1.0


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """A letter in inches, pounds and watts; as it was entered, or as it is estimated."""

    width_inches: float
    depth_inches: float
    weight_pounds: float
    bulbs: int
    watts: float


def estimated(letter: str, height_inches: float) -> LetterFacts:
    """Estimated facts of a letter of this height."""
    width = round(height_inches * (advance(letter) / 100 - _GAP), 1)
    area = width * height_inches
    bulbs = max(4, round(_BULBS_EACH * area**0.5))
    return LetterFacts(width, DEPTH_INCHES, max(1.0, round(_POUNDS_EACH * area, 1)), bulbs, bulbs * WATTS_A_BULB)


def facts_of(item: InventoryItem, height_inches: float) -> LetterFacts:
    """The known facts of a letter, and estimates of the rest."""
    usual = estimated(item.letter, height_inches)
    bulbs = usual.bulbs if item.bulbs is None else item.bulbs
    return LetterFacts(
        usual.width_inches if item.width_inches is None else item.width_inches,
        usual.depth_inches if item.depth_inches is None else item.depth_inches,
        usual.weight_pounds if item.weight_pounds is None else item.weight_pounds,
        bulbs,
        (usual.watts if item.bulbs is None else bulbs * WATTS_A_BULB) if item.watts is None else item.watts,
    )
