"""The bell: notifications for the people of a business, and which of them each person has read (G4)."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "models",
    "queries",
    "service",
]
