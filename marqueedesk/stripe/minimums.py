"""The provider's minimum amounts for card payments by currency."""

from typing import Final

_LEAST: Final = 50
_OF_CURRENCY: Final = {
    "GBP": 30,
    "DKK": 250,
    "NOK": 300,
    "SEK": 300,
    "MXN": 1000,
    "JPY": 5_000,
    "CLP": 50_000,
    "KRW": 100_000,
    "KWD": 20,
    "ZAR": 1000,
}
"""Exceptions to the default. The provider lists no minimum for the last four, so these are about half a dollar."""


def smallest_cents(currency: str) -> int:
    """Return the minimum card payment in a currency, in cents."""
    return _OF_CURRENCY.get(currency.upper(), _LEAST)
