"""Lines of a package: letters, whose texts may contain blanks for the customer's words, and items. Pure."""

import re
from typing import Final, Literal, TypedDict

BLANK: Final = "____"
"""A blank in a package's text: four underscores or more."""

_BLANK: Final = re.compile("____+")


class PackageLetters(TypedDict):
    """Letters in a package, as stored. ``finish`` is empty for the default finish."""

    kind: Literal["letters"]
    text: str
    size: str
    finish: str
    color: str
    add_ons: list[str]


class PackageItem(TypedDict):
    """A quantity of an item in a package, as stored."""

    kind: Literal["item"]
    item_id: int
    quantity: int


PackageLine = PackageLetters | PackageItem


def blanks_in(text: str) -> int:
    """Return the number of blanks in a text."""
    return len(_BLANK.findall(text))


def filled(text: str, words: list[str]) -> str:
    """Fill a text's blanks in order. ``words`` has one word per blank."""
    left = iter(words)
    return _BLANK.sub(lambda _blank: next(left), text)
