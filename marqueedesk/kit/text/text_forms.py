"""The one form in which texts of a kind are compared: names, places, codes, ZIP codes. Pure.

People type the same thing in many ways, and spreadsheets add their own. Each kind of text has one normalizer here, used
by everything that compares such texts. Letters of a sign have theirs in `inventory.message`.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import regex

from marqueedesk.kit.text.us_states import STATE_CODES, state_code, state_of_zip

# --- Invisible characters ---------------------------------------------------------------------------------------------

# U+061C, U+200E, U+200F, U+202A-U+202E and U+2066-U+2069: Unicode's property Bidi_Control.
BIDI_CONTROLS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
NONCHARACTERS: Final = "\ufdd0-\ufdef" + "".join(
    [f"{chr(end - 1)}{chr(end)}" for end in range(0xFFFF, 0x110000, 0x10000)]
)
"""Code points that are no characters, as a character class names them."""
REPLACEMENT: Final = "\ufffd"
"""The character that programs write in place of one that they could not read."""
_NEEDED: Final = "\u200c\u200d\ufe0e\ufe0f\U000e0020-\U000e007f"
"""Ignorable characters that shape the text around them: joiners, variation selectors, the tags of flags."""
_DROPPED: Final = regex.compile(
    rf"[[\p{{Default_Ignorable_Code_Point}}\ufff9-\ufffb]--[{_NEEDED}]--\p{{Bidi_Control}}--[\u115f\u1160\u3164\uffa0]]",
    flags=regex.VERSION1,
)
_BLANKS: Final = str.maketrans(dict.fromkeys("\u115f\u1160\u3164\uffa0\u2800\U0001d159", " "))
"""Characters that are drawn as a blank without being a space."""
_NOT_BLANK: Final = regex.compile(r"[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{M}]")
_IGNORABLE_BUT_BIDI: Final = regex.compile(
    r"[\p{Default_Ignorable_Code_Point}--\p{Bidi_Control}]", flags=regex.VERSION1
)
_IGNORABLE: Final = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cf}]")


def without_invisible(text: str) -> str:
    """A text without invisible characters, trimmed; empty if there is nothing to see in it.

    Joiners and variation selectors stay inside a text, where scripts and pictographs need them; bidi controls stay
    too, because texts that turn the reading direction are refused, as control characters are.
    """
    if text.isascii():
        return text.strip()
    text = _DROPPED.sub("", text.translate(_BLANKS)).strip()
    return text if _NOT_BLANK.search(text) or BIDI_CONTROLS.search(text) else ""


def bare(text: str) -> str:
    """A text without any invisible character: for emails, phone numbers and codes, where none has a meaning."""
    if text.isascii():
        return text.strip()
    return _IGNORABLE.sub("", text.translate(_BLANKS)).strip()


def without_ignorable(text: str) -> str:
    """As `bare`, not trimmed and with its bidi controls: for input that is refused because of these."""
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
"""Letters that Unicode does not decompose, as people without them on the keyboard type them."""
MARKS: Final = (
    "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
"""Accents and vowel points, as a character class names them: searches find a text without them."""
APOSTROPHES: Final = "'\u2018\u2019\u201b\u02bb\u02bc\u02b9\u00b4`\u2032\uff07"
DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2212\uff0d"
"""A hyphen however it is drawn; it stands first, as a character class needs it."""
_LETTERS: Final = str.maketrans(LETTERS)
_MARKS: Final = re.compile(f"[{MARKS}]")
_DROPPED_MARKS: Final = str.maketrans(dict.fromkeys(APOSTROPHES))
_STRAIGHT: Final = str.maketrans({"\u201c": '"', "\u201d": '"'} | dict.fromkeys(DASHES, "-"))
_BETWEEN_LETTERS: Final = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_NAME_SIGN: Final = regex.compile(r"[\p{L}\p{N}\p{So}]")
_BETWEEN_DIGITS: Final = re.compile(r"(?<=\d)[\W_]+(?=\d)")


def folded(text: str) -> str:
    """A text as searches compare it: lower case, without accents, apostrophes, and hyphens between letters.

    "Łukasz", "Øster", "Æsa", "Işık", "O’Connor" and "Jean-Luc" are "lukasz", "oster", "aesa", "isik", "oconnor" and
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
    """The words of a search, each of which has to be found. The parts of a name with a hyphen are words of their own,
    so that "jean-luc" finds "Jean-Luc", "Jean Luc" and "Jeanluc".
    """
    return folded(_BETWEEN_LETTERS.sub(" ", typed.translate(_STRAIGHT))).split()


def name_key(text: str) -> str:
    """A name as names are compared: "García-López" and "garcia lopez" are one, as are "Café" and "CAFE".

    Pictographs count, and numbers stay apart: "Zone 1-2" is not "Zone 12".
    """
    return "-".join(["".join(_NAME_SIGN.findall(part)) for part in _BETWEEN_DIGITS.split(folded(text))])


