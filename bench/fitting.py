"""Time to find alternatives for a sign that is short of letters."""

from statistics import median
from typing import Any

from bench.goods import milliseconds
from bench.machine import Product
from tests.support.api import Api

ROUNDS = 40
BOOKED = 200
_ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&"
_DAYS = {"deliveryDate": "2028-06-07", "pickupDate": "2028-06-09"}
_WANTED = [
    {"kind": "letters", "text": "HAPPY 30TH BIRTHDAY", "size": "4ft"},
    {"kind": "letters", "text": "MR & MRS 69", "size": "4ft"},
]


def measure(product: Product) -> float:
    """Return the milliseconds that alternatives add to an operator's estimate: the median of one that does not fit
    minus the median of one that does. Includes finding conflicting bookings.
    """
    product.add_operators(1)
    operator = product.operators[0]
    _fill(operator)
    assert len(operator.estimate(lines=_WANTED, **_DAYS)["offers"]) > 2
    short = [_ask(operator, _WANTED) for _ in range(ROUNDS)]
    free = [_ask(operator, [{"kind": "letters", "text": "LOVE", "size": "4ft"}]) for _ in range(ROUNDS)]
    return median(short) - median(free)


def _fill(operator: Api) -> None:
    """Add stock in two sizes, all kinds of alternatives, and bookings around the dates."""
    owned = {(row["letter"], row["size"]) for row in operator.get("/api/inventory").json()}
    for size in ("4ft", "2ft"):
        operator.add_letters("".join(one for one in _ROWS if (one, size) not in owned), quantity=4, size=size)
    operator.set_rules(
        turnedLetters=[{"pair": "6/9", "sizes": ["4ft", "2ft"]}, {"pair": "W/M", "sizes": ["4ft"]}],
        shorterWordings=[{"long": "HAPPY 30TH BIRTHDAY", "short": "HAPPY 30TH"}],
    )
    for number in range(BOOKED):
        day = f"2028-06-{1 + number % 30:02}"
        operator.try_to_book(message="LOVE" if number % 2 else "WOW", deliveryDate=day, pickupDate=day)
    for _ in range(2):
        operator.book(message="HAPPY 9 MR MRS", deliveryDate="2028-06-08", pickupDate="2028-06-08")


def _ask(operator: Api, lines: list[dict[str, Any]]) -> float:
    return milliseconds(lambda: operator.estimate(lines=lines, **_DAYS))
