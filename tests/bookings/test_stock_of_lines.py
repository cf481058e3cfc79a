"""Shortages of rentals with several lines, each case worked out by hand."""

from datetime import date

import pytest

from marqueedesk.availability.stock import Stock, Taken
from marqueedesk.inventory.pieces import Piece
from marqueedesk.rentals.lines import ItemLine, LettersLine, Lines, PackageLine, letters_line
from marqueedesk.rentals.rental_request import RentalRequest

OWNED = {
    **{
        Piece("4ft", letter): count
        for letter, count in {"H": 1, "A": 2, "P": 2, "Y": 1, "L": 2, "D": 1, "&": 1}.items()
    },
    **{Piece("2ft", letter): count for letter, count in {"B": 2, "A": 1, "Y": 1, "2": 2, "0": 1, "6": 1}.items()},
    Piece("4ft", "L", "rgb"): 1,
    Piece.of_item(1): 5,
}
JUNE = [date(2027, 6, day) for day in range(1, 31)]


def big(text: str, finish: str = "") -> LettersLine:
    return letters_line(text, size="4ft", finish=finish)


def small(text: str) -> LettersLine:
    return letters_line(text, size="2ft")


def turned(text: str, *letters: str) -> LettersLine:
    return letters_line(text, size="2ft", turned=letters)


def balloons(count: int, *, counted: bool = True) -> ItemLine:
    return ItemLine(1, count, "Balloon", 4000, "day", counted)


def package(*parts: LettersLine | ItemLine) -> PackageLine:
    return PackageLine(1, "Package", (), parts, 10000)


def shortage(piece: Piece, needed: int) -> str:
    if piece.item_id is not None:
        return f"{needed} balloons"
    return " ".join(filter(None, [f"{needed} {piece.letter}", piece.size, piece.finish]))


CASES: list[tuple[Lines, list[str]]] = [
    ((big("HAPPY"),), []),
    ((big("HAPPY"), big("LADY")), ["2 Y 4ft"]),
    ((big("HAPPY"), small("BABY")), []),
    ((big("HAPPY"), small("BABY"), small("A")), ["2 A 2ft"]),
    ((small("BABY"), small("BABY")), ["4 B 2ft", "2 A 2ft", "2 Y 2ft"]),
    ((big("L"), big("L")), []),
    ((big("L"), big("L"), big("L")), ["3 L 4ft"]),
    ((big("L"), big("L"), big("L", "rgb")), []),
    ((big("LL", "rgb"), big("L")), ["2 L 4ft rgb"]),
    ((big("A", "rgb"),), ["1 A 4ft rgb"]),
    ((big("A & A"),), []),
    ((big("A & A"), big("P & P")), ["2 & 4ft"]),
    ((small("2026"),), []),
    ((small("2026"), small("0")), ["2 0 2ft"]),
    ((small("2026"), big("2")), ["1 2 4ft"]),
    ((big("happy"), big("y")), ["2 Y 4ft"]),
    ((balloons(5),), []),
    ((balloons(3), balloons(3)), ["6 balloons"]),
    ((balloons(9, counted=False),), []),
    ((package(big("LAD"), balloons(2)), balloons(3)), []),
    ((package(big("LAD"), balloons(2)), balloons(4)), ["6 balloons"]),
    ((package(big("HAPPY")), big("LADY"), balloons(6)), ["2 Y 4ft", "6 balloons"]),
    ((big("Q"), small("Q")), ["1 Q 4ft", "1 Q 2ft"]),
    # Rotated letters are counted as the piece they are made from: a 6 as a 9, and vice versa.
    ((small("9"),), ["1 9 2ft"]),
    ((turned("9", "9"),), []),
    ((turned("9", "9"), small("6")), ["2 6 2ft"]),
    # A package counts like its lines, each time it is rented, and so does a package along with other lines.
    ((package(big("LA")), package(big("LA"))), []),
    ((package(big("LA")), package(big("LA")), big("A")), ["3 A 4ft"]),
    ((package(small("BABY"), big("HAPPY"), balloons(5)),), []),
    ((package(small("BABY")), big("HAPPY"), small("0"), balloons(5), balloons(1)), ["6 balloons"]),
    # The same letter is short in one finish and available in another; the same item is both inside and outside a
    # package.
    ((big("LL", "rgb"), big("LL")), ["2 L 4ft rgb"]),
    ((package(balloons(5)), balloons(1, counted=False)), []),
]


@pytest.mark.parametrize("lines, short", CASES, ids=range(1, len(CASES) + 1))
def test_shortages_are_computed_over_all_lines_together(lines: Lines, short: list[str]):
    stock, needs = Stock(OWNED, ()), RentalRequest(lines).needs
    assert [shortage(row.piece, row.needed) for row in stock.not_owned(needs)] == short
    assert [shortage(row.piece, row.needed) for row in stock.shortages(needs, JUNE[0], JUNE[4])] == short


TAKEN = (
    Taken(Piece("4ft", "L"), 1, JUNE[0], JUNE[2]),
    Taken(Piece("4ft", "L"), 1, JUNE[4], JUNE[6]),
    Taken(Piece("2ft", "B"), 2, JUNE[3], JUNE[3]),
    Taken(Piece.of_item(1), 4, JUNE[2], JUNE[4]),
)
DAYS: list[tuple[Lines, int, int, list[tuple[str, int, int]]]] = [
    # From the first day to the last; each shortage has its first day and the number available.
    ((big("LL"),), 1, 1, [("2 L 4ft", 1, 1)]),
    ((big("L"), small("A")), 1, 7, []),
    ((big("LL"),), 4, 4, []),
    ((big("LL"),), 4, 5, [("2 L 4ft", 5, 1)]),
    ((big("L"), big("L"), balloons(2)), 3, 3, [("2 L 4ft", 3, 1), ("2 balloons", 3, 1)]),
    ((small("BABY"), big("L")), 1, 7, [("2 B 2ft", 4, 0)]),
    ((small("BABY"), big("L")), 5, 7, []),
    ((balloons(1), balloons(1)), 1, 30, [("2 balloons", 3, 1)]),
    ((package(big("L"), balloons(5)),), 6, 9, []),
    ((package(big("LL"), balloons(5)),), 2, 9, [("2 L 4ft", 2, 1), ("5 balloons", 3, 1)]),
]


@pytest.mark.parametrize("lines, first, last, short", DAYS, ids=range(1, len(DAYS) + 1))
def test_each_shortage_has_its_own_first_day(lines: Lines, first: int, last: int, short: list[tuple[str, int, int]]):
    found = Stock(OWNED, TAKEN).shortages(RentalRequest(lines).needs, date(2027, 6, first), date(2027, 6, last))
    assert [(shortage(row.piece, row.needed), row.day.day if row.day else 0, row.free) for row in found] == short


def test_without_any_letters_entered_only_items_are_checked():
    stock = Stock({Piece.of_item(1): 1}, (), checked=False)
    needs = RentalRequest((big("HAPPY"), balloons(2))).needs
    assert [shortage(row.piece, row.needed) for row in stock.shortages(needs, JUNE[0], JUNE[0])] == ["2 balloons"]
