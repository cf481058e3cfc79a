"""Bookings that no longer get all letters once some are broken, lost or late, and how to resolve that. On plain
values.
"""

from datetime import date, timedelta

import pytest

from marqueedesk.availability.stock import Shortage
from marqueedesk.bookings.goods.at_risk import shortages_of
from marqueedesk.bookings.goods.risk_options import Demand, Option, by_piece, options_for
from marqueedesk.inventory.pieces import Piece
from tests.support.effort import computing

JUNE = date(2027, 6, 1)


def demand(letter: str, count: int, first: int, last: int, booking: int = 0, size: str = "4ft") -> Demand:
    days = JUNE + timedelta(days=first), JUNE + timedelta(days=last)
    return Demand(Piece(size, letter), count, *days, booking, (days[0], booking) if booking else None)


AT_RISK: list[tuple[dict[str, int], list[Demand], dict[int, list[tuple[str, int, int, int]]]]] = [
    # Owned, demand, and the bookings that are short: the letter, number needed, first day, and number available.
    ({"E": 1}, [demand("E", 1, 1, 2, 7)], {}),
    ({"E": 1}, [demand("E", 1, 1, 2, 7), demand("E", 1, 3, 4, 8)], {}),
    ({"E": 1}, [demand("E", 1, 1, 2, 7), demand("E", 1, 2, 4, 8)], {8: [("E", 1, 2, 0)]}),
    ({"E": 1}, [demand("E", 1, 2, 4, 8), demand("E", 1, 1, 2, 7)], {8: [("E", 1, 2, 0)]}),
    ({"E": 2}, [demand("E", 1, 0, 9), demand("E", 2, 1, 1, 7)], {7: [("E", 2, 1, 1)]}),
    ({"E": 2}, [demand("E", 1, 0, 9), demand("E", 1, 1, 1, 7), demand("E", 1, 1, 1, 8)], {8: [("E", 1, 1, 0)]}),
    ({"E": 2}, [demand("E", 2, 0, 9), demand("E", 1, 1, 1, 7), demand("E", 1, 20, 20, 8)], {7: [("E", 1, 1, 0)]}),
    ({}, [demand("E", 1, 1, 1, 7)], {7: [("E", 1, 1, 0)]}),
    ({"E": 1, "F": 0}, [demand("E", 1, 1, 1, 7), demand("F", 1, 1, 1, 7)], {7: [("F", 1, 1, 0)]}),
    (
        {"E": 3},
        [demand("E", 2, 0, 1, 7), demand("E", 2, 1, 2, 8), demand("E", 2, 2, 3, 9)],
        {8: [("E", 2, 1, 1)], 9: [("E", 2, 2, 1)]},
    ),
    # Broken pieces, from a later day on, and back in service in time.
    ({"E": 2}, [demand("E", 2, 5, 9), demand("E", 2, 1, 4, 7)], {}),
    ({"E": 2}, [demand("E", 2, 4, 9), demand("E", 2, 1, 4, 7)], {7: [("E", 2, 4, 0)]}),
    ({"E": 2}, [demand("E", 1, 0, 2), demand("E", 2, 3, 4, 7)], {}),
    ({"E": 2}, [demand("E", 1, 0, 3), demand("E", 2, 3, 4, 7)], {7: [("E", 2, 3, 1)]}),
    ({"E": 3}, [demand("E", 1, 0, 9), demand("E", 1, 2, 2), demand("E", 2, 1, 3, 7)], {7: [("E", 2, 2, 1)]}),
    # All pieces are gone, so every booking is short, the nearest first.
    (
        {"E": 1},
        [demand("E", 1, 0, 9), demand("E", 1, 1, 1, 7), demand("E", 1, 2, 2, 8)],
        {7: [("E", 1, 1, 0)], 8: [("E", 1, 2, 0)]},
    ),
    ({"E": 2}, [demand("E", 2, 0, 9), demand("E", 1, 5, 5, 7)], {7: [("E", 1, 5, 0)]}),
    # Pieces go to the earlier delivery, even if that booking was made later.
    ({"E": 1}, [demand("E", 1, 3, 5, 3), demand("E", 1, 1, 3, 9)], {3: [("E", 1, 3, 0)]}),
    ({"E": 1}, [demand("E", 1, 1, 1, 9), demand("E", 1, 1, 1, 3)], {9: [("E", 1, 1, 0)]}),
    # Three in a row pass a piece on; only those that overlap are short.
    ({"E": 1}, [demand("E", 1, 1, 2, 7), demand("E", 1, 3, 4, 8), demand("E", 1, 5, 6, 9)], {}),
    (
        {"E": 1},
        [demand("E", 1, 1, 3, 7), demand("E", 1, 3, 5, 8), demand("E", 1, 5, 6, 9)],
        {8: [("E", 1, 3, 0)], 9: [("E", 1, 5, 0)]},
    ),
    # A booking that is short keeps what it has, and the next one gets what is left.
    ({"E": 2}, [demand("E", 3, 1, 1, 7), demand("E", 1, 1, 1, 8)], {7: [("E", 3, 1, 2)], 8: [("E", 1, 1, 0)]}),
    # Short of two letters, but not of a third.
    (
        {"E": 1, "F": 1, "G": 1},
        [demand("E", 1, 0, 3), demand("F", 1, 2, 3), *[demand(one, 1, 2, 2, 7) for one in "EFG"]],
        {7: [("E", 1, 2, 0), ("F", 1, 2, 0)]},
    ),
    # Each letter has its own first day.
    (
        {"E": 1, "F": 1},
        [demand("E", 1, 1, 1, 7), demand("E", 1, 1, 1, 8), demand("F", 1, 1, 1, 8), demand("F", 1, 1, 1, 9)],
        {8: [("E", 1, 1, 0)], 9: [("F", 1, 1, 0)]},
    ),
    # Demand that is over today doesn't matter anymore.
    ({"E": 1}, [demand("E", 1, -5, -1), demand("E", 1, -3, 0, 7)], {}),
    ({"E": 1}, [demand("E", 1, -5, 0), demand("E", 1, -3, 1, 7)], {7: [("E", 1, 0, 0)]}),
    # The day with the fewest left is reported.
    ({"E": 3}, [demand("E", 1, 1, 9), demand("E", 2, 4, 4), demand("E", 1, 0, 6, 7)], {7: [("E", 1, 4, 0)]}),
    ({"E": 4}, [demand("E", 2, 2, 3), demand("E", 1, 3, 6), demand("E", 2, 1, 6, 7)], {7: [("E", 2, 3, 1)]}),
    # Late goods are taken today and tomorrow, and available after that.
    ({"E": 1}, [demand("E", 1, 0, 1), demand("E", 1, 2, 3, 7)], {}),
    ({"E": 1}, [demand("E", 1, 0, 1), demand("E", 1, 1, 3, 7), demand("E", 1, 4, 5, 8)], {7: [("E", 1, 1, 0)]}),
]