def repeated(names: Sequence[str]) -> list[int]:
    """Positions of the names that appear in a list before, however they are written."""
    keys = [name_key(name) or name.strip() for name in names]
    return [at for at, key in enumerate(keys) if key in keys[:at]]


def code_key(text: str) -> str:
    """A code as codes are compared: however it is written, without invisible characters and spaces around it."""
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
"""A state behind a city: behind a comma any spelling, else its two letters."""


@lru_cache(maxsize=5_000)
def city_key(name: str) -> str:
    """A city as cities are compared: "Saint Louis", "St. Louis" and "ST LOUIS" are one, as are "NYC" and "New York".

    Abbreviations of the postal service are written out; accents, case, punctuation and a state behind the city do not
    count.
    """
    return _city(_city_and_state(name)[0])


@lru_cache(maxsize=5_000)
def place_key(state: str, city: str) -> tuple[str, str]:
    """A state and a city as they are compared. Without a state, the one behind the city counts: "Austin, TX"."""
    name, state_behind = _city_and_state(city)
    return state_key(state) or state_behind, _city(name)


def _city(name: str) -> str:
    # A hyphen is between words here: "Ste-Geneviève".
    text = _CITY_OF.sub("", folded(name.translate(_STRAIGHT).replace("-", " ")))
    text = _INITIALS.sub(lambda initials: re.sub(r"\W", "", initials[0]), text)
    words: list[str] = _WORD.findall(text)
    if len(words) > 1 and words[0] in _DIRECTIONS:
        words[0] = _DIRECTIONS[words[0]]
    key = "".join([_PLACE_WORDS.get(word, word) for word in words])
    return _CITIES.get(key, key)


def _city_and_state(name: str) -> tuple[str, str]:
    """A city without the state and the ZIP code behind it, and that state as states are compared; empty without one."""
    text = _ZIP_BEHIND.sub("", unicodedata.normalize("NFKC", bare(name)).translate(_STRAIGHT))
    if behind := _STATE_BEHIND.search(text):
        state, city = state_key(behind["any"] or behind["code"]), text[: behind.start()].rstrip(" ,")
        if state.upper() in STATE_CODES and city:
            return city, state
    return text, ""


@lru_cache(maxsize=1_000)
def state_key(name: str) -> str:
    """A state as states are compared: "Texas", "TX", "Tex." and "US-TX" are one."""
    return state_code(name_key(name))


# --- ZIP codes --------------------------------------------------------------------------------------------------------

LONGEST_ZIP: Final = 10
_ZIP: Final = re.compile(r"(?:[A-Z]{1,3}-?)?(\d{5})(?:-?(\d{4}))?(?:-?USA?)?")
_WITH_COUNTRY: Final = re.compile(r"[A-Z]{1,3}-(\d{4})")
_DUTCH: Final = re.compile(r"\d{4} [A-Z]{2}")
_OTHER_DIGIT: Final = re.compile(r"[^\D0-9]")
_BETWEEN_WORDS: Final = re.compile(r"(?:[\s,;()\[\]\u3012]|#(?=\d)|(?<!\d)[.:]|\.(?!\d))+")
_AS_DECIMAL: Final = re.compile(r"(?<![\d.])(\d{3,5})\.0+(?![\d.])")
"""A ZIP code that a program took for a number: 7030.0."""
_BRITISH: Final = re.compile(r"([A-Z]{1,2}) ?(\d[A-Z\d]?) (\d[A-Z]{2})")
_LOST_ZEROS: Final = re.compile(r"(\d{3,4})(?:-(\d{4}))?")
_ZIP_DIGITS: Final = 5


@lru_cache(maxsize=20_000)
def zip_key(typed: str) -> str:
    """A postal code as codes are compared: upper case, without spaces and hyphens.

    A state, city or country beside it is left out: "TX 78701", "78701, USA" and "７８７０１" are "78701".
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
    kept = with_digits if with_digits and len("".join(with_digits)) <= LONGEST_ZIP else words
    if len(kept) == 1 and (lost := _LOST_ZEROS.fullmatch(kept[0])) and lost[2] and len(lost[1]) == _ZIP_DIGITS - 1:
        # A ZIP+4 whose first zero was lost: 2134-1234.
        return f"0{lost[1]}{lost[2]}"
    return "".join(kept).replace("-", "")


def with_lost_zeros(zip_code: str) -> str:
    """An American ZIP code with the zeros in front that spreadsheets drop: "2134" is "02134", "601" is "00601".

    Of ZIP+4 codes too: "21341234", "601-1234". Any other text stays as it is.
    """
    zip_code = _AS_DECIMAL.sub(r"\1", zip_code)
    if lost := _LOST_ZEROS.fullmatch(zip_code):
        extension = f"-{lost[2]}" if lost[2] else ""
        return lost[1].rjust(_ZIP_DIGITS, "0") + extension
    if re.fullmatch(r"\d{7,8}", zip_code):
        return zip_code.rjust(_ZIP_DIGITS + 4, "0")
    return zip_code
