"""Who no longer gets all letters once some are broken, lost or late, and what can be done: on plain values."""

from datetime import date, timedelta

import pytest

from marqueedesk.availability.stock import Shortage
from marqueedesk.bookings.goods.at_risk import shortages_of
from marqueedesk.bookings.goods.risk_options import Demand, Option, by_piece, options_for
from marqueedesk.inventory.pieces import Piece
from tests.support.effort import computing

JUNE = date(2027, 6, 1)


def wish(letter: str, count: int, first: int, last: int, booking: int = 0, size: str = "4ft") -> Demand:
    days = JUNE + timedelta(days=first), JUNE + timedelta(days=last)
    return Demand(Piece(size, letter), count, *days, booking, (days[0], booking) if booking else None)


AT_RISK: list[tuple[dict[str, int], list[Demand], dict[int, list[tuple[str, int, int, int]]]]] = [
    # Owned, what is wanted, and who is short: of what, how many are needed, on which day first, and how many are free.
    ({"E": 1}, [wish("E", 1, 1, 2, 7)], {}),
    ({"E": 1}, [wish("E", 1, 1, 2, 7), wish("E", 1, 3, 4, 8)], {}),
    ({"E": 1}, [wish("E", 1, 1, 2, 7), wish("E", 1, 2, 4, 8)], {8: [("E", 1, 2, 0)]}),
    ({"E": 1}, [wish("E", 1, 2, 4, 8), wish("E", 1, 1, 2, 7)], {8: [("E", 1, 2, 0)]}),
    ({"E": 2}, [wish("E", 1, 0, 9), wish("E", 2, 1, 1, 7)], {7: [("E", 2, 1, 1)]}),
    ({"E": 2}, [wish("E", 1, 0, 9), wish("E", 1, 1, 1, 7), wish("E", 1, 1, 1, 8)], {8: [("E", 1, 1, 0)]}),
    ({"E": 2}, [wish("E", 2, 0, 9), wish("E", 1, 1, 1, 7), wish("E", 1, 20, 20, 8)], {7: [("E", 1, 1, 0)]}),
    ({}, [wish("E", 1, 1, 1, 7)], {7: [("E", 1, 1, 0)]}),
    ({"E": 1, "F": 0}, [wish("E", 1, 1, 1, 7), wish("F", 1, 1, 1, 7)], {7: [("F", 1, 1, 0)]}),
    (
        {"E": 3},
        [wish("E", 2, 0, 1, 7), wish("E", 2, 1, 2, 8), wish("E", 2, 2, 3, 9)],
        {8: [("E", 2, 1, 1)], 9: [("E", 2, 2, 1)]},
    ),
    # Broken pieces, from a later day on, and put back in time.
    ({"E": 2}, [wish("E", 2, 5, 9), wish("E", 2, 1, 4, 7)], {}),
    ({"E": 2}, [wish("E", 2, 4, 9), wish("E", 2, 1, 4, 7)], {7: [("E", 2, 4, 0)]}),
    ({"E": 2}, [wish("E", 1, 0, 2), wish("E", 2, 3, 4, 7)], {}),
    ({"E": 2}, [wish("E", 1, 0, 3), wish("E", 2, 3, 4, 7)], {7: [("E", 2, 3, 1)]}),
    ({"E": 3}, [wish("E", 1, 0, 9), wish("E", 1, 2, 2), wish("E", 2, 1, 3, 7)], {7: [("E", 2, 2, 1)]}),
    # All of them are gone: everybody is short, the nearest first.
    (
        {"E": 1},
        [wish("E", 1, 0, 9), wish("E", 1, 1, 1, 7), wish("E", 1, 2, 2, 8)],
        {7: [("E", 1, 1, 0)], 8: [("E", 1, 2, 0)]},
    ),
    ({"E": 2}, [wish("E", 2, 0, 9), wish("E", 1, 5, 5, 7)], {7: [("E", 1, 5, 0)]}),
    # Who delivers first has them first, also where the later booking was made earlier.
    ({"E": 1}, [wish("E", 1, 3, 5, 3), wish("E", 1, 1, 3, 9)], {3: [("E", 1, 3, 0)]}),
    ({"E": 1}, [wish("E", 1, 1, 1, 9), wish("E", 1, 1, 1, 3)], {9: [("E", 1, 1, 0)]}),
    # Three in a row hand one on; only those that touch are short.
    ({"E": 1}, [wish("E", 1, 1, 2, 7), wish("E", 1, 3, 4, 8), wish("E", 1, 5, 6, 9)], {}),
    (
        {"E": 1},
        [wish("E", 1, 1, 3, 7), wish("E", 1, 3, 5, 8), wish("E", 1, 5, 6, 9)],
        {8: [("E", 1, 3, 0)], 9: [("E", 1, 5, 0)]},
    ),
    # Who is short keeps what there is: the next is measured against it.
    ({"E": 2}, [wish("E", 3, 1, 1, 7), wish("E", 1, 1, 1, 8)], {7: [("E", 3, 1, 2)], 8: [("E", 1, 1, 0)]}),
    # Short of two letters at once, and not of a third.
    (
        {"E": 1, "F": 1, "G": 1},
        [wish("E", 1, 0, 3), wish("F", 1, 2, 3), *[wish(one, 1, 2, 2, 7) for one in "EFG"]],
        {7: [("E", 1, 2, 0), ("F", 1, 2, 0)]},
    ),
    # Each letter has a first of its own.
    (
        {"E": 1, "F": 1},
        [wish("E", 1, 1, 1, 7), wish("E", 1, 1, 1, 8), wish("F", 1, 1, 1, 8), wish("F", 1, 1, 1, 9)],
        {8: [("E", 1, 1, 0)], 9: [("F", 1, 1, 0)]},
    ),
    # What is over today is nobody's trouble any more.
    ({"E": 1}, [wish("E", 1, -5, -1), wish("E", 1, -3, 0, 7)], {}),
    ({"E": 1}, [wish("E", 1, -5, 0), wish("E", 1, -3, 1, 7)], {7: [("E", 1, 0, 0)]}),
    # The day on which the fewest are left is named.
    ({"E": 3}, [wish("E", 1, 1, 9), wish("E", 2, 4, 4), wish("E", 1, 0, 6, 7)], {7: [("E", 1, 4, 0)]}),
    ({"E": 4}, [wish("E", 2, 2, 3), wish("E", 1, 3, 6), wish("E", 2, 1, 6, 7)], {7: [("E", 2, 3, 1)]}),
    # Late goods are taken today and tomorrow, and free after that.
    ({"E": 1}, [wish("E", 1, 0, 1), wish("E", 1, 2, 3, 7)], {}),
    ({"E": 1}, [wish("E", 1, 0, 1), wish("E", 1, 1, 3, 7), wish("E", 1, 4, 5, 8)], {7: [("E", 1, 1, 0)]}),
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
    """Ten rentals of three days begin each day for five years, and on one day 31 pieces are gone."""
    wishes = [wish("E", 1, start, start + 2, 10 * start + n + 1) for start in range(1825) for n in range(10)]
    gone = wish("E", 31, 1000, 1000)
    pieces = {Piece("4ft", "E"): 31}
    demands = by_piece([*wishes, gone], JUNE)
    short: dict[int, list[Shortage]] = {}
    # Comparing each booking with all earlier ones takes more than ten times as long.
    assert computing(lambda: short.update(shortages_of(pieces, demands, JUNE)), 5) < 5
    assert set(short) == set(range(9981, 10011))


def day(number: int) -> date:
    return JUNE + timedelta(days=number)


def ways(owned: dict[str, int], wishes: list[Demand], booking: int) -> list[Option]:
    """What can be done for a booking; owned E's by their size."""
    pieces = {Piece(size, "E"): count for size, count in owned.items()}
    demands = by_piece(wishes, JUNE)
    return [
        option
        for one in shortages_of(pieces, demands, JUNE)[booking]
        for option in options_for(pieces, demands, booking, one, JUNE)
    ]


E4, E3 = Piece("4ft", "E"), Piece("3ft", "E")
WAYS: list[tuple[dict[str, int], list[Demand], list[Option]]] = [
    # One E is broken, and the same letter in another size is free on all of the days.
    (
        {"4ft": 1, "3ft": 2},
        [wish("E", 1, 0, 9), wish("E", 1, 2, 3, 7), wish("E", 1, 3, 5, 8, "3ft")],
        [Option("size", E4, 1, day(2), day(3), E3, 1)],
    ),
    # It is not free on one of them.
    ({"4ft": 1, "3ft": 1}, [wish("E", 1, 0, 9), wish("E", 1, 2, 3, 7), wish("E", 1, 3, 5, 8, "3ft")], []),
    # Two are missing: one free piece is no way out.
    ({"4ft": 2, "3ft": 1}, [wish("E", 2, 0, 9), wish("E", 2, 2, 3, 7)], []),
    # Another booking has the E on days when it could take the other size.
    (
        {"4ft": 1, "3ft": 1},
        [wish("E", 1, 1, 3, 5), wish("E", 1, 2, 4, 7), wish("E", 1, 4, 4, 8, "3ft")],
        [Option("swap", E4, 1, day(2), day(3), E3, 0, 5)],
    ),
    # Both share a single day: one comes back before the other goes out.
    ({"4ft": 1}, [wish("E", 1, 0, 2, 5), wish("E", 1, 2, 4, 7)], [Option("swap", E4, 1, day(2), day(2), None, 0, 5)]),
    # They share more than that, and there is nothing else.
    ({"4ft": 1}, [wish("E", 1, 0, 3, 5), wish("E", 1, 2, 4, 7)], []),
    # A swap would not be enough: on another day the E is broken.
    ({"4ft": 1}, [wish("E", 1, 4, 9), wish("E", 1, 0, 2, 5), wish("E", 1, 2, 4, 7)], []),
]


@pytest.mark.parametrize("owned, wishes, found", WAYS)
def test_resolutions_for_a_shortage(owned: dict[str, int], wishes: list[Demand], found: list[Option]):
    *others, borrowed = ways(owned, wishes, 7)
    assert others == found
    mine = next(row for row in wishes if row.booking_id == 7)
    assert (borrowed.kind, borrowed.first, borrowed.last) == ("borrow", mine.first, mine.last)
