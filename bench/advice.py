"""Earnings of the buying advice in unseen years, compared with buying one more of each missed letter.

Each year is generated: 300 requests for popular signs, most of them for weekends of the season. The advice is computed
from one year and evaluated on another of the same business: for one business with two kinds of stock, and for the
median of eight generated businesses (bench.businesses).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import date, timedelta
from random import Random
from statistics import fmean, median

from bench.businesses import LETTERS, REQUESTS, BenchBusiness, a_business
from marqueedesk.availability.models import StoredShortage
from marqueedesk.inventory.pieces import Piece
from marqueedesk.reports.buying import Buyer, by_frequency
from marqueedesk.reports.letters import RefusedRequest, missed
from marqueedesk.reports.replay import History, RentalRequested, Years

SIGNS = (
    ("LOVE", 14),
    ("MR & MRS", 14),
    ("MARRY ME", 9),
    ("BABY", 9),
    ("OH BABY", 6),
    ("PROM 2027", 5),
    ("CLASS OF 2027", 5),
    ("I DO", 4),
    ("SWEET 16", 5),
    ("HAPPY 30TH", 4),
    ("HAPPY 40TH", 4),
    ("HAPPY 50TH", 3),
    ("FOREVER", 3),
    ("PARTY", 3),
    ("JOY", 3),
    ("QUINCE", 3),
)
NAMES = ("EMMA", "LIAM", "OLIVIA", "NOAH", "AVA", "MIA", "LUCAS", "ELLA", "LEO", "ZOE", "SOFIA", "JACK")
COST = 35_000
YEARS = 12
KNOWN = 30
BUSINESSES = range(8)
BUDGET = 350_000
YEARS_OF_EACH, KNOWN_OF_EACH = 6, 16


def a_year(seed: int) -> list[RentalRequested]:
    """Return a year of requests in order of arrival: 4 ft signs for one or two days, at $25 per letter and day."""
    draw = Random(seed)
    texts, weights = [sign for sign, _ in SIGNS], [weight for _, weight in SIGNS]
    rows: list[RentalRequested] = []
    for _ in range(REQUESTS):
        text = draw.choices(texts, weights)[0] if draw.random() < 0.8 else " & ".join(draw.sample(NAMES, 2))
        needs: dict[Piece, int] = {}
        for letter in text.replace(" ", ""):
            needs[Piece("4ft", letter)] = needs.get(Piece("4ft", letter), 0) + 1
        week = min(51, max(0, round(draw.gauss(24, 11))))
        first = date(2026, 1, 1) + timedelta(days=7 * week + draw.choice([1, 2, 2, 2, 3, 4]))
        days = draw.choice([1, 1, 2])
        cents = 2500 * sum(needs.values()) * days
        rows.append(RentalRequested(needs, first, first + timedelta(days=days - 1), cents, text))
    return rows


def one_more(owned: dict[Piece, int], asked: Sequence[RentalRequested], budget: int) -> dict[Piece, int]:
    """Return the purchase by the missed letters report: one more of those that would have earned most, within the
    budget.
    """
    held: list[RentalRequested] = []
    refused: list[RefusedRequest] = []
    for row in asked:
        short = [
            StoredShortage(letter=piece.letter, size=piece.size, finish="", needed=count, free=max(0, free))
            for piece, count in row.needs.items()
            if (free := owned.get(piece, 0) - _taken(held, piece, row)) < count
        ]
        if short:
            refused.append(RefusedRequest("4ft", short, row.first, row.last, row.cents))
        else:
            held.append(row)
    bought: dict[Piece, int] = {}
    for found in missed(refused):
        if found.one_more_cents > 0 and (len(bought) + 1) * COST <= budget:
            bought[found.piece] = 1
    return bought


def _taken(held: Sequence[RentalRequested], piece: Piece, row: RentalRequested) -> int:
    span = range((row.last - row.first).days + 1)
    days = [row.first + timedelta(days=at) for at in span]
    return max(sum(one.needs.get(piece, 0) for one in held if one.first <= day <= one.last) for day in days)


@dataclass(frozen=True)
class Compared:
    """Average earnings of each advice in unseen years, in cents.

    ``known`` is the purchase based on `KNOWN` further years of demand: an upper bound for any advice. ``hindsight`` is
    the purchase based on the evaluated year itself.
    """

    owned: float
    advice: float
    one_more: float
    frequency: float
    known: float
    hindsight: float

    @property
    def times(self) -> tuple[float, float, float]:
        """Return the earnings of the advice, of ``known`` and of ``hindsight`` as multiples of those of buying one more
        of each missed letter.
        """
        least = max(1.0, self.one_more)
        return self.advice / least, self.known / least, self.hindsight / least


def compare(
    business: BenchBusiness, budget: int, years: int, further: int, middle: Callable[[Sequence[int]], float]
) -> Compared:
    """Compare the strategies: compute each from one of several years, and evaluate it on the next. The demand for
    ``known`` is estimated from ``further`` years.
    """
    owned = business.owned
    others = [History(owned, business.year(10_000 + seed)) for seed in range(further)]
    known = Buyer(others[0], {}, COST, budget, years=Years(others)).advise().purchase
    rows: list[tuple[int, ...]] = []
    for seed in range(years):
        learned, unseen = business.year(2 * seed), History(owned, business.year(2 * seed + 1))
        buyer = Buyer(History(owned, learned), {}, COST, budget)
        rows.append(
            (
                unseen.revenue_cents,
                unseen.gain(buyer.advise().purchase),
                unseen.gain(one_more(owned, learned, budget)),
                unseen.gain(by_frequency(buyer)),
                unseen.gain(known),
                unseen.gain(Buyer(unseen, {}, COST, budget, years=Years([unseen])).advise().purchase),
            )
        )
    return Compared(*[middle(column) for column in zip(*rows, strict=True)])


def usual_stock() -> dict[Piece, int]:
    """Return 71 pieces: two of most letters, three of E and O, one of the rare ones."""
    rare, many = "JQXZVUWKG", "EO"
    counts = {letter: 1 if letter in rare or letter.isdigit() else 3 if letter in many else 2 for letter in LETTERS}
    counts |= {"A": 3, "B": 3, "L": 3, "M": 4, "R": 5, "S": 3, "Y": 4, "P": 3, "0": 2, "2": 2}
    return {Piece("4ft", letter): count for letter, count in counts.items()}


def report() -> list[str]:
    """Return the lines of the report on the back test."""
    heads = ("owned", "advice", "one more", "most often", "known", "hindsight")
    lines = [f"{'stock':14} {'pieces':>6} {'budget':>7}" + "".join(f" {head:>10}" for head in heads)]
    one_of_each = {Piece("4ft", letter): 1 for letter in LETTERS}
    for name, owned, budget in (("usual stock", usual_stock(), BUDGET), ("one of each", one_of_each, 700_000)):
        business = BenchBusiness(name, owned, a_year)
        lines.append(_line(business, budget, compare(business, budget, YEARS, KNOWN, median)))
    found: list[Compared] = []
    for seed in BUSINESSES:
        business = a_business(seed)
        found.append(compare(business, BUDGET, YEARS_OF_EACH, KNOWN_OF_EACH, fmean))
        lines.append(_line(business, BUDGET, found[-1]))
    advice, known, hindsight = [median(column) for column in zip(*[one.times for one in found], strict=True)]
    lines.append(
        f"median of the {len(found)} businesses, times one more:"
        f" advice {advice:.2f}, known {known:.2f}, hindsight {hindsight:.2f}"
    )
    return lines


def _line(business: BenchBusiness, budget: int, found: Compared) -> str:
    return (
        f"{business.name:14} {sum(business.owned.values()):>6} {budget // 100:>7,}"
        + "".join(f" {getattr(found, row.name) / 100:>10,.0f}" for row in fields(found))
        + "  times one more: advice {:.2f}, known {:.2f}, hindsight {:.2f}".format(*found.times)
    )
