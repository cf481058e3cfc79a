"""Charges on top of a booking, and discount codes."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "charge_decisions",  # charging the rescheduling fee of a customer's change
    "charges",  # charges for damage, for the customer's page
    "discount_codes",  # a business's discount codes, for quotes
    "gift_cards",  # the fields of a form, and the interface of the package that redeems them
    "late_fees",  # late fees, for the worker and for payments that are entered later
]
