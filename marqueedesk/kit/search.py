"""Text as a search compares it: whatever its case and its accents, and a phone number however it is written. Pure."""

import re
import unicodedata
from dataclasses import dataclass

MOST_WORDS = 12
"""Words of one search; what is typed beyond them is not looked at."""

SHORTEST_PHONE = 7
"""Digits from which on they are looked for as a phone number."""

_SURE_DIGITS = 9
"""A number with and without its country's prefix ends alike in these."""

_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\ufe0e": None, "\ufe0f": None})
_PHONE = re.compile(r"[+(]*[0-9][0-9().+/-]*")
_NUMBER = re.compile(r"#?([0-9]{1,9})")


def plain(text: str) -> str:
    """Text in lower case, without accents, with straight quotes: "Émilie" and "EMILIE" are the same."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.translate(_QUOTES).casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()


def digits(text: str) -> str:
    """The digits of a text, one after the other."""
    return "".join(str(unicodedata.digit(char)) for char in text if char.isdigit())


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a search, as `plain` writes it. ``digits`` are set where it could be part of a phone number.

    ``number`` is set where it could be a booking's; with ``only_number`` ("#53") it is nothing else.
    """

    text: str
    digits: str | None = None
    number: int | None = None
    only_number: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Words of which each has to be found; or, where ``phone`` is set, its digits in their place.

    Such are the pieces of a phone number that was typed with spaces.
    """

    words: tuple[Word, ...]
    phone: str | None = None


def read(q: str) -> list[Group]:
    """The groups of a search text: a match contains every group. Empty for an empty search."""
    groups: list[Group] = []
    run: list[Word] = []
    for text in dict.fromkeys(plain(q).split()[:MOST_WORDS]):
        word = _word(text)
        if word.digits:
            run.append(word)
            continue
        groups += _closed(run)
        run = []
        groups.append(Group((word,)))
    return groups + _closed(run)


def _word(text: str) -> Word:
    number = _NUMBER.fullmatch(text)
    return Word(
        text,
        digits=digits(text) if _PHONE.fullmatch(text) else None,
        number=int(number[1]) if number else None,
        only_number=bool(number) and text.startswith("#"),
    )


def _closed(run: list[Word]) -> list[Group]:
    if not run:
        return []
    whole = "".join(word.digits or "" for word in run)
    return [Group(tuple(run), whole[-_SURE_DIGITS:] if len(whole) >= SHORTEST_PHONE else None)]
