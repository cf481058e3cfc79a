"""The business's insurance certificates, and the state of the one that a venue requires."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "models",
    "queries",  # certificates, for bookings and emails
    "state",  # state of a booking's certificate
]
