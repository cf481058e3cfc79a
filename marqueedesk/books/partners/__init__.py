"""The books in bookkeeping software: a connection to QuickBooks Online or Xero, and journals pushed to it."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "models",
    "push_jobs",  # sends journals, for the worker
]
