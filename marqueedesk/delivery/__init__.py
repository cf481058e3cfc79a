"""Delivery times and locations: rules, install windows and zones as plain values."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "install_windows",  # delivery windows and pickup hours
    "rules",  # delivery days, locations and form rules
    "zones",  # delivery fee by ZIP code
]
