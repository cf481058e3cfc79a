"""Split a customer's message into the letters to deliver.

Everything that counts, prices or reserves letters uses this module, so that form, price and stock always agree on what
a letter is (rule L1).
"""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import normalize

import regex

from marqueedesk.inventory.models import LONGEST_LETTER

MAX_LETTERS: Final = 60
"""Limit of letters in a line (rule L1)."""

MAX_MESSAGE_LENGTH: Final = 500
"""Limit of characters in a message as typed."""

_CLUSTER: Final = regex.compile(r"\X")
_BIDI_CONTROL: Final = regex.compile(r"\p{Bidi_Control}")
# Line breaks and tabs are control characters too, but count as whitespace and are dropped. U+FFFD replaces a character
# lost in transmission.
_UNPRINTABLE: Final = regex.compile(
    r"[[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\uFFFD]--\p{White_Space}]", flags=regex.VERSION1
)
# Within a cluster, a joiner is followed by a pictograph only if it joins two of them (rule GB11 of UAX 29), so a
# lookahead is enough to keep those joiners and drop all others.
_DROPPED: Final = regex.compile(
    r"[[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800\U0001D159]--\u200D]|\u200D(?!\p{Extended_Pictographic})",
    flags=regex.VERSION1,
)
_STRAIGHT_QUOTES: Final = str.maketrans(dict.fromkeys("‘’‚‛", "'") | dict.fromkeys("“”„‟", '"'))
_WIDTHS: Final = re.compile("[\uff01-\uffef\ufe50-\ufe6f\U0001d400-\U0001d7ff]+")
"""Full-width letters, digits and symbols, small forms, and mathematical fonts: variants that don't exist as physical
letters.
"""
_KEYCAP: Final = re.compile("([0-9#*])\u20e3")
_SAME_PIECE: Final = {"♥": "❤"}
"""Symbols that are the same physical piece: the card suit heart and the emoji heart. Colored hearts are separate
pieces.
"""
_PLAIN: Final = re.compile(r"[ -~]*")


class MessageRefused(ValueError):
    """The text isn't a valid message or letter. The exception's text can be shown to users."""


def split_message(message: str) -> list[str]:
    """Return the letters of a message in reading order, each as in the inventory (rule L1).

    The text is normalized (NFC) and split into grapheme clusters, so "É" is one letter however it was typed, and so is
    an emoji with a skin tone. Invisible characters and whitespace are dropped, curly quotes become straight, and
    clusters are upper-cased if they stay one cluster ("ß" therefore stays "ß"). Variants of one piece are one letter: ♥
    and ❤️, 5️⃣, ５ and 5, ＆ and & (L1a).

    Raises MessageRefused for an empty or too long message, and for characters that reorder or break text.
    """
    if len(message) > MAX_MESSAGE_LENGTH:
        raise MessageRefused(f"The message can have at most {MAX_MESSAGE_LENGTH} characters")
    letters = _plain_letters(message) if _PLAIN.fullmatch(message) else _clusters(message)
    if not letters:
        raise MessageRefused("Enter a message with at least one letter")
    if len(letters) > MAX_LETTERS:
        raise MessageRefused(f"The message can have at most {MAX_LETTERS} letters; this one has {len(letters)}")
    return letters


def normalize_letter(text: str) -> str:
    """Normalize one inventory letter like the letters of messages (rule L1).

    Raises MessageRefused unless the text is exactly one letter, symbol or pictograph.
    """
    letters = _clusters(text) if len(text) <= MAX_MESSAGE_LENGTH else []
    if len(letters) != 1:
        raise MessageRefused("Enter a single letter, digit, or symbol")
    return letters[0]


def count_letters(letters: Iterable[str]) -> dict[str, int]:
    """Count each letter, in order of first appearance."""
    counts: dict[str, int] = {}
    for letter in letters:
        counts[letter] = counts.get(letter, 0) + 1
    return counts


def _plain_letters(message: str) -> list[str]:
    """Split printable ASCII, where every character is a cluster: a fast path for nearly every message."""
    return list(message.replace(" ", "").upper())


def _clusters(message: str) -> list[str]:
    """Split any text into clusters; `_plain_letters` is a shortcut for plain text."""
    if _BIDI_CONTROL.search(message):
        raise MessageRefused("The text contains hidden characters that change its direction. Please type it again")
    if _UNPRINTABLE.search(message):
        raise MessageRefused("The text contains characters that can't be displayed. Please type it again without them")
    text = _WIDTHS.sub(lambda run: normalize("NFKC", run[0]), message)
    text = normalize("NFC", text).translate(_STRAIGHT_QUOTES)
    return [letter for cluster in _CLUSTER.findall(text) if (letter := _letter(cluster))]


def _letter(cluster: str) -> str:
    # Dropped characters may have kept a mark from composing with its letter, so normalize again.
    letter = normalize("NFC", _DROPPED.sub("", cluster))
    letter = _SAME_PIECE.get(letter, letter)
    if keycap := _KEYCAP.fullmatch(letter):
        return keycap[1]
    upper = normalize("NFC", letter.upper())
    if len(upper) == 1 or len(_CLUSTER.findall(upper)) == 1:
        letter = upper
    # A cluster too long for the column, such as a pile of combining marks, isn't a letter.
    if len(letter) > LONGEST_LETTER:
        raise MessageRefused(
            "The text contains something that isn't a letter. Please type it again with single accents"
        )
    return letter
