"""The end of an account: taking everything along, closing the business, and removing it after a while (A14)."""

__all__ = [
    "errors",
    "service",
]
