"""The provider's minimum amounts for card payments by currency."""

from typing import Final

_LEAST: Final = 50
_OF_CURRENCY: Final = {"GBP": 30, "DKK": 250, "NOK": 300, "SEK": 300, "MXN": 1000, "ZAR": 1000}
"""Exceptions to the default. The provider lists no minimum for the rand, so this is about half a dollar."""


def smallest_cents(currency: str) -> int:
    """Return the minimum card payment in a currency, in cents."""
    return _OF_CURRENCY.get(currency.upper(), _LEAST)
