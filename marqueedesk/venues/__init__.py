"""Venues that an operator delivers to, with their surcharges and access details."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "address",  # an address that isn't a listed venue, as a plain value
    "address_schemas",  # schemas of an address
    "certificate",  # the certificate of insurance that a venue requires
    "errors",
    "models",
    "queries",
    "schemas",  # schemas of a venue, whose access details bookings share
    "service",
    "site",
]
