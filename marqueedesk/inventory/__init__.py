"""The letters that an operator owns, by letter and size."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "item_schemas",  # the wire form of items and packages
    "items",  # items and packages
    "letter_facts",  # what a letter measures, weighs and takes
    "letterforms",  # what letters look like, as data
    "message",  # what a letter is
    "models",
    "outage_schemas",  # the wire form of pieces out of service
    "package_lines",  # blanks in the texts of packages
    "photos",  # photos of goods
    "pictures",
    "pieces",  # what stock is counted by
    "queries",
    "schemas",  # the wire form of a letter
    "service",
    "stock_use",  # what its routes ask about holds and bookings
    "tags",  # single pieces with a tag each
]
