"""Planners, venues and photographers who bring customers, and their commission."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "models",
    "queries",  # partners, for the booking form and statements
    "referrals",  # the partner of a visitor's booking, for the booking form
]
