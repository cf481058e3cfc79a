"""Bookings: a rental with its story, its states and its rules."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "agreed",  # a booking at a price that was agreed before
    "answers",  # a booking as the wire shows it
    "errors",
    "estimate",  # price, stock and ways out for what a form holds
    "models",
    "queries",
    "rental",  # a stored rental as plain values
    "schemas",  # the wire form of a booking, for reports that list some
    "service",
    "transitions",  # what a change of status may be
]
