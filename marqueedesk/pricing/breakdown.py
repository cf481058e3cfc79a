"""The price of a rental: a pure function from plain values to a breakdown in integer cents.

No database, no clock, no floats. Each line is rounded only once, half up, when it is computed (rules P1-P4 and M3).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NotRequired, TypedDict

from marqueedesk.kit.money import share, units
from marqueedesk.pricing.price_list import BASIS_POINTS, DEFAULT_COLOR, MILLION, Charge, PriceList
from marqueedesk.pricing.rates import (
    AnyRates,
    ItemRates,
    LineRates,
    OrderRates,
    PackageRates,
    average_cents,
    line_rates,
    order_rates,
)
from marqueedesk.pricing.sales_tax import ADD_ONS, DELIVERY, EXTRAS, LETTERS, PACKAGES, SURCHARGE, WAIVER


class DiscountTooLarge(ValueError):
    """A discount exceeds the order; `order_cents` is the order's amount."""

    def __init__(self, order_cents: int) -> None:
        super().__init__("The discount exceeds the order")
        self.order_cents = order_cents


@dataclass(frozen=True, slots=True)
class Discount:
    """A discount on an order: either an amount in cents or a share in basis points; the other is 0."""

    cents: int = 0
    basis_points: int = 0


NO_DISCOUNT: Final = Discount()


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip: either an amount in cents or a share of the order in basis points; the other is 0."""

    cents: int = 0
    basis_points: int = 0


NO_TIP: Final = Tip()


class BreakdownWire(TypedDict):
    """`Breakdown` in API form, in currency units."""

    basePrice: float | int
    surcharge: float | int
    deposit: float | int
    addons: float | int
    colorCost: float | int
    total: float | int
    letterCount: int
    pricePerLetter: float | int
    days: int
    items: NotRequired[float | int]
    extras: NotRequired[float | int]
    discount: NotRequired[float | int]
    discountPercent: NotRequired[float | int]
    deliveryFee: NotRequired[float | int]
    minimumOrderAdjustment: NotRequired[float | int]
    damageWaiver: NotRequired[float | int]
    tax: NotRequired[float | int]
    tip: NotRequired[float | int]
    taxToConfirm: NotRequired[bool]
    taxExempt: NotRequired[bool]
    taxIncluded: NotRequired[bool]
    taxDeducted: NotRequired[float | int]


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A price in integer cents, itemized by line. The total is the sum of the lines less the discount; the deposit is a
    separate amount.
    """

    base_cents: int
    surcharge_cents: int
    color_cents: int
    add_ons_cents: int
    minimum_order_adjustment_cents: int
    delivery_fee_cents: int
    tax_cents: int
    total_cents: int
    deposit_cents: int
    letter_count: int
    price_per_letter_cents: int
    days: int
    # These have defaults because older stored prices have no extra lines or discounts.
    extras_cents: int = 0
    discount_cents: int = 0
    discount_basis_points: int = 0
    """The percentage behind `discount_cents`; 0 for a discount by amount."""
    items_cents: int = 0
    """Price of items, and of packages with a fixed price."""
    damage_waiver_cents: int = 0
    tip_cents: int = 0
    tax_is_open: bool = False
    """True if sales tax will be added once the place or its rate is known."""
    tax_exempt: bool = False
    """True if the customer is tax-exempt."""
    tax_included: bool = False
    """True if the lines include the tax; otherwise it is added to them."""
    tax_deducted_cents: int = 0
    """Tax included in the lines that an exempt customer doesn't pay."""
    step_cents: int = 1
    """The smallest amount of the currency, to which shares of this price are rounded."""

    @property
    def order_cents(self) -> int:
        """Return the amount a discount applies to: everything except the delivery fee, damage waiver, tax and tip."""
        added = self.delivery_fee_cents + self.damage_waiver_cents + self.tip_cents - self.tax_deducted_cents
        if not self.tax_included:
            added += self.tax_cents
        return self.total_cents - added + self.discount_cents

    def to_wire(self) -> BreakdownWire:
        """Return the breakdown in currency units, as integers if they are whole.

        Optional lines (extra lines, discount, delivery fee, minimum order, damage waiver, tax, tip) are included if
        they aren't zero.
        """
        wire: BreakdownWire = {
            "basePrice": units(self.base_cents),
            "surcharge": units(self.surcharge_cents),
            "deposit": units(self.deposit_cents),
            "addons": units(self.add_ons_cents),
            "colorCost": units(self.color_cents),
            "total": units(self.total_cents),
            "letterCount": self.letter_count,
            "pricePerLetter": units(self.price_per_letter_cents),
            "days": self.days,
        }
        if self.items_cents:
            wire["items"] = units(self.items_cents)
        if self.extras_cents:
            wire["extras"] = units(self.extras_cents)
        if self.discount_cents:
            wire["discount"] = units(self.discount_cents)
        if self.discount_basis_points:
            # ``units`` divides by 100, which also converts basis points to percent.
            wire["discountPercent"] = units(self.discount_basis_points)
        if self.delivery_fee_cents:
            wire["deliveryFee"] = units(self.delivery_fee_cents)
        if self.minimum_order_adjustment_cents:
            wire["minimumOrderAdjustment"] = units(self.minimum_order_adjustment_cents)
        if self.damage_waiver_cents:
            wire["damageWaiver"] = units(self.damage_waiver_cents)
        if self.tax_cents:
            wire["tax"] = units(self.tax_cents)
        if self.tip_cents:
            wire["tip"] = units(self.tip_cents)
        if self.tax_is_open:
            wire["taxToConfirm"] = True
        if self.tax_exempt:
            wire["taxExempt"] = True
        if self.tax_included and self.tax_cents:
            wire["taxIncluded"] = True
        if self.tax_deducted_cents:
            wire["taxDeducted"] = units(self.tax_deducted_cents)
        return wire


