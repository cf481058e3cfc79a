"""Certificates of insurance of bookings: requested from the insurer and sent to the venue."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "queries",  # the state of a booking's certificate
    "service",  # the venue that requires one, for previews of emails
]
