"""Rates of lines and orders before dates are known, taken from a price list once and stored with an agreed price."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from marqueedesk.delivery.zones import Delivery
from marqueedesk.kit.money import share
from marqueedesk.pricing.price_list import DEFAULT_COLOR, Charge, DamageWaiver, LetterPrice, PriceList, Rate, listed
from marqueedesk.pricing.sales_tax import NO_TAX_ADDRESS, Exemption, PlaceTax, TaxAddress


@dataclass(frozen=True, slots=True)
class LineRates:
    """Rates of a line of letters, taken from a price list once and stored with the agreed price."""

    letter_count: int
    letters_cents: int
    """Price of all letters in the line, per day or per event."""
    price_per_letter_cents: int
    """Price per letter, or the average if prices differ."""
    color: Rate
    """Color price per letter, charged once."""
    add_ons: tuple[Rate, ...] = ()
    """Add-on prices per day."""

    def base_cents(self, charge: Charge, days: int) -> int:
        """Compute the price of the letters for a number of days."""
        return self.letters_cents * days if charge is Charge.DAY else self.letters_cents

    @property
    def color_cents(self) -> int:
        """Compute the color price of all letters."""
        return self.color.cents * self.letter_count

    def add_ons_cents(self, days: int) -> int:
        """Compute the price of the add-ons for a number of days."""
        return sum([row.cents for row in self.add_ons]) * days

    def total_cents(self, charge: Charge, days: int) -> int:
        """Compute the line's total."""
        return self.base_cents(charge, days) + self.color_cents + self.add_ons_cents(days)


@dataclass(frozen=True, slots=True)
class ItemRates:
    """Rates of a quantity of one item."""

    quantity: int
    cents: int
    per: Charge
    is_taxable: bool = True

    def total_cents(self, charge: Charge, days: int) -> int:
        """Compute the line's total. How letters are charged (per day or per event) doesn't affect items."""
        del charge
        return self.quantity * self.cents * (days if self.per is Charge.DAY else 1)


@dataclass(frozen=True, slots=True)
class PackageRates:
    """Rates of a package: ``cents`` per booking regardless of its days, or None for the sum of its parts."""

    parts: tuple[LineRates | ItemRates, ...]
    cents: int | None

    def total_cents(self, charge: Charge, days: int) -> int:
        """Compute the line's total."""
        if self.cents is not None:
            return self.cents
        return sum([part.total_cents(charge, days) for part in self.parts])


AnyRates = LineRates | ItemRates | PackageRates
"""Rates of any line."""


@dataclass(frozen=True, slots=True)
class OrderRates:
    """Rates of a whole order, with or without a venue. Stored with the agreed price, like `LineRates`."""

    charge: Charge
    surcharge_cents: int
    """The venue's own surcharge plus the one for its difficulty."""
    surcharge_basis_points: int
    """Surcharge as a share of the base price."""
    minimum_order_cents: int
    delivery_fee_cents: int
    sales_tax_ppm: int
    """The tax in millionths: 8.875 % is 88750."""
    deposit_basis_points: int
    deposit_flat_cents: int
    """The deposit as an amount, limited to the total."""
    unverified_venue_deposit_cents: int
    """Deposit for an unverified venue; 0 if the selected venue is verified or there is none."""
    free_delivery_from_cents: int | None = None
    """Delivery is free if the lines less the discount come to at least this amount."""
    zone: str | None = None
    """Name of the delivery zone that sets the fee and minimum order."""
    delivery_is_open: bool = False
    """True if the delivery fee is only confirmed after the business reviews the location."""
    waiver: DamageWaiver | None = None
    """The damage waiver offered, whether or not the customer takes it."""
    taxes_tips: bool = False
    tax_place: str | None = None
    """The place whose tax applies; None if one rate applies everywhere."""
    tax_is_open: bool = False
    """True if the place or its rate is still unknown."""
    untaxed: tuple[str, ...] = ()
    """Untaxed kinds of lines (`sales_tax.KINDS`)."""
    exemption: Exemption | None = None
    """The customer's tax exemption, if it is valid."""
    includes_tax: bool = False
    """True if the rates include the sales tax; otherwise it is added."""
    step_cents: int = 1
    """The smallest amount of the currency, to which each line is rounded."""

    @property
    def is_taxed_by_place(self) -> bool:
        """Return true if the tax of a specific place applies."""
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
    """Return a price list's rates for a line. ``letters`` maps each letter to its quantity.

    ``letter_prices`` are prices of individual letters in cents, used if the price list takes prices from the inventory.
    Raises NotOnPriceList for a size, color or add-on that is not on the list.
    """
    flat = listed("size", price_list.sizes, size).cents
    count = sum(letters.values())
    each, average = flat * count, flat
    if price_list.letter_price is LetterPrice.INVENTORY and letter_prices:
        each = sum([letter_prices.get(letter, flat) * number for letter, number in letters.items()])
        average = average_cents(each, count, price_list.step_cents) if count else flat
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
    """Return a price list's rates for an order at a venue; ``difficulty`` is None without a venue.

    ``address`` is that of the venue or other location; it determines the delivery zone and the sales tax.

    Raises NotOnPriceList for a difficulty that is not on the list.
    """
    chosen = difficulty is not None
    usual = Delivery(price_list.delivery_fee_cents)
    delivery = price_list.zones.delivery(address.zip_code, usual.fee_cents) or usual
    small = price_list.is_small_business
    tax = PlaceTax(0) if small else price_list.sales_tax.tax(address, price_list.sales_tax_ppm)
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
        includes_tax=price_list.includes_tax,
        step_cents=price_list.step_cents,
    )


def average_cents(cents: int, count: int, step: int = 1) -> int:
    """Divide cents by ``count`` letters, rounded half up to the smallest amount of the currency (rule M3)."""
    return share(cents, 1, count, step)
