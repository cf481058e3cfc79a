"""Which letters are taken when: a message split into letters, the one lock, and the holds behind every promise."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "days",  # the rental calendar
    "errors",
    "facts",  # the statements of the hot path: lock, then read
    "models",
    "outages",  # letters out of service
    "service",
    "stock",  # what is free: plain values in, shortages out
]
