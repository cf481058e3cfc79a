"""Suggested words for a visitor to start from: popular everywhere, and possible with the operator's letters.

Never what this operator's own customers booked: that may be somebody's name.
"""

from collections.abc import Iterable, Mapping

from marqueedesk.inventory.message import count_letters, split_message

WORDS = (
    "LOVE",
    "MR & MRS",
    "HAPPY BIRTHDAY",
    "BABY",
    "CONGRATS",
    "MARRY ME",
    "SWEET 16",
    "HAPPY 30TH",
    "OH BABY",
    "PROM",
    "I DO",
    "BRIDE",
    "CHEERS",
    "PARTY",
    "XO",
)
MOST = 5
_NEEDED = {word: count_letters(split_message(word)) for word in WORDS}


def suggestions(owned: Mapping[str, Mapping[str, int]], sizes: Iterable[str]) -> dict[str, list[str]]:
    """Up to five words by size. ``owned`` maps sizes to letters to pieces; without any, every word will do (L7)."""
    return {size: [word for word in WORDS if not owned or _made_of(owned.get(size, {}), word)][:MOST] for size in sizes}


def _made_of(letters: Mapping[str, int], word: str) -> bool:
    return all(letters.get(letter, 0) >= count for letter, count in _NEEDED[word].items())
