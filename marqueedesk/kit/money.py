"""Money as integer cents. The API uses currency units with at most two decimals (docs/rules.md, M1-M3)."""

from decimal import Decimal

MAX_CENTS = 99_999_999_999
"""Just under a billion currency units: above any realistic price, and far below the limit of a 64-bit column."""


def units(cents: int) -> int | float:
    """Convert cents to a JSON number of currency units: an integer if possible, otherwise with at most two decimals.

    For every amount up to `MAX_CENTS` (far below 2**53), a float prints with exactly these decimals.
    """
    whole, rest = divmod(cents, 100)
    return whole if rest == 0 else cents / 100


def cents_of(amount: Decimal) -> int:
    """Convert currency units to cents. Raises ValueError for fractions of a cent or an amount out of range."""
    scaled = amount * 100
    if scaled != scaled.to_integral_value():
        raise ValueError("must have at most two decimals")
    cents = int(scaled)
    if abs(cents) > MAX_CENTS:
        raise ValueError("is too large")
    return cents
