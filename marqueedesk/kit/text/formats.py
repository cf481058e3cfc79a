"""Formatting of money, dates, times and field names in American English, for all text output."""

import re
from datetime import date, datetime, time
from typing import Final, Literal
from zoneinfo import ZoneInfo

from marqueedesk.kit.money import decimals

_SIGNS: Final = {
    "USD": "$",
    "EUR": "€",
    "GBP": "£",
    "CAD": "CA$",
    "AUD": "A$",
    "NZD": "NZ$",
    "MXN": "MX$",
    "BRL": "R$",
    "INR": "₹",
    "ILS": "₪",
    "PHP": "₱",
    "JPY": "¥",
    "KRW": "₩",
}
DateFormat = Literal["MM/DD/YYYY", "DD/MM/YYYY", "DD.MM.YYYY", "YYYY-MM-DD"]
"""Date format of a business, which also determines dates in words: "June 5, 2027"; "5 June 2027" if the day comes
first; "2027-06-05".
"""
USUAL_DATE_FORMAT: Final = "MM/DD/YYYY"
TimeFormat = Literal["12h", "24h"]
"""Time format: "2:30 PM" or "14:30"."""
USUAL_TIME_FORMAT: Final = "12h"
Measures = Literal["us", "metric"]
"""Unit system: inches, feet and pounds, or centimeters, meters and kilograms. Stored values and the API always use the
former.
"""
USUAL_MEASURES: Final = "us"
_CENTIMETERS_PER_METER: Final = 100
_NO_BREAK: Final = "\u00a0"
_MINUS: Final = "\u2212"


def money(cents: int, currency: str) -> str:
    """Format cents: "$1,240.00", "¥1,240", "KWD 1,240.500". A currency without a symbol is shown by its code."""
    sign = _SIGNS.get(currency, currency + _NO_BREAK)
    places = decimals(currency)
    fraction = f".{abs(cents) % 100:02}".ljust(places + 1, "0") if places else ""
    return f"{_MINUS if cents < 0 else ''}{sign}{abs(cents) // 100:,}{fraction}"


def day(value: date, order: str = USUAL_DATE_FORMAT) -> str:
    """Format a date: "June 5, 2027" by default."""
    if order.startswith("DD"):
        return f"{value.day} {value:%B} {value.year}"
    if order == "YYYY-MM-DD":
        return value.isoformat()
    return f"{value:%B} {value.day}, {value.year}"


def weekday(value: date, order: str = USUAL_DATE_FORMAT) -> str:
    """Format a date with its weekday: "Saturday, June 5, 2027" by default."""
    return f"{value:%A}, {day(value, order)}"


def short_day(value: date, order: str = USUAL_DATE_FORMAT) -> str:
    """Format a date in digits for spreadsheets: "06/05/2027" by default."""
    year, month, number = value.isoformat().split("-")
    return order.replace("YYYY", year).replace("MM", month).replace("DD", number)


def clock_time(value: time | datetime, style: str = USUAL_TIME_FORMAT) -> str:
    """Format a time: "8:05 AM", or "08:05" in the 24-hour format."""
    if style == "24h":
        return f"{value:%H:%M}"
    return f"{value.hour % 12 or 12}:{value.minute:02} {'AM' if value.hour < 12 else 'PM'}"  # noqa: PLR2004 - noon.


def local_moment(moment: datetime, zone: ZoneInfo, now: datetime) -> str:
    """Format an instant in a time zone, with the day unless it is today: "10:30 PM EST"."""
    local = moment.astimezone(zone)
    text = f"{clock_time(local)} {local:%Z}"
    return text if local.date() == now.astimezone(zone).date() else f"{day(local.date())}, {text}"


def label(name: str) -> str:
    """Convert a field's API name to a label: customerName becomes Customer name."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").lower()
    return words[:1].upper() + words[1:]


def length(inches: float, measures: Measures = USUAL_MEASURES) -> str:
    """Format a length: "9 ft 10 in", "12 ft", "8 in"; in metric "3.05 m", "20 cm"."""
    if measures == "metric":
        centimeters = round(inches * 2.54)
        return f"{centimeters} cm" if centimeters < _CENTIMETERS_PER_METER else f"{inches * 0.0254:.2f} m"
    feet, rest = divmod(round(inches), 12)
    return " ".join(text for text in (f"{feet} ft" if feet else "", f"{rest} in" if rest or not feet else "") if text)


def wind(mph: float, measures: Measures = USUAL_MEASURES) -> str:
    """Format a wind speed: "25 mph", in metric "40 km/h"."""
    return f"{round(mph * 1.609344)} km/h" if measures == "metric" else f"{round(mph)} mph"


def counted(number: int, noun: str) -> str:
    """Format a count with its noun: "1 letter", "4 letters"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
