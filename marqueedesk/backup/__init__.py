"""Backup and restore of an entire installation in one file."""

# Public modules of this package; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = ["history", "service"]
