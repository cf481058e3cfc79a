"""Closing an account: export all data, close the business, and delete it after a waiting period (A14)."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "service",
]
