"""Reports on stored data: dashboard, revenue, letters out, missed letters. Reads only."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "queries",
]
