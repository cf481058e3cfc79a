"""The letters that an operator owns, by letter and size."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "item_schemas",  # the wire form of items and packages
    "items",  # items and packages
    "letter_facts",  # what a letter measures, weighs and takes
    "models",
    "package_lines",  # blanks in the texts of packages
    "pictures",
    "pieces",  # what stock is counted by
    "queries",
    "schemas",  # the wire form of a letter, for routes that have to see holds and bookings
    "service",
]
