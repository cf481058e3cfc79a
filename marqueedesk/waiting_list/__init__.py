"""The waiting list: customers who get offers when letters become available."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "waiting",  # waiting customers and offers, for the worker and emails
    "waiting_entry",  # an entry of the list
]
