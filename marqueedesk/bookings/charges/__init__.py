"""Charges on top of a booking, and discount codes."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "charges",  # what damage costs, for the customer's page
    "discount_codes",  # the codes of a business, for quotes that take one
]
