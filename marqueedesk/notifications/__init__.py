"""In-app notifications (the bell) for members of a business, marked as read by each user (G4)."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "models",
    "queries",
    "service",
]
