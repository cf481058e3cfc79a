"""Quotes: offers to customers, with their versions and history, until they become bookings."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "availability_check",  # whether a quote fits the stock, and alternatives if not
    "content",  # a stored quote as plain values
    "customer_actions",  # a customer's actions on a quote
    "due",  # due dates of a quote's payments
    "errors",
    "follow_ups",  # open quotes to follow up, for emails
    "models",
    "queries",
    "schemas",  # schemas of a quote, for pages that show one
    "serializers",  # quotes as responses
    "service",
    "snapshot",  # content of a quote to store when it is sent
    "version_changes",  # differences between two versions
]