def price(
    lines: Sequence[AnyRates],
    order: OrderRates,
    days: int,
    *,
    extras: Sequence[int] = (),
    discount: Discount = NO_DISCOUNT,
    waiver: bool = False,
    tip: Tip = NO_TIP,
    is_exempt: bool = False,
) -> Breakdown:
    """Compute the price of lines for a number of rental days (rules P1 to P4; specification, section 9).

    ``extras`` are the amounts of custom lines. ``waiver`` is true if the customer takes the damage waiver, if one is
    offered, and ``is_exempt`` if the customer is tax-exempt.

    Computed in this order: base, color (per letter, once), add-ons (per day), items, surcharge, extras; an adjustment
    up to the minimum order; the discount off all of these, which gives the order; the damage waiver, a share of the
    order or an amount; the delivery fee, unless the lines qualify for free delivery; sales tax on the result, except
    for untaxed items and kinds of lines, which bear their share of the discount; the tip, which is taxed only if the
    business chose so and is not part of any deposit. If the prices include the tax, it is taken out of the taxed part
    as a whole instead of being added, and an exempt customer doesn't pay it. If both a deposit for every booking and
    one for an unverified venue apply, the higher one is charged, not their sum.

    Raises DiscountTooLarge if a discount exceeds the amount it applies to.
    """
    by_the_letter, letter_count, items_cost, _ = _sums(lines, order.charge, days)
    base = sum([line.base_cents(order.charge, days) for line in by_the_letter])
    color_cost = sum([line.color_cents for line in by_the_letter])
    add_ons_cost = sum([line.add_ons_cents(days) for line in by_the_letter])
    step = order.step_cents
    surcharge = order.surcharge_cents + share(base, order.surcharge_basis_points, BASIS_POINTS, step)
    extra_lines = sum(extras)
    owed = base + color_cost + add_ons_cost + items_cost + surcharge + extra_lines
    adjustment = max(0, order.minimum_order_cents - owed)
    owed += adjustment
    off = discount.cents + share(owed, discount.basis_points, BASIS_POINTS, step)
    if off > owed:
        raise DiscountTooLarge(owed)
    # The rented goods alone, without surcharges for the location.
    rented = base + color_cost + add_ons_cost + items_cost + extra_lines - off
    is_free = order.free_delivery_from_cents is not None and rented >= order.free_delivery_from_cents
    delivery_fee = 0 if is_free else order.delivery_fee_cents
    waiver_cents = 0
    if order.waiver and waiver:
        waiver_cents = order.waiver.cents + share(owed - off, order.waiver.basis_points, BASIS_POINTS, step)
    tip_cents = share(tip.cents, 1, 1, step) + share(owed - off, tip.basis_points, BASIS_POINTS, step)
    untaxed = owed - off + waiver_cents + delivery_fee
    figures = Breakdown(
        base_cents=base,
        surcharge_cents=surcharge,
        color_cents=color_cost,
        add_ons_cents=add_ons_cost,
        minimum_order_adjustment_cents=adjustment,
        delivery_fee_cents=delivery_fee,
        tax_cents=0,
        total_cents=untaxed + tip_cents,
        deposit_cents=0,
        letter_count=letter_count,
        price_per_letter_cents=_price_per_letter(by_the_letter, step),
        days=days,
        extras_cents=extra_lines,
        discount_cents=off,
        discount_basis_points=discount.basis_points,
        items_cents=items_cost,
        damage_waiver_cents=waiver_cents,
        tip_cents=tip_cents,
        tax_is_open=order.tax_is_open and not is_exempt,
        tax_exempt=is_exempt,
        tax_included=order.includes_tax,
        step_cents=step,
    )
    taxable = _taxable(figures, lines, order)
    tax = (included_tax if order.includes_tax else added_tax)(taxable, order.sales_tax_ppm, step)
    deducted = tax if is_exempt and order.includes_tax else 0
    if is_exempt:
        tax = 0
    before_tip = untaxed - deducted + (0 if order.includes_tax else tax)
    return replace(
        figures,
        tax_cents=tax,
        tax_deducted_cents=deducted,
        total_cents=before_tip + tip_cents,
        deposit_cents=max(
            share(before_tip, order.deposit_basis_points, BASIS_POINTS, step),
            min(order.deposit_flat_cents, before_tip),
            order.unverified_venue_deposit_cents,
        ),
    )


