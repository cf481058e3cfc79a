"""Current prices of the lines and the order of a rental, from the operator's price list. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marqueedesk.availability.stock import letter_prices
from marqueedesk.pricing.price_list import Charge, LetterPrice, PriceList, PriceListDocument, default_price_list
from marqueedesk.pricing.rates import AnyRates, ItemRates, LineRates, OrderRates, PackageRates, line_rates, order_rates
from marqueedesk.pricing.sales_tax import NO_TAX_ADDRESS, TaxAddress
from marqueedesk.rentals.lines import ItemLine, LettersLine, Line, PackageLine
from marqueedesk.rentals.rental_request import RentalVenue


@dataclass(frozen=True, slots=True)
class TodaysPrices:
    """Data for current prices: the operator's list, the letters' own prices, and the chosen venue.

    ``stock`` has the rows of availability.stock_queries.stock_rows.
    """

    price_list: PriceList
    stock: Sequence[list[Any]] = ()
    venue: RentalVenue | None = None
    address: TaxAddress = NO_TAX_ADDRESS
    """Address of a location that isn't a venue."""

    def line(self, line: Line) -> AnyRates:
        """Return the list's rates for a line. Raises NotOnPriceList."""
        if isinstance(line, PackageLine):
            return PackageRates(tuple([self.part(part) for part in line.parts]), line.cents)
        return self.part(line)

    def part(self, line: LettersLine | ItemLine) -> LineRates | ItemRates:
        """Return the list's rates for a line that isn't a package. Raises NotOnPriceList."""
        if isinstance(line, ItemLine):
            return ItemRates(line.quantity, line.cents, Charge(line.per), line.is_taxable)
        own = self.price_list.letter_price is LetterPrice.INVENTORY
        return line_rates(
            self.price_list,
            size=line.size,
            letters=line.needed,
            color=line.color,
            add_ons=line.add_ons,
            letter_prices=letter_prices(line.size, line.finish, self.stock) if own else None,
        )

    def order(self) -> OrderRates:
        """Return the list's rates for the order. Raises NotOnPriceList."""
        venue = self.venue
        if venue is None:
            return order_rates(self.price_list, address=self.address)
        return order_rates(
            self.price_list,
            difficulty=venue.difficulty,
            venue_surcharge_cents=venue.surcharge_cents,
            venue_verified=venue.is_verified,
            address=venue.tax_address,
        )


def price_list_of(document: PriceListDocument | None, currency: str) -> PriceList:
    """Parse an operator's price list. Without a stored one, the specification's defaults apply (P2)."""
    return default_price_list(currency) if document is None else PriceList.from_json(document)
