"""The public booking form: what it shows, prices and submits."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "form_callers",  # the business whose form is called, and the visitor
    "form_visits",  # how often the form was opened and priced, for the report of it
]
