"""In-app notifications (the bell) for members of a business, with read marks per person (G4)."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "models",
    "queries",
    "service",
]
