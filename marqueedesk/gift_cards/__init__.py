"""Gift cards that a business sells, and credits from canceled bookings: selling, balances and paying with them."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "event_handlers",
    "models",
    "queries",  # whether a business has gift cards, for the customer's page
    "redeeming",  # paying a booking with a code, for the booking form and the customer's page
]
