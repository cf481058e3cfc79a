"""The lines of a package: letters, whose texts may have blanks for the customer's words, and items. Pure."""

import re
from typing import Final, Literal, TypedDict

BLANK: Final = "____"
"""A blank in a package's text: four lines, as many as are written (a longer one is one blank)."""

_BLANK: Final = re.compile("____+")


class PackageLetters(TypedDict):
    """Letters of a package, as they are stored. ``finish`` is empty for the usual one."""

    kind: Literal["letters"]
    text: str
    size: str
    finish: str
    color: str
    add_ons: list[str]


class PackageItem(TypedDict):
    """So many of an item in a package, as they are stored."""

    kind: Literal["item"]
    item_id: int
    quantity: int


PackageLine = PackageLetters | PackageItem


def blanks_in(text: str) -> int:
    """How many words a text waits for."""
    return len(_BLANK.findall(text))


def filled(text: str, words: list[str]) -> str:
    """A text with its blanks filled in order. ``words`` are as many as it has blanks."""
    left = iter(words)
    return _BLANK.sub(lambda _blank: next(left), text)
