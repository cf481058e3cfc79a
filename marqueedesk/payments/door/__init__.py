"""Money at the door: what crews collect at their stops, and the day's cash."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "collecting",  # what was collected at a stop, for the day page and the crew page
    "schemas",  # the API models of it
]
