"""A feed of the business's bookings for other calendars, at a secret address."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "models",
    "queries",
    "service",
]
