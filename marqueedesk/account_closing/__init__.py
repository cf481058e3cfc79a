"""The end of an account: taking everything along, closing the business, and removing it after a while (A14)."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "service",
]
