"""A business's details on quotes, confirmations and invoices: address, logo and terms."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "errors",
    "logo",  # reading a logo, and its address
    "models",
    "queries",
    "schemas",
    "service",
    "terms",  # the terms and their fill-in fields: plain values in, text out
]
