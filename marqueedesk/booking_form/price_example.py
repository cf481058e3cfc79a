"""A worked example of a business's prices, also before they are saved."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from marqueedesk.pricing.breakdown import Breakdown, price
from marqueedesk.pricing.price_list import AddOn, PriceList, Size
from marqueedesk.pricing.rates import line_rates, order_rates

EXAMPLE_MESSAGE: Final = "LOVE"
EXAMPLE_DIFFICULTY: Final = "moderate"
_SATURDAY: Final = 5


@dataclass(frozen=True, slots=True)
class PriceExample:
    """A rental for one day with the price that a customer would be quoted."""

    size: Size
    day: date
    add_ons: tuple[AddOn, ...]
    breakdown: Breakdown


def price_example(price_list: PriceList, today: date) -> PriceExample:
    """Price a typical rental: one word in the largest size on the next Saturday, with the first add-on that lights the
    letters, at a moderate venue that is not verified. The charges that surprise customers most are part of it.
    """
    size = max(price_list.sizes, key=lambda row: row.height_inches)
    add_ons = tuple([row for row in price_list.add_ons if row.lights][:1])
    letters = {letter: EXAMPLE_MESSAGE.count(letter) for letter in EXAMPLE_MESSAGE}
    line = line_rates(price_list, size=size.code, letters=letters, add_ons=[row.code for row in add_ons])
    order = order_rates(price_list, difficulty=EXAMPLE_DIFFICULTY, venue_verified=False)
    waiver = price_list.waiver is not None and price_list.waiver.opt_out
    day = today + timedelta(days=(_SATURDAY - today.weekday()) % 7 or 7)
    return PriceExample(size, day, add_ons, price([line], order, 1, waiver=waiver))
