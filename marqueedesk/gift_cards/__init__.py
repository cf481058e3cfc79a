"""Gift cards and credits from canceled bookings: sales, balances and redemption."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "comparing",
    "event_handlers",
    "models",
    "purchase_jobs",
    "queries",  # checks for gift cards, used by customer pages
    "redeeming",  # paying with a code, injected into the booking form and customer pages
]
