"""The goods of bookings: handovers, returns, pieces, crews, and bookings at risk."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "assignments",  # who does which job, for the day
    "assignments_api",  # the wire form of somebody on the team
    "at_risk",  # who no longer fits
    "day_stops",  # what a day brings, for its page and the run sheet
    "handovers",  # where goods are, for the crew's page
    "handovers_api",  # the wire form of where goods are
]
