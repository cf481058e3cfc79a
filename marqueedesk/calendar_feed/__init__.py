"""A feed of the business's bookings for external calendars, at a secret URL."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "models",
    "queries",
    "service",
]
