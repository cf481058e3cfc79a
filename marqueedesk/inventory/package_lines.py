"""The lines of a package: letters, whose texts may have blanks for the customer's words, and items. Pure."""

import re
from typing import Final

BLANK: Final = "____"
"""A blank in a package's text: four lines, as many as are written (a longer one is one blank)."""

_BLANK: Final = re.compile("____+")


def blanks_in(text: str) -> int:
    """How many words a text waits for."""
    return len(_BLANK.findall(text))


def filled(text: str, words: list[str]) -> str:
    """A text with its blanks filled in order. ``words`` are as many as it has blanks."""
    left = iter(words)
    return _BLANK.sub(lambda _blank: next(left), text)
