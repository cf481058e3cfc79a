"""Customers' pages, opened by unguessable links without signing in."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "calendar_file",  # a booking for its customer's own calendar, also attached to its emails
    "crew",  # what the crew should know, for calendars and run sheets
    "errors",
    "models",
    "queries",
    "service",
]
