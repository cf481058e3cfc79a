"""The inventory: letters, items and packages of an operator."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "deletion_guard",  # stock use by bookings, for its routes
    "errors",
    "item_schemas",  # schemas of items and packages
    "item_serializers",  # the catalog that visitors choose from
    "items",  # items and packages
    "items_api",  # reading an uploaded picture
    "letter_facts",  # measurements, weight and power of letters
    "letterforms",  # letter shapes as data
    "message",  # splitting messages into letters
    "models",
    "outage_schemas",  # schemas of outages
    "package_lines",  # package lines with blanks
    "photos",  # photos of goods
    "pictures",
    "pieces",  # the unit in which stock is counted
    "queries",
    "schemas",  # schemas of letters
    "service",
    "shelf_order",  # the order of packing and counting
    "tags",  # individually tagged pieces
]
