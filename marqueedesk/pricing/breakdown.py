"""The price of a rental: one pure function from plain values to a breakdown in integer cents.

No database, no clock, no float. Each line is rounded once, half up, where it is made (rules P1-P4 and M3).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from marqueedesk.kit.money import units
from marqueedesk.pricing.price_list import BASIS_POINTS, Charge, LetterPrice, PriceList, Rate, rate

DEFAULT_COLOR: Final = "standard"
"""The colour option that is included (specification, section 9)."""


class NotOnPriceList(ValueError):
    """A choice that the operator's price list does not have; `choice` and `code` say which."""

    def __init__(self, choice: str, code: str) -> None:
        """Name the kind of choice ("size", "color", "add-on", "difficulty") and the code that was asked for."""
        super().__init__(f"The price list has no {choice} “{code}”")
        self.choice = choice
        self.code = code


class DiscountTooLarge(ValueError):
    """A discount is more than the order that it is taken off; `order_cents` says how much that is."""

    def __init__(self, order_cents: int) -> None:
        super().__init__("The discount is larger than what it is taken off")
        self.order_cents = order_cents


@dataclass(frozen=True, slots=True)
class Discount:
    """What is taken off an order: an amount in cents, or a share in basis points. One of the two is 0."""

    cents: int = 0
    basis_points: int = 0


NO_DISCOUNT: Final = Discount()


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A price in integer cents, line by line. The total is the sum of its lines, the discount taken off; the deposit
    stands beside it.
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
    # With defaults: what was stored before there were extra lines and discounts has none.
    extras_cents: int = 0
    discount_cents: int = 0
    discount_basis_points: int = 0
    """The share that `discount_cents` came from; 0 for a discount that was given as an amount."""

    @property
    def order_cents(self) -> int:
        """What a discount is taken off: everything but delivery fee and tax."""
        return self.total_cents - self.tax_cents - self.delivery_fee_cents + self.discount_cents

    def to_wire(self) -> dict[str, Any]:
        """Answer the breakdown in currency units, whole numbers where they are whole.

        The lines that only some prices have (extra lines, discount, delivery fee, minimum order, tax) are there when
        they are not zero.
        """
        wire: dict[str, Any] = {
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
        if self.extras_cents:
            wire["extras"] = units(self.extras_cents)
        if self.discount_cents:
            wire["discount"] = units(self.discount_cents)
        if self.discount_basis_points:
            # A basis point is to a percent what a cent is to a unit.
            wire["discountPercent"] = units(self.discount_basis_points)
        if self.delivery_fee_cents:
            wire["deliveryFee"] = units(self.delivery_fee_cents)
        if self.minimum_order_adjustment_cents:
            wire["minimumOrderAdjustment"] = units(self.minimum_order_adjustment_cents)
        if self.tax_cents:
            wire["tax"] = units(self.tax_cents)
        return wire


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
    """Answer the price of these letters for these rental days (rules P1 to P4; specification, section 9).

    letters maps each letter to how many are needed, letter_prices to its own cents (used when the price list takes
    prices from the inventory). difficulty is the chosen venue's, None while no venue is chosen: then there is neither
    a difficulty surcharge nor a deposit for an unverified venue. venue_surcharge_cents is the venue's own surcharge.

    extras are the amounts of an operator's own lines.

    In this order: base, colour (per letter, once), add-ons (per day), surcharge, extras; an adjustment up to the
    minimum order; the discount off all of these; the delivery fee; sales tax on what is left. A deposit that is asked
    of every booking and the one for an unverified venue do not add up: the higher one counts.

    Raises NotOnPriceList for a size, colour, add-on or difficulty that the price list does not have, and
    DiscountTooLarge for a discount that is more than what it is taken off.
    """
    letter_count = sum(letters.values())
    flat = _cents("size", price_list.sizes, size)
    if price_list.letter_price is LetterPrice.INVENTORY and letter_prices:
        each = sum([letter_prices.get(letter, flat) * count for letter, count in letters.items()])
        # Letters may differ in price; the one figure that the breakdown has for them is their average.
        price_per_letter = (2 * each + letter_count) // (2 * letter_count) if letter_count else flat
    else:
        each = flat * letter_count
        price_per_letter = flat
    base = each * days if price_list.charge is Charge.DAY else each

    color_cost = _cents("color", price_list.colors, color) * letter_count
    add_ons_cost = sum([_cents("add-on", price_list.add_ons, code) for code in add_ons]) * days
    surcharge = venue_surcharge_cents
    if difficulty is not None:
        surcharge += _cents("difficulty", price_list.difficulties, difficulty)
        surcharge += _share(base, price_list.venue_surcharge_basis_points)

    extra_lines = sum(extras)
    order = base + color_cost + add_ons_cost + surcharge + extra_lines
    adjustment = max(0, price_list.minimum_order_cents - order)
    order += adjustment
    off = discount.cents + _share(order, discount.basis_points)
    if off > order:
        raise DiscountTooLarge(order)
    untaxed = order - off + price_list.delivery_fee_cents
    tax = _share(untaxed, price_list.sales_tax_basis_points)
    total = untaxed + tax

    deposit = max(_share(total, price_list.deposit_basis_points), min(price_list.deposit_flat_cents, total))
    if difficulty is not None and not venue_verified:
        deposit = max(deposit, price_list.unverified_venue_deposit_cents)

    return Breakdown(
        base_cents=base,
        surcharge_cents=surcharge,
        color_cents=color_cost,
        add_ons_cents=add_ons_cost,
        minimum_order_adjustment_cents=adjustment,
        delivery_fee_cents=price_list.delivery_fee_cents,
        tax_cents=tax,
        total_cents=total,
        deposit_cents=deposit,
        letter_count=letter_count,
        price_per_letter_cents=price_per_letter,
        days=days,
        extras_cents=extra_lines,
        discount_cents=off,
        discount_basis_points=discount.basis_points,
    )


def _cents(choice: str, rows: Sequence[Rate], code: str) -> int:
    row = rate(rows, code)
    if row is None:
        raise NotOnPriceList(choice, code)
    return row.cents


def _share(cents: int, basis_points: int) -> int:
    """Answer a share of a non-negative amount, rounded half up (rule M3)."""
    return (cents * basis_points + BASIS_POINTS // 2) // BASIS_POINTS
