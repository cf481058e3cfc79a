"""Rates of lines and orders before the days are known: taken from a price list once, kept with an agreed price."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from marqueedesk.delivery.zones import Delivery
from marqueedesk.pricing.price_list import DEFAULT_COLOR, Charge, DamageWaiver, LetterPrice, PriceList, Rate, listed
from marqueedesk.pricing.sales_tax import NO_TAX_ADDRESS, Exemption, TaxAddress


@dataclass(frozen=True, slots=True)
class LineRates:
    """The cost of a line of letters before the days are known: taken from a price list once, and kept with what was
    agreed.
    """

    letter_count: int
    letters_cents: int
    """All of its letters together, for a day or for the event."""
    price_per_letter_cents: int
    """The price of its letters; where they differ in price, their average."""
    color: Rate
    """Per letter, once."""
    add_ons: tuple[Rate, ...] = ()
    """Per day."""

    def base_cents(self, charge: Charge, days: int) -> int:
        """The letters for these days."""
        return self.letters_cents * days if charge is Charge.DAY else self.letters_cents

    @property
    def color_cents(self) -> int:
        """The color of all letters."""
        return self.color.cents * self.letter_count

    def add_ons_cents(self, days: int) -> int:
        """The add-ons for these days."""
        return sum([row.cents for row in self.add_ons]) * days

    def total_cents(self, charge: Charge, days: int) -> int:
        """The line's own total."""
        return self.base_cents(charge, days) + self.color_cents + self.add_ons_cents(days)


@dataclass(frozen=True, slots=True)
class ItemRates:
    """The cost of a number of one item before the days are known."""

    quantity: int
    cents: int
    per: Charge
    is_taxable: bool = True

    def total_cents(self, charge: Charge, days: int) -> int:
        """The line's own total. The charge for letters (by day or event) does not matter."""
        del charge
        return self.quantity * self.cents * (days if self.per is Charge.DAY else 1)


@dataclass(frozen=True, slots=True)
class PackageRates:
    """The cost of a package: ``cents`` for the booking, whatever its days; if that is None, the sum of its parts."""

    parts: tuple[LineRates | ItemRates, ...]
    cents: int | None

    def total_cents(self, charge: Charge, days: int) -> int:
        """The line's own total."""
        if self.cents is not None:
            return self.cents
        return sum([part.total_cents(charge, days) for part in self.parts])


AnyRates = LineRates | ItemRates | PackageRates
"""The cost of a line before the days are known."""


@dataclass(frozen=True, slots=True)
class OrderRates:
    """The rates of a whole order at one venue, or at none. Kept with what was agreed, as `LineRates`."""

    charge: Charge
    surcharge_cents: int
    """The venue's own surcharge and the one for its difficulty."""
    surcharge_basis_points: int
    """The surcharge that is a share of the base price."""
    minimum_order_cents: int
    delivery_fee_cents: int
    sales_tax_ppm: int
    """The tax in millionths: 8.875 % is 88750."""
    deposit_basis_points: int
    deposit_flat_cents: int
    """At most the total."""
    unverified_venue_deposit_cents: int
    """0 unless a venue was chosen that is not verified."""
    free_delivery_from_cents: int | None = None
    """The sum of lines, after the discount, from which the delivery costs nothing."""
    zone: str | None = None
    """The delivery zone that fee and minimum order come from."""
    delivery_is_open: bool = False
    """Whether the delivery's price is confirmed only after somebody has looked at the place."""
    waiver: DamageWaiver | None = None
    """The damage waiver that was offered, taken or not."""
    taxes_tips: bool = False
    tax_place: str | None = None
    """The place whose tax it is; None where one rate holds everywhere."""
    tax_is_open: bool = False
    """Whether the place, or its rate, is not known yet."""
    untaxed: tuple[str, ...] = ()
    """The kinds of lines that are sold without tax (`sales_tax.KINDS`)."""
    exemption: Exemption | None = None
    """Why its customer pays no tax, as long as that holds."""

    @property
    def is_taxed_by_place(self) -> bool:
        """Whether its tax is that of a place."""
        return self.tax_place is not None or self.tax_is_open


def line_rates(
    price_list: PriceList,
    *,
    size: str,
    letters: Mapping[str, int],
    color: str = DEFAULT_COLOR,
    add_ons: Collection[str] = (),
    letter_prices: Mapping[str, int] | None = None,
) -> LineRates:
    """Return a price list's rates for a line: ``letters`` maps each letter to how many are needed.

    ``letter_prices`` are the letters' own cents, used when the price list takes prices from the inventory. Raises
    NotOnPriceList for a size, color or add-on that the list does not have.
    """
    flat = listed("size", price_list.sizes, size).cents
    count = sum(letters.values())
    each, average = flat * count, flat
    if price_list.letter_price is LetterPrice.INVENTORY and letter_prices:
        each = sum([letter_prices.get(letter, flat) * number for letter, number in letters.items()])
        average = average_cents(each, count) if count else flat
    return LineRates(
        count,
        each,
        average,
        listed("color", price_list.colors, color),
        tuple([listed("add-on", price_list.add_ons, code) for code in add_ons]),
    )


def order_rates(
    price_list: PriceList,
    *,
    difficulty: str | None = None,
    venue_surcharge_cents: int = 0,
    venue_verified: bool = True,
    address: TaxAddress = NO_TAX_ADDRESS,
) -> OrderRates:
    """Return a price list's rates for an order at a venue; ``difficulty`` is None while no venue is chosen.

    ``address`` is that of the venue or another place, which finds its delivery zone and its sales tax.

    Raises NotOnPriceList for a difficulty that the list does not have.
    """
    chosen = difficulty is not None
    usual = Delivery(price_list.delivery_fee_cents)
    delivery = price_list.zones.delivery(address.zip_code, usual.fee_cents) or usual
    tax = price_list.sales_tax.tax(address, price_list.sales_tax_ppm)
    return OrderRates(
        charge=price_list.charge,
        surcharge_cents=venue_surcharge_cents
        + (listed("difficulty", price_list.difficulties, difficulty).cents if difficulty is not None else 0),
        surcharge_basis_points=price_list.venue_surcharge_basis_points if chosen else 0,
        minimum_order_cents=max(price_list.minimum_order_cents, delivery.minimum_order_cents),
        delivery_fee_cents=delivery.fee_cents,
        sales_tax_ppm=tax.ppm,
        deposit_basis_points=price_list.deposit_basis_points,
        deposit_flat_cents=price_list.deposit_flat_cents,
        unverified_venue_deposit_cents=price_list.unverified_venue_deposit_cents
        if chosen and not venue_verified
        else 0,
        free_delivery_from_cents=delivery.free_above_cents,
        zone=delivery.zone,
        delivery_is_open=delivery.is_open,
        waiver=price_list.waiver,
        taxes_tips=price_list.tips is not None and price_list.tips.is_taxable,
        tax_place=tax.place,
        tax_is_open=tax.is_open,
        untaxed=price_list.sales_tax.untaxed,
    )


def average_cents(cents: int, count: int) -> int:
    """Answer a share of cents that come to ``count`` letters, rounded half up (rule M3)."""
    return (2 * cents + count) // (2 * count)