def taxable_cents(figures: Breakdown, lines: Sequence[AnyRates], order: OrderRates | None) -> int:
    """Return the taxed part of a price in cents, without the tax; 0 without tax.

    Without ``order``, for a price from before rates were stored, everything except the tax itself is taxed.
    """
    included = figures.tax_cents if figures.tax_included else 0
    return taxed_lines_cents(figures, lines, order) - included if figures.tax_cents else 0


def taxed_lines_cents(figures: Breakdown, lines: Sequence[AnyRates], order: OrderRates | None) -> int:
    """Return the taxed part of a price's lines in cents, with the tax if they include it; 0 without tax.

    Lines with a tax that an exempt customer doesn't pay count as taxed.
    """
    if not (figures.tax_cents or figures.tax_deducted_cents):
        return 0
    if order is None:
        return figures.total_cents - figures.tax_cents - figures.tip_cents
    return _taxable(figures, lines, order)


def added_tax(cents: int, ppm: int, step: int) -> int:
    """Return the tax on an amount without tax, rounded half up to a multiple of ``step``."""
    return share(cents, ppm, MILLION, step)


def included_tax(cents: int, ppm: int, step: int) -> int:
    """Return the tax included in an amount with tax, rounded half up to a multiple of ``step``."""
    return share(cents, ppm, MILLION + ppm, step)


def net_part(figures: Breakdown, order: OrderRates | None, kind: str, cents: int) -> int:
    """Return one kind of lines (`sales_tax.KINDS`) without the tax that is included in it, each rounded on its own."""
    if not figures.tax_included or order is None or kind in order.untaxed:
        return cents
    return cents - included_tax(cents, order.sales_tax_ppm, figures.step_cents)


