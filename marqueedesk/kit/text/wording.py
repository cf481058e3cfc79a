"""Money, days, times and names of fields as people in the United States write them, for whatever leaves as text."""

import re
from datetime import date, datetime, time
from typing import Final, Literal

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
}
DateFormat = Literal["MM/DD/YYYY", "DD/MM/YYYY", "YYYY-MM-DD"]
"""How a business orders its days. It shows in the words as well: "June 5, 2027", "5 June 2027", "2027-06-05"."""
USUAL_DATE_FORMAT: Final = "MM/DD/YYYY"
TimeFormat = Literal["12h", "24h"]
"""Whether a business writes the hours of a day as "2:30 PM" or as "14:30"."""
USUAL_TIME_FORMAT: Final = "12h"
Measures = Literal["us", "metric"]
"""Whether a business measures in inches, feet and pounds, or in centimeters, meters and kilograms. Stored and sent is
always the former.
"""
USUAL_MEASURES: Final = "us"
_NO_BREAK: Final = "\u00a0"
_MINUS: Final = "\u2212"


def money(cents: int, currency: str) -> str:
    """Cents as text: "$1,240.00". A currency without a sign of its own is named: "CHF 1,240.00"."""
    sign = _SIGNS.get(currency, currency + _NO_BREAK)
    return f"{_MINUS if cents < 0 else ''}{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"


def day(value: date, order: str = USUAL_DATE_FORMAT) -> str:
    """A day as text: "June 5, 2027" in the usual order."""
    if order == "DD/MM/YYYY":
        return f"{value.day} {value:%B} {value.year}"
    if order == "YYYY-MM-DD":
        return value.isoformat()
    return f"{value:%B} {value.day}, {value.year}"


def weekday(value: date, order: str = USUAL_DATE_FORMAT) -> str:
    """A day with its weekday: "Saturday, June 5, 2027" in the usual order."""
    return f"{value:%A}, {day(value, order)}"


def short_day(value: date, order: str = USUAL_DATE_FORMAT) -> str:
    """A day in figures alone, as a spreadsheet reads it: "06/05/2027" in the usual order."""
    year, month, number = value.isoformat().split("-")
    return order.replace("YYYY", year).replace("MM", month).replace("DD", number)


def clock_time(value: time | datetime, style: str = USUAL_TIME_FORMAT) -> str:
    """A time as text: "8:05 AM", or "08:05" in 24 hours."""
    if style == "24h":
        return f"{value:%H:%M}"
    return f"{value.hour % 12 or 12}:{value.minute:02} {'AM' if value.hour < 12 else 'PM'}"  # noqa: PLR2004 - noon.


def label(name: str) -> str:
    """A field's wire name as a person reads it: customerName -> Customer name."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").lower()
    return words[:1].upper() + words[1:]


def counted(number: int, noun: str) -> str:
    """A number of things: "1 letter", "4 letters"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
