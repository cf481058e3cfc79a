"""Follow-up emails to visitors who saw a price and to past customers. Both are off by default."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "models",
    "priced",  # visitors who saw a price, for the list of leads and emails
    "recipients",  # recipients of follow-up emails and their stop links, for emails
    "yearly",  # past customers whose event was almost a year ago, for emails
]
