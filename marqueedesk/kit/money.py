"""Money as integer hundredths of a currency unit, called cents throughout (docs/rules.md, M1-M4).

The API uses currency units with at most two decimals. In a currency without decimals, such as the yen, every amount is
a multiple of 100 cents; in one with three, such as the Kuwaiti dinar, amounts are in steps of 0.010, which is also the
smallest step that card payments accept.
"""

from contextvars import ContextVar
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

MAX_CENTS = 99_999_999_999
"""Just under a billion currency units: above any realistic price, and far below the limit of a 64-bit column."""
_WHOLE: Final = 100
_USUAL_DECIMALS: Final = 2
_DECIMALS: Final = {"CLP": 0, "JPY": 0, "KRW": 0, "KWD": 3}
"""ISO 4217 decimals of the supported currencies that don't have two."""


def decimals(currency: str) -> int:
    """Return the number of decimals in which amounts of a currency are written (ISO 4217)."""
    return _DECIMALS.get(currency.upper(), _USUAL_DECIMALS)


def smallest_step(currency: str) -> int:
    """Return the smallest amount of a currency in cents: 100 for a currency without decimals, otherwise 1."""
    return _WHOLE if decimals(currency) == 0 else 1


def share(cents: int, part: int, whole: int, step: int = 1) -> int:
    """Compute ``cents * part / whole`` for non-negative numbers, rounded half up to a multiple of ``step`` (M3)."""
    size = whole * step
    return (cents * part + size // 2) // size * step


def provider_amount(cents: int, currency: str) -> int:
    """Convert cents to the payment provider's unit, the smallest one of the currency: yen, cents or fils."""
    places = decimals(currency)
    return cents // _WHOLE if places == 0 else cents * 10 ** (places - _USUAL_DECIMALS)


def cents_from_provider(amount: int, currency: str) -> int:
    """Convert an amount in the provider's unit to cents.

    Only the provider's own fees can have thousandths, which are rounded half up.
    """
    places = decimals(currency)
    if places == 0:
        return amount * _WHOLE
    size = 10 ** (places - _USUAL_DECIMALS)
    return (amount + size // 2) // size


@dataclass(slots=True)
class RequestCurrency:
    """The currency of the amounts in a request's body: unknown until the caller's business is known."""

    code: str | None = None


_of_request: ContextVar[RequestCurrency] = ContextVar("marqueedesk_request_currency")


def open_request_currency() -> None:
    """Start a request whose currency is unknown. Called in the request's own context, because parts of it may run in
    different threads, which share the object but can't replace it.
    """
    _of_request.set(RequestCurrency())


def set_request_currency(code: str) -> None:
    """Set the currency of the amounts in the request's body, if this is a request."""
    found = _of_request.get(None)
    if found is not None:
        found.code = code


def check_step(cents: int) -> None:
    """Raise ValueError if an amount has a fraction but the request's currency has no decimals."""
    found = _of_request.get(None)
    if found is not None and found.code is not None and cents % smallest_step(found.code):
        raise ValueError(f"must be a whole amount, because {found.code} has no decimals")


def units(cents: int) -> int | float:
    """Convert cents to a JSON number of currency units: an integer if possible, otherwise with at most two decimals.

    For every amount up to `MAX_CENTS` (far below 2**53), a float prints with exactly these decimals.
    """
    whole, rest = divmod(cents, _WHOLE)
    return whole if rest == 0 else cents / _WHOLE


def cents_of(amount: Decimal) -> int:
    """Convert currency units to cents. Raises ValueError for fractions of a cent or an amount out of range."""
    scaled = amount * _WHOLE
    if scaled != scaled.to_integral_value():
        raise ValueError("must have at most two decimals")
    cents = int(scaled)
    if abs(cents) > MAX_CENTS:
        raise ValueError("is too large")
    return cents
