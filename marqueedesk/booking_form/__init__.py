"""The public booking form: its settings, prices and requests."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "form_callers",  # the business and the caller of a form route
    "form_schemas",  # an install window to choose from, also for the customer's page
    "form_visits",  # counts of form visits and estimates, for the report
]
