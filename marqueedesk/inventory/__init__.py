"""The letters that an operator owns, by letter and size."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "models",
    "queries",
    "schemas",  # the wire form of a letter, for routes that have to see holds and bookings
    "service",
]
