"""Customers' pages, opened through unguessable links without signing in."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "booking_lists",  # links to all bookings of a customer, for emails
    "calendar_file",  # a booking as a calendar file for its customer, also attached to emails
    "crew",  # notes for the crew, for calendars and run sheets
    "errors",
    "models",
    "queries",
    "service",
]
