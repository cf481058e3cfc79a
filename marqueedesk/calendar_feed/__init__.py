"""A business's bookings in its own calendar: a feed at a secret address, which it can end."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "models",
    "queries",
    "service",
]
