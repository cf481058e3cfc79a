"""The goods of bookings: handovers, returns, pieces, crews, and bookings at risk."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "assignments",  # job assignments, for the day page
    "assignments_api",  # schema of a team member
    "at_risk",  # bookings short of pieces
    "borrowing",  # pieces borrowed from other businesses, for the day page
    "day_stops",  # stops of a day, for its page and the run sheet
    "handovers",  # where goods are, for the crew page
    "handovers_api",  # schemas of handovers
    "models",
    "phone_times",  # times recorded by phones, for payments at the door
    "stocktakes",  # open stocktakes, for the crew page
]
