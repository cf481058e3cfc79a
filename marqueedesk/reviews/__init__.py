"""Reviews by customers after their rental: the request, the customer's page, and those the business shows."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "models",
    "requests",  # bookings whose customers are asked for a review, for emails
    "structured_data",  # shown reviews for search engines, for the form's page
]
