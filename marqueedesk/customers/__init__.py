"""Customers: people and organizations who book, with their contact details, and matching to them."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "contacts",  # comparable forms of email addresses and phone numbers
    "errors",
    "matching",  # the customer of a new booking, found or created
    "models",
    "text_consent",  # consent to texts
]
