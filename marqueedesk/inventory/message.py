"""A customer's message taken apart into the letters that somebody has to carry to the event.

Everything that counts, prices or reserves letters starts here, so that the form, the price and the stock can
never disagree about what a letter is (rule L1).
"""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import normalize

import regex

from marqueedesk.inventory.models import LONGEST_LETTER

MAX_LETTERS: Final = 60
"""The most letters in one booking (rule L1)."""

MAX_MESSAGE_LENGTH: Final = 500
"""The longest message text, in characters as typed."""

_CLUSTER: Final = regex.compile(r"\X")
_BIDI_CONTROL: Final = regex.compile(r"\p{Bidi_Control}")
# Line breaks and tabs are control characters too, but they are whitespace first and simply vanish.
# U+FFFD stands for a character that was lost on the way.
_UNPRINTABLE: Final = regex.compile(
    r"[[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\uFFFD]--\p{White_Space}]", flags=regex.VERSION1
)
# Inside a cluster a joiner is followed by a pictograph only where it joins two of them (rule GB11 of UAX 29), so
# looking ahead is enough to keep it there and to drop it everywhere else.
_DROPPED: Final = regex.compile(
    r"[[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800\U0001D159]--\u200D]|\u200D(?!\p{Extended_Pictographic})",
    flags=regex.VERSION1,
)
_STRAIGHT_QUOTES: Final = str.maketrans(dict.fromkeys("‘’‚‛", "'") | dict.fromkeys("“”„‟", '"'))
_WIDTHS: Final = re.compile("[\uff01-\uffef\ufe50-\ufe6f\U0001d400-\U0001d7ff]+")
"""Letters, digits and signs in full width, in small forms and in fonts of mathematics: pieces have none of these."""
_KEYCAP: Final = re.compile("([0-9#*])\u20e3")
_SAME_PIECE: Final = {"♥": "❤"}
"""Signs that are one piece: the heart of cards and the heart of phones. Colored hearts are pieces of their own."""
_PLAIN: Final = re.compile(r"[ -~]*")


class MessageRefused(ValueError):
    """The text is not a message or letter that can be built; the exception's text is a sentence for a person."""


def split_message(message: str) -> list[str]:
    """Answer the letters of a message in reading order, each as it is written in the inventory (rule L1).

    The text is composed (NFC) and split into grapheme clusters, so "É" is one letter however it was typed and an
    emoji with a skin tone is one letter too. Invisible characters and whitespace vanish, curly quotes become
    straight, and a cluster is upper-cased where it stays one cluster ("ß" therefore stays "ß"). Spellings of one piece
    are one letter: ♥ and ❤️, 5️⃣, ５ and 5, ＆ and & (L1a).

    Raises MessageRefused for an empty or too long message and for characters that reorder or break text.
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
    """Answer one inventory letter the way messages are split into letters (rule L1).

    Raises MessageRefused unless the text is exactly one letter, sign or pictograph.
    """
    letters = _clusters(text) if len(text) <= MAX_MESSAGE_LENGTH else []
    if len(letters) != 1:
        raise MessageRefused("Enter a single letter, digit or sign")
    return letters[0]


def count_letters(letters: Iterable[str]) -> dict[str, int]:
    """Answer how many of each letter are needed, in the order in which they first appear."""
    counts: dict[str, int] = {}
    for letter in letters:
        counts[letter] = counts.get(letter, 0) + 1
    return counts


def _plain_letters(message: str) -> list[str]:
    """Split printable ASCII, where every character is a cluster of its own: nearly every message, at once."""
    return list(message.replace(" ", "").upper())


def _clusters(message: str) -> list[str]:
    """Split any text; the rule itself, which _plain_letters only shortens."""
    if _BIDI_CONTROL.search(message):
        raise MessageRefused("The text contains hidden characters that change its direction; type it again")
    if _UNPRINTABLE.search(message):
        raise MessageRefused("The text contains characters that cannot be shown; type it again without them")
    text = _WIDTHS.sub(lambda run: normalize("NFKC", run[0]), message)
    text = normalize("NFC", text).translate(_STRAIGHT_QUOTES)
    return [letter for cluster in _CLUSTER.findall(text) if (letter := _letter(cluster))]


def _letter(cluster: str) -> str:
    # What is dropped may have kept a mark from composing with its letter, hence the second NFC.
    letter = normalize("NFC", _DROPPED.sub("", cluster))
    letter = _SAME_PIECE.get(letter, letter)
    if keycap := _KEYCAP.fullmatch(letter):
        return keycap[1]
    upper = normalize("NFC", letter.upper())
    if len(upper) == 1 or len(_CLUSTER.findall(upper)) == 1:
        letter = upper
    # Text that is too long for the column, such as a heap of combining marks, is not a letter.
    if len(letter) > LONGEST_LETTER:
        raise MessageRefused("The text contains something that is not a letter; type it again with single accents")
    return letter
