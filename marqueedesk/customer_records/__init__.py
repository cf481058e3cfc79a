"""Customer list and details, figures, merging and erasing, and linking rows older than the customers table."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "erasing",  # what erasing a customer does
    "queries",
    "recording",  # notes customers whose bookings change
    "schemas",
    "serializers",
    "up_to_date",  # a session for reading, with everything linked and computed
]
