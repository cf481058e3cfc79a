"""Contracts of bookings and quotes: the template, signing by link, the signed PDF, its certificate and verification."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "booking_page",  # the contract on its booking's page
    "contract_links",  # links of signers, for emails
    "erasing",  # contracts of erased customers
    "models",
    "queries",
    "subjects",  # the booking or quote of a contract
]
