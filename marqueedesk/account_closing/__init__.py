"""Closing an account: exporting everything, closing the business, and deleting it after a waiting period (A14)."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "service",
]
