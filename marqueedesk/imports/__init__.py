"""Bookings, customers and items from CSV files: a preview, the import, and its undoing within a day."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "models",
    "queries",
]
