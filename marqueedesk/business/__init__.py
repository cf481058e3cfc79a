"""What a business says of itself on quotes, confirmations and invoices: its address, its logo, its terms."""

__all__ = [
    "errors",
    "logo",  # where a logo is to be had
    "models",
    "queries",
    "service",
    "terms",  # the terms and their fill-in fields: plain values in, text out
]
