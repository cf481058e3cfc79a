"""Normalization of texts for comparison: names, places, codes, ZIP codes. Pure functions.

People type the same thing in many ways, and spreadsheets add their own. Each kind of text has one normalizer here,
which is used wherever such texts are compared. The one for letters of a sign is in `inventory.message`.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import regex

from marqueedesk.kit.text.us_states import STATE_CODES, state_code, state_of_zip

# --- Invisible characters ---------------------------------------------------------------------------------------------

# U+061C, U+200E, U+200F, U+202A-U+202E and U+2066-U+2069: Unicode property Bidi_Control.
BIDI_CONTROLS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
NONCHARACTERS: Final = "\ufdd0-\ufdef" + "".join(
    [f"{chr(end - 1)}{chr(end)}" for end in range(0xFFFF, 0x110000, 0x10000)]
)
"""Noncharacter code points, for use in a character class."""
REPLACEMENT: Final = "\ufffd"
"""Replacement character, which programs write for a character they could not read."""
_NEEDED: Final = "\u200c\u200d\ufe0e\ufe0f\U000e0020-\U000e007f"
"""Ignorable characters that affect the text around them: joiners, variation selectors, tags in flags."""
_DROPPED: Final = regex.compile(
    rf"[[\p{{Default_Ignorable_Code_Point}}\ufff9-\ufffb]--[{_NEEDED}]--\p{{Bidi_Control}}--[\u115f\u1160\u3164\uffa0]]",
    flags=regex.VERSION1,
)
_BLANKS: Final = str.maketrans(dict.fromkeys("\u115f\u1160\u3164\uffa0\u2800\U0001d159", " "))
"""Characters that look blank but are not spaces."""
_NOT_BLANK: Final = regex.compile(r"[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{M}]")
_IGNORABLE_BUT_BIDI: Final = regex.compile(
    r"[\p{Default_Ignorable_Code_Point}--\p{Bidi_Control}]", flags=regex.VERSION1
)
_IGNORABLE: Final = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cf}]")


def without_invisible(text: str) -> str:
    """Remove invisible characters and trim; empty if nothing visible remains.

    Joiners and variation selectors within a text are kept, because scripts and emoji need them. Bidi controls are kept
    too, because texts that contain them are rejected, as are those with control characters.
    """
    if text.isascii():
        return text.strip()
    text = _DROPPED.sub("", text.translate(_BLANKS)).strip()
    return text if _NOT_BLANK.search(text) or BIDI_CONTROLS.search(text) else ""


def bare(text: str) -> str:
    """Remove every invisible character: for emails, phone numbers and codes, where none of them has a meaning."""
    if text.isascii():
        return text.strip()
    return _IGNORABLE.sub("", text.translate(_BLANKS)).strip()


def without_ignorable(text: str) -> str:
    """Remove invisible characters other than bidi controls, without trimming, for input that is rejected if it has bidi
    controls.
    """
    return text if text.isascii() else _IGNORABLE_BUT_BIDI.sub("", text.translate(_BLANKS))


# --- Names and searches -----------------------------------------------------------------------------------------------

LETTERS: Final = {
    "ł": "l",
    "ø": "o",
    "ı": "i",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "ŧ": "t",
    "ĸ": "k",
    "ə": "e",
    "ƒ": "f",
    "ς": "σ",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ŋ": "ng",
    "ß": "ss",
}
"""Letters that Unicode does not decompose, with what people usually type instead of them."""
MARKS: Final = (
    "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
"""Accents and vowel points, which search ignores, for use in a character class."""
APOSTROPHES: Final = "'\u2018\u2019\u201b\u02bb\u02bc\u02b9\u00b4`\u2032\uff07"
DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2212\uff0d"
"""All forms of a hyphen. The ASCII one comes first, as character classes require."""
_LETTERS: Final = str.maketrans(LETTERS)
_MARKS: Final = re.compile(f"[{MARKS}]")
_DROPPED_MARKS: Final = str.maketrans(dict.fromkeys(APOSTROPHES))
_STRAIGHT: Final = str.maketrans({"\u201c": '"', "\u201d": '"'} | dict.fromkeys(DASHES, "-"))
_BETWEEN_LETTERS: Final = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_NAME_SIGN: Final = regex.compile(r"[\p{L}\p{N}\p{So}]")
_BETWEEN_DIGITS: Final = re.compile(r"(?<=\d)[\W_]+(?=\d)")


def folded(text: str) -> str:
    """Normalize a text for search: lower case, without accents, apostrophes and hyphens between letters.

    "Łukasz", "Øster", "Æsa", "Işık", "O’Connor" and "Jean-Luc" become "lukasz", "oster", "aesa", "isik", "oconnor" and
    "jeanluc". `kit.db.db.search_fold` is the same in the database.
    """
    if text.isascii():
        text = text.lower()
        if "'" in text or "`" in text:
            text = text.translate(_DROPPED_MARKS)
    else:
        text = _MARKS.sub("", unicodedata.normalize("NFKD", bare(text).translate(_DROPPED_MARKS).casefold()))
        text = _MARKS.sub("", text.casefold()).translate(_LETTERS).translate(_STRAIGHT)
    return _BETWEEN_LETTERS.sub("", text) if "-" in text else text


def search_words(typed: str) -> list[str]:
    """Return the words of a search, all of which must match. Parts of a hyphenated name are separate words, so
    "jean-luc" finds "Jean-Luc", "Jean Luc" and "Jeanluc".
    """
    return folded(_BETWEEN_LETTERS.sub(" ", typed.translate(_STRAIGHT))).split()


def name_key(text: str) -> str:
    """Normalize a name for comparison: "García-López" equals "garcia lopez", and "Café" equals "CAFE".

    Emoji are significant, and numbers stay separate: "Zone 1-2" differs from "Zone 12".
    """
    return "-".join(["".join(_NAME_SIGN.findall(part)) for part in _BETWEEN_DIGITS.split(folded(text))])


def repeated(names: Sequence[str]) -> list[int]:
    """Return the positions of names that equal an earlier one by `name_key`."""
    keys = [name_key(name) or name.strip() for name in names]
    return [at for at, key in enumerate(keys) if key in keys[:at]]


def code_key(text: str) -> str:
    """Normalize a code for comparison: ignore case, invisible characters and surrounding spaces."""
    return unicodedata.normalize("NFKC", bare(text)).strip().casefold()


# --- Places -----------------------------------------------------------------------------------------------------------

_PLACE_WORDS: Final[dict[str, str]] = {
    "st": "saint",
    "ste": "saint",
    "sainte": "saint",
    "sta": "santa",
    "ft": "fort",
    "mt": "mount",
    "mtn": "mountain",
    "mtns": "mountains",
    "pt": "point",
    "hts": "heights",
    "hgts": "heights",
    "spg": "spring",
    "spgs": "springs",
    "bch": "beach",
    "prt": "port",
    "cy": "city",
    "cty": "city",
    "gdn": "garden",
    "gdns": "gardens",
    "hbr": "harbor",
    "harbour": "harbor",
    "fls": "falls",
    "riv": "river",
    "grv": "grove",
    "ctr": "center",
    "centre": "center",
    "jct": "junction",
    "vly": "valley",
    "twp": "township",
    "vlg": "village",
    "pk": "park",
    "lk": "lake",
    "is": "island",
    "isl": "island",
}
_DIRECTIONS: Final = {"n": "north", "no": "north", "s": "south", "so": "south", "e": "east", "w": "west"} | {
    "ne": "northeast",
    "nw": "northwest",
    "se": "southeast",
    "sw": "southwest",
}
_CITIES: Final = {
    "nyc": "newyork",
    "newyorkcity": "newyork",
    "newyorkny": "newyork",
    "la": "losangeles",
    "sf": "sanfrancisco",
    "slc": "saltlakecity",
    "okc": "oklahomacity",
    "nola": "neworleans",
    "philly": "philadelphia",
    "stl": "saintlouis",
    "saintlouiscity": "saintlouis",
    "baltimorecity": "baltimore",
    "kcmo": "kansascity",
    "dc": "washington",
    "washingtondc": "washington",
}
_WORD: Final = re.compile(r"[^\W_]+")
_CITY_OF: Final = re.compile(r"(?:city|town|village|vlg\.?|borough|boro) of ")
_INITIALS: Final = re.compile(r"(?<!\w)(?:\w\. ?)+\w\.?(?!\w)")
_ZIP_BEHIND: Final = re.compile(r"[\s,]+\d{5}(?:-\d{4})?\s*$")
_STATE_BEHIND: Final = re.compile(r"(?:,(?P<any>[^,]+)|\s(?P<code>[^\W\d_]{2})\.?)\s*$")
"""State after a city: in any spelling after a comma, otherwise as its two-letter code."""


@lru_cache(maxsize=5_000)
def city_key(name: str) -> str:
    """Normalize a city for comparison: "Saint Louis" equals "St. Louis" and "ST LOUIS", and "NYC" equals "New York".

    Postal abbreviations are expanded; accents, case, punctuation and a state after the city are ignored.
    """
    return _city(_city_and_state(name)[0])


@lru_cache(maxsize=5_000)
def place_key(state: str, city: str) -> tuple[str, str]:
    """Normalize a state and city for comparison. If there is no state, the one after the city is used: "Austin, TX"."""
    name, state_behind = _city_and_state(city)
    return state_key(state) or state_behind, _city(name)


def _city(name: str) -> str:
    # In a city, a hyphen separates words: "Ste-Geneviève".
    text = _CITY_OF.sub("", folded(name.translate(_STRAIGHT).replace("-", " ")))
    text = _INITIALS.sub(lambda initials: re.sub(r"\W", "", initials[0]), text)
    words: list[str] = _WORD.findall(text)
    if len(words) > 1 and words[0] in _DIRECTIONS:
        words[0] = _DIRECTIONS[words[0]]
    key = "".join([_PLACE_WORDS.get(word, word) for word in words])
    return _CITIES.get(key, key)


def _city_and_state(name: str) -> tuple[str, str]:
    """Split a city from a state and ZIP code after it; return the city and the normalized state, or an empty one."""
    text = _ZIP_BEHIND.sub("", unicodedata.normalize("NFKC", bare(name)).translate(_STRAIGHT))
    if behind := _STATE_BEHIND.search(text):
        state, city = state_key(behind["any"] or behind["code"]), text[: behind.start()].rstrip(" ,")
        if state.upper() in STATE_CODES and city:
            return city, state
    return text, ""


@lru_cache(maxsize=1_000)
def state_key(name: str) -> str:
    """Normalize a state for comparison: "Texas", "TX", "Tex." and "US-TX" are equal."""
    return state_code(name_key(name))


# --- ZIP codes --------------------------------------------------------------------------------------------------------

LONGEST_ZIP: Final = 10
_ZIP: Final = re.compile(r"(?:[A-Z]{1,3}-?)?(\d{5})(?:-?(\d{4}))?(?:-?USA?)?")
_WITH_COUNTRY: Final = re.compile(r"[A-Z]{1,3}-(\d{4})")
_DUTCH: Final = re.compile(r"\d{4} [A-Z]{2}")
_OTHER_DIGIT: Final = re.compile(r"[^\D0-9]")
_BETWEEN_WORDS: Final = re.compile(r"(?:[\s,;()\[\]\u3012]|#(?=\d)|(?<!\d)[.:]|\.(?!\d))+")
_AS_DECIMAL: Final = re.compile(r"(?<![\d.])(\d{3,5})\.0+(?![\d.])")
"""A ZIP code that a program converted to a number: 7030.0."""
_BRITISH: Final = re.compile(r"([A-Z]{1,2}) ?(\d[A-Z\d]?) (\d[A-Z]{2})")
_LOST_ZEROS: Final = re.compile(r"(\d{3,4})(?:-(\d{4}))?")
_ZIP_DIGITS: Final = 5


@lru_cache(maxsize=20_000)
def zip_key(typed: str) -> str:
    """Normalize a postal code for comparison: upper case, without spaces and hyphens.

    A state, city or country next to it is removed: "TX 78701", "78701, USA" and "７８７０１" become "78701".
    """
    text = unicodedata.normalize("NFKC", bare(typed)).upper().translate(_STRAIGHT)
    text = _AS_DECIMAL.sub(r"\1", _OTHER_DIGIT.sub(lambda digit: str(unicodedata.digit(digit[0])), text))
    words = re.sub(r" *- *", "-", _BETWEEN_WORDS.sub(" ", text)).strip(" -").split(" ")
    codes = [code for word in words if (code := _ZIP.fullmatch(word))]
    if len(codes) > 1:
        return " ".join([code[0] for code in codes])
    if british := _BRITISH.fullmatch(" ".join(words)):
        return "".join(british.groups())
    if len(codes) == 1:
        extension = codes[0][2] or next((word for word in words if re.fullmatch(r"\d{4}", word)), "")
        return codes[0][1] + extension
    joined = " ".join(words)
    if _DUTCH.fullmatch(joined) and state_of_zip(joined[:4].rjust(_ZIP_DIGITS, "0")) != joined[-2:].lower():
        return joined.replace(" ", "")
    with_digits = [word for word in words if any(sign.isdigit() for sign in word)]
    if len(with_digits) == 1 and (code := _WITH_COUNTRY.fullmatch(with_digits[0])):
        return code[1]
    parts = with_digits if with_digits and len("".join(with_digits)) <= LONGEST_ZIP else words
    if len(parts) == 1 and (lost := _LOST_ZEROS.fullmatch(parts[0])) and lost[2] and len(lost[1]) == _ZIP_DIGITS - 1:
        # A ZIP+4 code that lost its leading zero: 2134-1234.
        return f"0{lost[1]}{lost[2]}"
    return "".join(parts).replace("-", "")


def with_lost_zeros(zip_code: str) -> str:
    """Restore the leading zeros of an American ZIP code that spreadsheets drop: "2134" is "02134", "601" is "00601".

    This also works for ZIP+4 codes: "21341234", "601-1234". Any other text is returned unchanged.
    """
    zip_code = _AS_DECIMAL.sub(r"\1", zip_code)
    if lost := _LOST_ZEROS.fullmatch(zip_code):
        extension = f"-{lost[2]}" if lost[2] else ""
        return lost[1].rjust(_ZIP_DIGITS, "0") + extension
    if re.fullmatch(r"\d{7,8}", zip_code):
        return zip_code.rjust(_ZIP_DIGITS + 4, "0")
    return zip_code
