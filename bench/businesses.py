"""Generated businesses, each with its own mix of signs, season and letters, and their yearly requests.

A business is generated from its seed alone. Its stock is a full set of letters plus more for the demand of an earlier
year, weighted by the owner's taste, as if the owner bought by intuition.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from marqueedesk.inventory.pieces import Piece
from marqueedesk.reports.replay import RentalRequested

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ&0123456789"
SIZE = "4ft"
REQUESTS = 300
PIECES = 71
CENTS = 2500
"""Price per letter and day."""


@dataclass(frozen=True)
class BenchBusiness:
    """A business's stock, and its requests in the year of a seed, in order of arrival."""

    name: str
    owned: dict[Piece, int]
    year: Callable[[int], list[RentalRequested]]


@dataclass(frozen=True)
class _Occasion:
    """An occasion for renting a sign: its share of all requests, its weeks in the year, and its signs.

    The most common signs come first. ``names`` is the share of signs with names.
    """

    share: float
    week: float | None
    weeks: float
    names: float
    couples: bool
    signs: tuple[str, ...]


_OCCASIONS = (
    _Occasion(
        0.42,
        26,
        10,
        0.25,
        True,
        (
            "LOVE",
            "MR & MRS",
            "MARRY ME",
            "I DO",
            "FOREVER",
            "JUST MARRIED",
            "BETTER TOGETHER",
            "ALWAYS",
            "YES",
            "BRIDE",
        ),
    ),
    _Occasion(
        0.22,
        None,
        0,
        0.15,
        False,
        (
            "HAPPY 30TH",
            "HAPPY BIRTHDAY",
            "HAPPY 40TH",
            "SWEET 16",
            "HAPPY 50TH",
            "QUINCE",
            "ONE",
            "HAPPY 21ST",
            "30",
            "40",
            "50",
            "XV",
            "HAPPY 60TH",
        ),
    ),
    _Occasion(
        0.14,
        None,
        0,
        0.2,
        False,
        ("BABY", "OH BABY", "BABY GIRL", "BABY BOY", "BOY OR GIRL", "HE OR SHE", "WELCOME BABY"),
    ),
    _Occasion(
        0.12, 20, 3, 0.05, False, ("PROM 2027", "CLASS OF 2027", "GRAD 2027", "CONGRATS", "SENIORS", "HOMECOMING")
    ),
    _Occasion(
        0.10,
        None,
        0,
        0.1,
        False,
        ("PARTY", "CHEERS", "DANCE", "GALA", "WELCOME", "HELLO", "SHINE", "VEGAS", "OPEN", "SALE", "TEAM"),
    ),
    _Occasion(0.06, -2, 2, 0, False, ("JOY", "NOEL", "MERRY", "PEACE", "2027", "HAPPY NEW YEAR")),
)
# fmt: off
_NAMES = (
    "EMMA", "LIAM", "OLIVIA", "NOAH", "AVA", "MIA", "LUCAS", "ELLA", "LEO", "ZOE", "SOFIA", "JACK", "MASON",
    "CHLOE", "ETHAN", "GRACE", "HENRY", "LILY", "JAMES", "NORA", "OWEN", "RUBY", "CALEB", "HANNAH", "DYLAN",
    "SARAH", "KEVIN", "JESSICA", "BRIAN", "MARIA", "DIEGO", "LUCIA", "CARLOS", "ANA", "KYLE", "AMBER",
    "VICTOR", "QUINN", "XAVIER", "JULIET",
)
# fmt: on


def a_business(seed: int) -> BenchBusiness:
    """Generate a business from a seed."""
    draw = Random(f"business {seed}")
    shares = [occasion.share * draw.lognormvariate(0, 0.5) for occasion in _OCCASIONS]
    # Zipf distribution: the n-th sign is about 1/n as frequent as the first, and each business has its own order.
    weights = [[draw.lognormvariate(0, 0.7) / (1 + at) for at in range(len(occasion.signs))] for occasion in _OCCASIONS]
    moved = draw.gauss(0, 3)
    names = draw.uniform(0.5, 1.5)
    weekend, two_days = draw.uniform(0.6, 0.9), draw.uniform(0.2, 0.5)

    def a_request(draw: Random) -> RentalRequested:
        at = draw.choices(range(len(_OCCASIONS)), shares)[0]
        occasion = _OCCASIONS[at]
        if draw.random() < occasion.names * names:
            text = " & ".join(draw.sample(_NAMES, 2 if occasion.couples else 1))
        else:
            text = draw.choices(occasion.signs, weights[at])[0]
        week = draw.uniform(0, 52) if occasion.week is None else draw.gauss(occasion.week + moved, occasion.weeks)
        weekday = draw.choice([4, 5, 5, 5, 6]) if draw.random() < weekend else draw.choice([0, 1, 2, 3])
        days = 2 if draw.random() < two_days else 1
        # January 5, 2026 is a Monday.
        first = date(2026, 1, 5) + timedelta(days=7 * (int(week) % 52) + weekday)
        needs: dict[Piece, int] = {}
        for letter in text.replace(" ", ""):
            needs[Piece(SIZE, letter)] = needs.get(Piece(SIZE, letter), 0) + 1
        return RentalRequested(needs, first, first + timedelta(days=days - 1), CENTS * sum(needs.values()) * days, text)

    def a_year(year: int) -> list[RentalRequested]:
        draw = Random(f"business {seed}, year {year}")
        return [a_request(draw) for _ in range(REQUESTS)]

    return BenchBusiness(f"business {seed}", _owned(draw, a_year(-1)), a_year)


def _owned(draw: Random, earlier: list[RentalRequested]) -> dict[Piece, int]:
    asked = dict.fromkeys(LETTERS, 0)
    for row in earlier:
        for piece, count in row.needs.items():
            asked[piece.letter] += count
    liked = [asked[letter] * draw.lognormvariate(0, 0.5) for letter in LETTERS]
    owned = {Piece(SIZE, letter): 1 for letter in LETTERS}
    for letter in draw.choices(LETTERS, liked, k=PIECES - len(LETTERS)):
        owned[Piece(SIZE, letter)] += 1
    return owned
