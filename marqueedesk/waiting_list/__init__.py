"""The waiting list: customers who are offered letters when they become free."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "waiting",  # who waits for letters, for the worker and the emails
    "waiting_entry",  # one entry of it
]
