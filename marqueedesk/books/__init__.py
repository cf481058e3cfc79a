"""The ledger: balanced entries of everything that happens to customers' money, which never change."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "booking_entries",  # what a booking amounts to, for exports and forecasts
    "chart",  # the accounts
    "event_handlers",
    "figures",  # figures of entries, for the reports
    "models",
    "partners",  # QuickBooks and Xero, which the books are pushed to
    "posting",  # what is entered, and when
    "queries",
    "recording",  # enters changes before a session commits
    "up_to_date",  # a session for reading, with everything entered that is due
]
