"""Rentals: lines, days, location and price as plain values, and their formats in the API and the database."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "catalog",  # catalog entries of lines
    "changed_fields",  # what an edit changed, in words
    "line_schemas",
    "line_serializers",  # lines in responses and documents
    "lines",  # the lines of a rental
    "priced_rental",  # a rental with its price
    "rental_pricing",  # pricing by the current list or as agreed
    "rental_request",  # the requested rental
    "stops",  # delivery and pickup with their known times
    "stored_lines",  # lines as stored by bookings and quotes
    "todays_prices",  # the current price list
    "windows",  # periods of the dashboard's statistics
    "wire_types",
]
