"""Backups: everything that an installation is, in one file, and putting it back."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = ["service"]
