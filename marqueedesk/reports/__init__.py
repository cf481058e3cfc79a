"""Reports on stored data: dashboard, revenue, letters out, missed letters. Read-only."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "queries",
]
