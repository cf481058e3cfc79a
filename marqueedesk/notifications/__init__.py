"""The bell: what the people of a business should know about without looking for it, and what each has read (G4)."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "models",
    "queries",
    "service",
]