@pytest.mark.parametrize("owned, wishes, short", AT_RISK)
def test_bookings_at_risk_are_found_in_order_of_delivery(
    owned: dict[str, int], wishes: list[Demand], short: dict[int, list[tuple[str, int, int, int]]]
):
    pieces = {Piece("4ft", letter): count for letter, count in owned.items()}
    expected = {
        booking: [
            Shortage(Piece("4ft", letter), needed, JUNE + timedelta(days=day), free)
            for letter, needed, day, free in rows
        ]
        for booking, rows in short.items()
    }
    assert shortages_of(pieces, by_piece(wishes, JUNE), JUNE) == expected


def test_shortages_take_linear_time_in_the_number_of_bookings():
    """On each day for five years, ten rentals of three days begin, and on one day 31 pieces are missing."""
    wishes = [demand("E", 1, start, start + 2, 10 * start + n + 1) for start in range(1825) for n in range(10)]
    gone = demand("E", 31, 1000, 1000)
    pieces = {Piece("4ft", "E"): 31}
    demands = by_piece([*wishes, gone], JUNE)
    short: dict[int, list[Shortage]] = {}
    # Comparing each booking with all earlier ones would take more than ten times as long.
    assert computing(lambda: short.update(shortages_of(pieces, demands, JUNE)), 5) < 5
    assert set(short) == set(range(9981, 10011))


def day(number: int) -> date:
    return JUNE + timedelta(days=number)


def resolutions_for(owned: dict[str, int], wishes: list[Demand], booking: int) -> list[Option]:
    """Return the resolutions for a booking; ``owned`` has the number of E's by size."""
    pieces = {Piece(size, "E"): count for size, count in owned.items()}
    demands = by_piece(wishes, JUNE)
    return [
        option
        for one in shortages_of(pieces, demands, JUNE)[booking]
        for option in options_for(pieces, demands, booking, one, JUNE)
    ]


E4, E3 = Piece("4ft", "E"), Piece("3ft", "E")
WAYS: list[tuple[dict[str, int], list[Demand], list[Option]]] = [
    # One E is broken, and the same letter is available in another size on all of the days.
    (
        {"4ft": 1, "3ft": 2},
        [demand("E", 1, 0, 9), demand("E", 1, 2, 3, 7), demand("E", 1, 3, 5, 8, "3ft")],
        [Option("size", E4, 1, day(2), day(3), E3, 1)],
    ),
    # It isn't available on one of the days.
    ({"4ft": 1, "3ft": 1}, [demand("E", 1, 0, 9), demand("E", 1, 2, 3, 7), demand("E", 1, 3, 5, 8, "3ft")], []),
    # Two are missing, so one available piece doesn't help.
    ({"4ft": 2, "3ft": 1}, [demand("E", 2, 0, 9), demand("E", 2, 2, 3, 7)], []),
    # Another booking has the E on days when it could use the other size.
    (
        {"4ft": 1, "3ft": 1},
        [demand("E", 1, 1, 3, 5), demand("E", 1, 2, 4, 7), demand("E", 1, 4, 4, 8, "3ft")],
        [Option("swap", E4, 1, day(2), day(3), E3, 0, 5)],
    ),
    # Both overlap on a single day: one comes back before the other goes out.
    (
        {"4ft": 1},
        [demand("E", 1, 0, 2, 5), demand("E", 1, 2, 4, 7)],
        [Option("swap", E4, 1, day(2), day(2), None, 0, 5)],
    ),
    # They overlap on more than one day, and there is no other option.
    ({"4ft": 1}, [demand("E", 1, 0, 3, 5), demand("E", 1, 2, 4, 7)], []),
    # A swap wouldn't be enough, because the E is broken on another day.
    ({"4ft": 1}, [demand("E", 1, 4, 9), demand("E", 1, 0, 2, 5), demand("E", 1, 2, 4, 7)], []),
]


@pytest.mark.parametrize("owned, wishes, found", WAYS)
def test_resolutions_suggested_for_a_shortage(owned: dict[str, int], wishes: list[Demand], found: list[Option]):
    *others, borrowed = resolutions_for(owned, wishes, 7)
    assert others == found
    mine = next(row for row in wishes if row.booking_id == 7)
    assert (borrowed.kind, borrowed.first, borrowed.last) == ("borrow", mine.first, mine.last)
