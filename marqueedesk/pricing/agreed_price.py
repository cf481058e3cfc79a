"""A stored price with the rates it was computed from.

With its rates, a price can be recomputed for other days without the current price list.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import NotRequired, TypedDict, cast

from marqueedesk.kit.db.detached_copy import stored_value
from marqueedesk.kit.money import share
from marqueedesk.pricing.breakdown import Breakdown
from marqueedesk.pricing.price_list import (
    BASIS_POINTS,
    MILLION,
    Charge,
    DamageWaiver,
    PriceList,
    Rate,
    StoredRate,
    StoredWaiver,
    rate,
)
from marqueedesk.pricing.rates import AnyRates, ItemRates, LineRates, OrderRates, PackageRates
from marqueedesk.pricing.sales_tax import Exemption, StoredExemption


@dataclass(frozen=True, slots=True)
class AgreedPrice:
    """A breakdown with the rates of its lines and order. Prices from before rates were stored have no rates."""

    breakdown: Breakdown
    lines: tuple[AnyRates, ...] = ()
    order: OrderRates | None = None

    @property
    def color(self) -> Rate | None:
        """Return the agreed color rate of the first line of letters."""
        return next((line.color for line in self.letters), None)

    @property
    def letters(self) -> list[LineRates]:
        """Return the rates of all lines of letters, including those in packages."""
        return letters_rates(self.lines)

    @property
    def adds_tax(self) -> bool:
        """Return true if sales tax is added to the price and to fees, or may be once the address is known."""
        figures = self.breakdown
        has_tax = figures.tax_is_open or (self.order is not None and self.order.sales_tax_ppm > 0)
        return has_tax and not figures.tax_included and not figures.tax_exempt

    def add_on(self, code: str) -> Rate | None:
        """Return the agreed rate of an add-on, or None."""
        return next((found for line in self.letters if (found := rate(line.add_ons, code))), None)


def deposit_of(price: AgreedPrice, total_cents: int) -> int:
    """Compute a booking's deposit in cents. A percentage applies to the charged total (computed or custom) without the
    tip.
    """
    order, total = price.order, max(0, total_cents - price.breakdown.tip_cents)
    if order is None or total_cents == price.breakdown.total_cents:
        return price.breakdown.deposit_cents
    part = share(total, order.deposit_basis_points, BASIS_POINTS, order.step_cents)
    return max(part, min(order.deposit_flat_cents, total), order.unverified_venue_deposit_cents)


class AgreedLetters(TypedDict):
    """`LineRates` as JSON."""

    letter_count: int
    letters_cents: int
    price_per_letter_cents: int
    color: StoredRate
    add_ons: list[StoredRate]


class AgreedItem(TypedDict):
    """`ItemRates` as JSON."""

    quantity: int
    cents: int
    per: str
    is_taxable: bool


class AgreedPackage(TypedDict):
    """`PackageRates` as JSON."""

    parts: list[AgreedLetters | AgreedItem]
    package_cents: int | None


StoredRates = AgreedLetters | AgreedItem | AgreedPackage


class StoredOrder(TypedDict):
    """`OrderRates` as JSON."""

    charge: str
    surcharge_cents: int
    surcharge_basis_points: int
    minimum_order_cents: int
    delivery_fee_cents: int
    sales_tax_ppm: NotRequired[int]
    # Replaces millionths in the oldest prices.
    sales_tax_basis_points: NotRequired[int]
    deposit_basis_points: int
    deposit_flat_cents: int
    unverified_venue_deposit_cents: int
    # Missing in prices from before delivery zones existed.
    free_delivery_from_cents: NotRequired[int | None]
    zone: NotRequired[str | None]
    delivery_is_open: NotRequired[bool]
    # Present only if the business offered a damage waiver.
    waiver: NotRequired[StoredWaiver | None]
    taxes_tips: NotRequired[bool]
    # Present only for tax by place, untaxed lines, or an exempt customer.
    tax_place: NotRequired[str | None]
    tax_is_open: NotRequired[bool]
    untaxed: NotRequired[list[str]]
    exemption: NotRequired[StoredExemption]
    # Present only if the prices include the tax.
    includes_tax: NotRequired[bool]
    # Present only for a currency without decimals, here and in the price.
    step_cents: NotRequired[int]


class StoredPrice(TypedDict):
    """`AgreedPrice` as JSON: the figures of `Breakdown` in cents, and their rates.

    Prices from before rates were stored have only figures, and the oldest lack some of those.
    """

    base_cents: int
    surcharge_cents: int
    minimum_order_adjustment_cents: int
    delivery_fee_cents: int
    tax_cents: int
    add_ons_cents: int
    color_cents: int
    total_cents: int
    deposit_cents: int
    letter_count: int
    price_per_letter_cents: int
    days: int
    extras_cents: NotRequired[int]
    discount_cents: NotRequired[int]
    discount_basis_points: NotRequired[int]
    items_cents: NotRequired[int]
    damage_waiver_cents: NotRequired[int]
    tip_cents: NotRequired[int]
    tax_is_open: NotRequired[bool]
    tax_exempt: NotRequired[bool]
    tax_included: NotRequired[bool]
    tax_deducted_cents: NotRequired[int]
    step_cents: NotRequired[int]
    lines: NotRequired[list[StoredRates]]
    order: NotRequired[StoredOrder]


_FIGURES = tuple(field.name for field in fields(Breakdown))


def stored_price(price: AgreedPrice) -> StoredPrice:
    """Serialize a price for storage: the breakdown in integer cents, and its rates."""
    figures = {name: getattr(price.breakdown, name) for name in _FIGURES}
    stored = cast("StoredPrice", {name: value for name, value in figures.items() if value is not False})
    if stored.get("step_cents") == 1:
        del stored["step_cents"]
    if price.order is not None:
        stored["lines"] = [_stored_rates(line) for line in price.lines]
        stored["order"] = _stored_order(price.order)
    return stored


def read_price(stored: StoredPrice) -> AgreedPrice:
    """Parse a stored price."""
    order = stored.get("order")
    if order is None:
        return AgreedPrice(read_breakdown(stored))
    lines = tuple([_rates(line) for line in stored.get("lines", ())])
    return AgreedPrice(read_breakdown(stored), lines, _order_rates(order))


def read_breakdown(stored: StoredPrice) -> Breakdown:
    """Parse only the figures of a stored price."""
    return stored_value(Breakdown, stored)


def delivery_is_open(stored: StoredPrice) -> bool:
    """Return true if the delivery fee of a stored price is still to be determined."""
    order = stored.get("order")
    return order is not None and order.get("delivery_is_open", False)


def tax_is_open(stored: StoredPrice) -> bool:
    """Return true if the sales tax of a stored price is still to be determined."""
    return stored.get("tax_is_open", False)


def letters_rates(lines: Iterable[AnyRates]) -> list[LineRates]:
    """Return the rates of the lines of letters, including those in packages."""
    found: list[LineRates] = []
    for line in lines:
        if isinstance(line, LineRates):
            found.append(line)
        elif isinstance(line, PackageRates):
            found += letters_rates(line.parts)
    return found


def _stored_rates(line: AnyRates) -> StoredRates:
    if isinstance(line, PackageRates):
        return {"parts": [_stored_part(part) for part in line.parts], "package_cents": line.cents}
    return _stored_part(line)


def _stored_part(line: LineRates | ItemRates) -> AgreedLetters | AgreedItem:
    if isinstance(line, ItemRates):
        return {
            "quantity": line.quantity,
            "cents": line.cents,
            "per": line.per.value,
            "is_taxable": line.is_taxable,
        }
    return {
        "letter_count": line.letter_count,
        "letters_cents": line.letters_cents,
        "price_per_letter_cents": line.price_per_letter_cents,
        "color": line.color.to_json(),
        "add_ons": [row.to_json() for row in line.add_ons],
    }


def _stored_order(order: OrderRates) -> StoredOrder:
    stored: StoredOrder = {
        "charge": order.charge.value,
        "surcharge_cents": order.surcharge_cents,
        "surcharge_basis_points": order.surcharge_basis_points,
        "minimum_order_cents": order.minimum_order_cents,
        "delivery_fee_cents": order.delivery_fee_cents,
        "sales_tax_ppm": order.sales_tax_ppm,
        "deposit_basis_points": order.deposit_basis_points,
        "deposit_flat_cents": order.deposit_flat_cents,
        "unverified_venue_deposit_cents": order.unverified_venue_deposit_cents,
        "free_delivery_from_cents": order.free_delivery_from_cents,
        "zone": order.zone,
        "delivery_is_open": order.delivery_is_open,
    }
    if order.waiver is not None:
        stored["waiver"] = order.waiver.to_json()
    if order.taxes_tips:
        stored["taxes_tips"] = True
    if order.is_taxed_by_place:
        stored["tax_place"], stored["tax_is_open"] = order.tax_place, order.tax_is_open
    if order.untaxed:
        stored["untaxed"] = list(order.untaxed)
    if order.exemption is not None:
        stored["exemption"] = order.exemption.to_json()
    if order.includes_tax:
        stored["includes_tax"] = True
    if order.step_cents != 1:
        stored["step_cents"] = order.step_cents
    return stored


def _order_rates(stored: StoredOrder) -> OrderRates:
    return OrderRates(
        Charge(stored["charge"]),
        stored["surcharge_cents"],
        stored["surcharge_basis_points"],
        stored["minimum_order_cents"],
        stored["delivery_fee_cents"],
        _tax(stored),
        stored["deposit_basis_points"],
        stored["deposit_flat_cents"],
        stored["unverified_venue_deposit_cents"],
        stored.get("free_delivery_from_cents"),
        stored.get("zone"),
        stored.get("delivery_is_open", False),
        DamageWaiver.from_json(stored.get("waiver")),
        stored.get("taxes_tips", False),
        stored.get("tax_place"),
        stored.get("tax_is_open", False),
        tuple(stored.get("untaxed", ())),
        Exemption.from_json(stored.get("exemption")),
        stored.get("includes_tax", False),
        stored.get("step_cents", 1),
    )


def _tax(stored: StoredOrder) -> int:
    """Return the tax of stored rates in millionths; older prices stored it in basis points."""
    return stored.get("sales_tax_ppm", stored.get("sales_tax_basis_points", 0) * (MILLION // BASIS_POINTS))


def _rates(stored: StoredRates) -> AnyRates:
    if "parts" in stored:
        return PackageRates(tuple([_part(part) for part in stored["parts"]]), stored["package_cents"])
    return _part(stored)


def _part(stored: AgreedLetters | AgreedItem) -> LineRates | ItemRates:
    if "per" in stored:
        return ItemRates(stored["quantity"], stored["cents"], Charge(stored["per"]), stored["is_taxable"])
    return _line(stored)


def _line(stored: AgreedLetters) -> LineRates:
    return LineRates(
        stored["letter_count"],
        stored["letters_cents"],
        stored["price_per_letter_cents"],
        Rate(**stored["color"]),
        tuple([Rate(**row) for row in stored["add_ons"]]),
    )


def with_rates(
    price: AgreedPrice, *, color: str, add_ons: tuple[str, ...], price_list: PriceList, order: OrderRates
) -> AgreedPrice:
    """Return a price with its rates. For a price from before rates were stored, they are derived from its figures.

    ``color`` and ``add_ons`` are the selected options. ``price_list`` and ``order`` are the current rates at its venue:
    they provide the options' names, and values that can't be derived from the figures.
    """
    if price.order is not None:
        return price
    figures = price.breakdown
    charge = _charge(figures, price_list.charge)
    days = max(1, figures.days)
    each = figures.base_cents // days if charge is Charge.DAY else figures.base_cents
    line = LineRates(
        figures.letter_count,
        each,
        figures.price_per_letter_cents,
        _named(price_list.colors, color, figures.color_cents // max(1, figures.letter_count)),
        _add_ons(price_list, add_ons, figures.add_ons_cents // days),
    )
    return AgreedPrice(figures, (line,), _order(figures, order, charge))


def _charge(figures: Breakdown, today: Charge) -> Charge:
    each = figures.letter_count * figures.price_per_letter_cents
    by_day, by_event = each * figures.days == figures.base_cents, each == figures.base_cents
    if by_day != by_event:
        return Charge.DAY if by_day else Charge.EVENT
    return today if figures.base_cents % max(1, figures.days) == 0 else Charge.EVENT


def _named(rows: tuple[Rate, ...], code: str, cents: int) -> Rate:
    known = rate(rows, code)
    return Rate(code, known.label if known else code, cents)


def _add_ons(price_list: PriceList, codes: tuple[str, ...], cents: int) -> tuple[Rate, ...]:
    """Guess the add-ons that cost ``cents`` per day together: those still offered, at today's prices, if they
    add up.
    """
    listed = {code: row.cents for code in codes if (row := rate(price_list.add_ons, code))}
    gone = [code for code in codes if code not in listed]
    rest = cents - sum(listed.values())
    if rest and (rest < 0 or not gone):
        listed, gone, rest = {}, list(codes), cents
    spread = {code: rest // len(gone) + (at < rest % len(gone)) for at, code in enumerate(gone)}
    return tuple([_named(price_list.add_ons, code, (listed | spread)[code]) for code in codes])


def _order(figures: Breakdown, today: OrderRates, charge: Charge) -> OrderRates:
    step = figures.step_cents
    part = share(figures.base_cents, today.surcharge_basis_points, BASIS_POINTS, step)
    same_surcharge = today.surcharge_cents + part == figures.surcharge_cents
    before_minimum = figures.order_cents - figures.minimum_order_adjustment_cents
    untaxed = figures.total_cents - figures.tax_cents
    same_tax = share(untaxed, today.sales_tax_ppm, MILLION, step) == figures.tax_cents
    deposit = max(
        share(figures.total_cents, today.deposit_basis_points, BASIS_POINTS, step),
        min(today.deposit_flat_cents, figures.total_cents),
        today.unverified_venue_deposit_cents,
    )
    same_deposit = deposit == figures.deposit_cents
    return OrderRates(
        charge=charge,
        surcharge_cents=today.surcharge_cents if same_surcharge else figures.surcharge_cents,
        surcharge_basis_points=today.surcharge_basis_points if same_surcharge else 0,
        minimum_order_cents=figures.order_cents
        if figures.minimum_order_adjustment_cents
        else min(today.minimum_order_cents, before_minimum),
        delivery_fee_cents=figures.delivery_fee_cents,
        sales_tax_ppm=today.sales_tax_ppm if same_tax else (2 * figures.tax_cents * MILLION + untaxed) // (2 * untaxed),
        deposit_basis_points=today.deposit_basis_points if same_deposit else 0,
        deposit_flat_cents=today.deposit_flat_cents if same_deposit else figures.deposit_cents,
        unverified_venue_deposit_cents=today.unverified_venue_deposit_cents if same_deposit else 0,
    )
