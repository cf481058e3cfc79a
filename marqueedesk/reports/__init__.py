"""Figures over what is stored: dashboard, revenue, letters out, letters missed. Reads only."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "queries",
]
