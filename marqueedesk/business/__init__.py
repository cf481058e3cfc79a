"""A business's details on quotes, confirmations and invoices: address, logo and terms."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "document_rules",  # tax names, invoice titles, clauses and VAT IDs by country
    "errors",
    "invoice_numbers",
    "logo",  # reading a logo, and its URL
    "models",
    "queries",
    "schemas",
    "service",
    "terms",  # the terms and their fill-in fields: plain values in, text out
]
