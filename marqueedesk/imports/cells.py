"""Values in cells of imported files: days, times and amounts as people and programs write them. Pure functions."""

import re
from datetime import date, time
from decimal import Decimal
from typing import Final
from unicodedata import normalize

from marqueedesk.availability.days import Moment
from marqueedesk.kit.money import cents_of, check_step
from marqueedesk.kit.text.csv_reading import grouped_amount_in, shortened
from marqueedesk.kit.text.formats import short_day
from marqueedesk.kit.text.text_forms import folded

_EXAMPLE: Final = date(2027, 6, 25)
_EARLIEST: Final = 2000
_CENTURY: Final = 2000
_NOON: Final = 12
_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janner jaenner",
            "february feb februar",
            "march mar marz maerz mrz",
            "april apr",
            "may mai",
            "june jun juni",
            "july jul juli",
            "august aug",
            "september sep sept",
            "october oct oktober okt",
            "november nov",
            "december dec dezember dez",
        ),
        start=1,
    )
    for name in names.split()
}
_CLOCK: Final = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*(?P<half>[ap])?\.?(?:m\.?)?(?:uhr)?(?:z)?",
    re.IGNORECASE,
)
_WEEKDAY: Final = re.compile(r"^[^\W\d]{2,10}\.?,?\s+(?=\d)")
_ISO: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_DOTS: Final = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})")
_DIGITS: Final = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})")
_DAY_MONTH: Final = re.compile(r"(\d{1,2})\.?[\s-]+([^\W\d]{3,9})\.?,?[\s-]+(\d{4}|\d{2})")
_MONTH_DAY: Final = re.compile(r"([^\W\d]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")


class UnreadableCell(ValueError):
    """A cell has no valid value. The message is a sentence for users."""


def read_moment(name: str, text: str, clock: str, date_format: str) -> Moment:
    """Parse a day, which may be followed by a time, and the time in a column of its own. ``name`` is the column's
    display name, ``date_format`` the business's format, which decides between day and month. Raises UnreadableCell.
    """
    day_text, clock_text = _split(text)
    clock_text = clock.strip() or clock_text
    return Moment(_read_day(name, day_text, date_format), _read_clock(name, clock_text) if clock_text else None)


def _split(text: str) -> tuple[str, str]:
    """Split a cell into its day and its time."""
    text = re.sub(r"\s+", " ", normalize("NFKC", text)).strip()
    match = re.fullmatch(r"(.*?\d{2})(?:T| at | um |, | )(\d{1,2}(?::|\.|\s*[ap]\.?m|\s*uhr).*)", text, re.IGNORECASE)
    if match is None or not _CLOCK.fullmatch(match[2].strip()):
        return text, ""
    return match[1], match[2]


def _read_day(name: str, text: str, date_format: str) -> date:
    year, month, number = _parts(_WEEKDAY.sub("", text), date_format) or (0, 0, 0)
    try:
        day = date(year + _CENTURY if 0 < year < 100 else year, month, number)  # noqa: PLR2004 - two digits.
    except ValueError:
        example = short_day(_EXAMPLE, date_format)
        raise UnreadableCell(f"{name} “{shortened(text)}” isn't a date like {example}") from None
    if day.year < _EARLIEST:
        raise UnreadableCell(f"{name} can't be before {_EARLIEST}")
    return day


def _parts(text: str, date_format: str) -> tuple[int, int, int] | None:
    """Return year, month and day of a date; None if it isn't one."""
    if match := _ISO.fullmatch(text):
        return int(match[1]), int(match[2]), int(match[3])
    if match := _DOTS.fullmatch(text):
        return int(match[3]), int(match[2]), int(match[1])
    if match := _DIGITS.fullmatch(text):
        first, second = int(match[1]), int(match[2])
        return (int(match[3]), second, first) if date_format.startswith("DD") else (int(match[3]), first, second)
    if match := _DAY_MONTH.fullmatch(text):
        return int(match[3]), _MONTHS.get(folded(match[2]), 0), int(match[1])
    if match := _MONTH_DAY.fullmatch(text):
        return int(match[3]), _MONTHS.get(folded(match[1]), 0), int(match[2])
    return None


def _read_clock(name: str, text: str) -> time:
    match = _CLOCK.fullmatch(re.sub(r"\s+", " ", text.strip()))
    hour = int(match["hour"]) if match else 24
    if match and match["half"]:
        is_hour = 1 <= hour <= _NOON
        hour = hour % _NOON + (_NOON if match["half"].lower() == "p" else 0) if is_hour else 24
    try:
        return time(hour, int((match and match["minute"]) or 0))
    except ValueError:
        raise UnreadableCell(f"{name} has the time “{shortened(text)}”. Write it like 14:30 or 2:30 PM") from None


def read_amount(name: str, text: str) -> int:
    """Parse an amount in cents: "$1,240.00", "1.240,00 €". Raises UnreadableCell."""
    amount = grouped_amount_in(text)
    if amount is None or amount < Decimal(0):
        raise UnreadableCell(f"{name} “{shortened(text)}” isn't an amount of 0 or more")
    try:
        cents = cents_of(amount)
        check_step(cents)
        return cents
    except ValueError as problem:
        raise UnreadableCell(f"{name} {problem}") from None
