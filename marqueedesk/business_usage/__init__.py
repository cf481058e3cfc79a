"""Usage by business: hourly requests and errors, limits, and usage reports."""

# Public modules of this package; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "counter",  # counting and limiting requests
    "limits",  # a business's limits and how much of each is used
    "models",
    "queries",
    "schemas",
]
