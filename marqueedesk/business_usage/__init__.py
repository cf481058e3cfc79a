"""Use of the installation by business: requests and errors by hour, limits, and who uses how much."""

# Public modules of this package; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "counter",  # counts and limits of requests
    "limits",  # a business's limits and how much of each is used
    "models",
    "queries",
    "schemas",
]