def tax_in(figures: Breakdown, cents: int) -> int:
    """Return the sales tax included in ``cents`` of a price, rounded half up."""
    return share_of(figures.tax_cents, cents, figures.total_cents, figures.step_cents)


def share_of(part: int, cents: int, whole: int, step: int = 1) -> int:
    """Return a part's share of ``cents`` out of ``whole``, rounded half up to a multiple of ``step``; 0 if ``whole``
    is 0.
    """
    return share(cents, part, whole, step) if whole > 0 else 0


def _taxable(figures: Breakdown, lines: Sequence[AnyRates], order: OrderRates) -> int:
    """Compute the taxed part of a price: everything except untaxed items and kinds of lines, less their share of the
    discount.
    """
    owed, off = figures.order_cents, figures.discount_cents
    exempt = _sums(lines, order.charge, figures.days)[3]
    if order.untaxed:
        in_order = {
            LETTERS: figures.base_cents + figures.color_cents + figures.minimum_order_adjustment_cents,
            ADD_ONS: figures.add_ons_cents,
            PACKAGES: sum([line.cents or 0 for line in lines if isinstance(line, PackageRates)]),
            SURCHARGE: figures.surcharge_cents,
            EXTRAS: figures.extras_cents,
        }
        exempt += sum([in_order.get(kind, 0) for kind in order.untaxed])
    if exempt:
        exempt -= share(off, exempt, owed, figures.step_cents)
    taxed = owed - off - exempt
    if DELIVERY not in order.untaxed:
        taxed += figures.delivery_fee_cents
    if WAIVER not in order.untaxed:
        taxed += figures.damage_waiver_cents
    if order.taxes_tips:
        taxed += figures.tip_cents
    return max(0, taxed)


def _sums(lines: Sequence[AnyRates], charge: Charge, days: int) -> tuple[list[LineRates], int, int, int]:
    """Return the letter lines without a fixed price, the total number of letters, and the price of items and
    fixed-price packages with its untaxed part, both in cents.
    """
    letters: list[LineRates] = []
    count, items_cost, exempt = 0, 0, 0
    for line in lines:
        if isinstance(line, LineRates):
            letters.append(line)
            count += line.letter_count
        elif isinstance(line, ItemRates):
            items_cost += line.total_cents(charge, days)
            exempt += 0 if line.is_taxable else line.total_cents(charge, days)
        elif line.cents is None:
            more = _sums(line.parts, charge, days)
            letters += more[0]
            count, items_cost, exempt = count + more[1], items_cost + more[2], exempt + more[3]
        else:
            items_cost += line.cents
            count += sum([part.letter_count for part in line.parts if isinstance(part, LineRates)])
    return letters, count, items_cost, exempt


def breakdown(
    price_list: PriceList,
    *,
    size: str,
    letters: Mapping[str, int],
    days: int,
    color: str = DEFAULT_COLOR,
    add_ons: Collection[str] = (),
    difficulty: str | None = None,
    venue_surcharge_cents: int = 0,
    venue_verified: bool = True,
    letter_prices: Mapping[str, int] | None = None,
    extras: Sequence[int] = (),
    discount: Discount = NO_DISCOUNT,
) -> Breakdown:
    """Compute the `price` of a single line by a price list; see `line_rates`, `order_rates` and `price` for the
    parameters.
    """
    line = line_rates(price_list, size=size, letters=letters, color=color, add_ons=add_ons, letter_prices=letter_prices)
    order = order_rates(
        price_list,
        difficulty=difficulty,
        venue_surcharge_cents=venue_surcharge_cents,
        venue_verified=venue_verified,
    )
    return price([line], order, days, extras=extras, discount=discount)


def _price_per_letter(lines: Sequence[LineRates], step: int) -> int:
    """Return the price per letter that a breakdown shows."""
    if len(lines) == 1:
        return lines[0].price_per_letter_cents
    count = sum([line.letter_count for line in lines])
    return average_cents(sum([line.letters_cents for line in lines]), count, step) if count else 0
