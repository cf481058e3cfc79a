"""Availability of letters: the rental calendar, the operator's lock, and the holds behind every booking."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "borrowed",  # pieces borrowed from other businesses
    "days",  # the rental calendar
    "dependencies",  # FastAPI dependency that locks the operator
    "errors",
    "models",
    "operator_lock",  # the operator's lock, and the terms read with it
    "outages",  # letters out of service
    "service",
    "stock",  # availability: plain values in, shortages out
    "stock_queries",  # stock queries to run after taking the lock
    "stranger_limits",  # limits on letters held by strangers
]
