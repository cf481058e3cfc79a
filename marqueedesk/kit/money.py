"""Money is integer cents. The wire speaks currency units with at most two decimals (docs/rules.md, M1-M3)."""

from decimal import Decimal

MAX_CENTS = 99_999_999_999
"""Just under a billion currency units: above every price that can be meant, far below what a 64-bit column holds."""


def units(cents: int) -> int | float:
    """Cents as a JSON number of currency units: a whole number where it is one, else at most two decimals.

    A float of two decimals prints exactly as those decimals for every amount up to `MAX_CENTS` (2**53 is far away).
    """
    whole, rest = divmod(cents, 100)
    return whole if rest == 0 else cents / 100


def cents_of(amount: Decimal) -> int:
    """Currency units as cents. Raises ValueError when the amount has parts of a cent or is out of range."""
    scaled = amount * 100
    if scaled != scaled.to_integral_value():
        raise ValueError("must have at most two decimals")
    cents = int(scaled)
    if abs(cents) > MAX_CENTS:
        raise ValueError("is too large")
    return cents
