"""The least that the provider takes by card, by the currency that is charged."""

from typing import Final

_LEAST: Final = 50
_OF_CURRENCY: Final = {"GBP": 30, "DKK": 250, "NOK": 300, "SEK": 300, "MXN": 1000, "ZAR": 1000}
"""Where it is another amount. The provider lists none for the rand: there it is what half a dollar is worth."""


def smallest_cents(currency: str) -> int:
    """The smallest card payment in a currency, in its cents."""
    return _OF_CURRENCY.get(currency.upper(), _LEAST)
