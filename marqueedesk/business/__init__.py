"""A business's details on quotes, confirmations and invoices: address, logo and terms."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "invoice_numbers",
    "logo",  # reading a logo, and its URL
    "models",
    "queries",
    "schemas",
    "service",
    "terms",  # the terms and their fill-in fields: plain values in, text out
]
