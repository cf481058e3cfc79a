"""Announcements of the installation to its businesses, shown on their pages and on the status page (G7)."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = ["current", "models", "queries", "schemas", "service"]
