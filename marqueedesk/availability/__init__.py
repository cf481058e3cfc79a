"""Which letters are taken when: a message split into letters, the one lock, and the holds behind every promise."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "days",  # the rental calendar
    "errors",
    "models",
    "operator_lock",  # the one lock, and what is read with it
    "outages",  # letters out of service
    "service",
    "stock",  # what is free: plain values in, shortages out
    "stock_queries",  # the reads of stock once the lock is taken
    "stranger_limits",  # limits on the letters that strangers hold
]
