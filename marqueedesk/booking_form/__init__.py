"""The public booking form: its settings, prices and requests."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "form_callers",  # the business and the caller of a form route
    "form_options",  # sizes, finishes, colors and add-ons to choose from, also for the customer's page
    "form_schemas",  # the schemas of these options
    "form_visits",  # counts of form visits and estimates, for the report
    "leads",  # customers who began a booking and have not paid
]
