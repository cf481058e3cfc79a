"""What is rented: lines, days, place and price as plain values, and their forms on the wire and in the database."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "catalog",  # what lines may be made of
    "line_schemas",
    "line_serializers",  # lines as the wire and documents show them
    "lines",  # what a rental is made of
    "priced_rental",  # a rental with its price: plain values in and out
    "rental_pricing",  # the price of a rental by today's list, or as it was agreed
    "rental_request",  # what is asked for: plain values in and out
    "stored_lines",  # what a rental is made of, as bookings and quotes store it
    "todays_prices",  # what a price list says now
    "windows",  # the stretches of time that the dashboard counts in
    "wire_types",
]
