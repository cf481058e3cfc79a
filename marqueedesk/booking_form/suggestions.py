"""Message suggestions for visitors: generally popular ones that the operator has the letters for.

They never come from the operator's bookings, which may contain names.
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
    """Return up to five suggestions by size. ``owned`` maps each size to its letter counts; if empty, every message is
    possible (L7).
    """
    return {size: [word for word in WORDS if not owned or _made_of(owned.get(size, {}), word)][:MOST] for size in sizes}


def _made_of(letters: Mapping[str, int], word: str) -> bool:
    return all(letters.get(letter, 0) >= count for letter, count in _NEEDED[word].items())
