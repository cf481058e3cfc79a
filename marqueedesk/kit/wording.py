"""Money, days and times as people in the United States write them, for whatever leaves as text."""

from datetime import date, datetime, time
from typing import Final

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
_NO_BREAK: Final = "\u00a0"
_MINUS: Final = "\u2212"


def money(cents: int, currency: str) -> str:
    """Cents as text: "$1,240.00". A currency without a sign of its own is named: "CHF 1,240.00"."""
    sign = _SIGNS.get(currency, currency + _NO_BREAK)
    return f"{_MINUS if cents < 0 else ''}{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"


def day(value: date) -> str:
    """A day as text: "June 5, 2027"."""
    return f"{value:%B} {value.day}, {value.year}"


def weekday(value: date) -> str:
    """A day with its weekday: "Saturday, June 5, 2027"."""
    return f"{value:%A}, {day(value)}"


def clock_time(value: time | datetime) -> str:
    """A time as text: "8:05 AM"."""
    return f"{value.hour % 12 or 12}:{value.minute:02} {'AM' if value.hour < 12 else 'PM'}"  # noqa: PLR2004 - noon.


def counted(number: int, noun: str) -> str:
    """A number of things: "1 letter", "4 letters"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
