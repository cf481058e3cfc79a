"""Quotes: offers to customers, their versions and history, until they become bookings."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "availability_check",  # whether a quote would fit, and what would instead
    "content",  # a stored quote as plain values
    "customer_actions",  # what a customer does with a quote
    "due",  # when the money of a quote would be due
    "errors",
    "models",
    "queries",
    "schemas",  # the wire form of a quote, for pages that show one
    "serializers",  # a quote as the wire shows it
    "service",
    "snapshot",  # a quote as it would be sent now
]
