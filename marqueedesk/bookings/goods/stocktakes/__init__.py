"""Stocktaking: counting the letters on the shelves, and what becomes of the differences."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "counting",  # open stocktakes, for the crew page
    "schemas",  # the API models of them
]
