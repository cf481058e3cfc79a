"""Search terms, including phone numbers, and the text that PostgreSQL compares with them. Pure functions."""

import re
import unicodedata
from dataclasses import dataclass

from marqueedesk.kit.text.text_forms import APOSTROPHES, DASHES, LETTERS, MARKS, search_words

MOST_WORDS = 12
"""Maximum number of words; any others are ignored."""

SHORTEST_PHONE = 7
"""Minimum number of digits for a phone number."""

_SURE_DIGITS = 9
"""Number of trailing digits that a phone number has in common with and without its country code."""

_PHONE = re.compile(r"[+(]*[0-9][0-9().+/-]*")
_NUMBER = re.compile(r"#?([0-9]{1,9})")


def digits(text: str) -> str:
    """Return the digits of a text."""
    return "".join(str(unicodedata.digit(char)) for char in text if char.isdigit())


@dataclass(frozen=True, slots=True)
class Word:
    """A search word, normalized by `folded`. ``digits`` is set if it could be part of a phone number.

    ``number`` is set if it could be a booking number; with ``only_number`` ("#53"), it can't be anything else.
    """

    text: str
    digits: str | None = None
    number: int | None = None
    only_number: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Words that must all match or, if ``phone`` is set, digits that may match instead.

    This covers a phone number typed with spaces.
    """

    words: tuple[Word, ...]
    phone: str | None = None


def read(q: str) -> list[Group]:
    """Parse a search text into groups: a match must contain every group. Empty for an empty search."""
    groups: list[Group] = []
    run: list[Word] = []
    for text in dict.fromkeys(search_words(q)[:MOST_WORDS]):
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


def folded_on_postgresql() -> str:
    """Return `text_forms.folded` as SQL, with ``{0}`` for the text. ASCII text, which is nearly all text, takes a fast
    path.
    """
    apostrophes = APOSTROPHES.replace("'", "''")
    single = {letter: plain for letter, plain in LETTERS.items() if len(plain) == 1}
    letters, plains = "".join(single), "".join(single.values())
    dashes = DASHES[1:]
    full = f"translate(normalize({{0}}, NFKD), '{apostrophes}', '')"
    full = f"regexp_replace({full}, '[{MARKS}\u00ad\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff]', '', 'g')"
    signs = f"'{letters}{letters.upper()}{dashes}\u201c\u201d', '{plains * 2}{'-' * len(dashes)}\"\"'"
    full = f"translate(lower({full}), {signs})"
    for letter, plain in LETTERS.items():
        if len(plain) > 1:
            for spelling in sorted({letter, letter.upper()} - {plain.upper()}):
                full = f"replace({full}, '{spelling}', '{plain}')"
    is_ascii = "octet_length({0}) = length({0})"
    text = f"CASE WHEN {is_ascii} THEN lower(translate({{0}}, '''`', '')) ELSE {full} END"
    without_hyphens = f"regexp_replace({text}, '(?<=[[:alpha:]])-(?=[[:alpha:]])', '', 'g')"
    return f"CASE WHEN {is_ascii} AND strpos({{0}}, '-') = 0 THEN {text} ELSE {without_hyphens} END"
