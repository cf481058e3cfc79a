"""A rental with its price: computed by today's list, or agreed before and kept. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from marqueedesk.availability.stock import letter_prices
from marqueedesk.bookings.lines import ItemLine, LettersLine, Line, PackageLine, letters_lines
from marqueedesk.bookings.rental_request import OwnLine, RentalRequest, Venue
from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.agreed_price import AgreedPrice, with_rates
from marqueedesk.pricing.breakdown import (
    AnyRates,
    Breakdown,
    Discount,
    DiscountTooLarge,
    ItemRates,
    LineRates,
    NotOnPriceList,
    OrderRates,
    PackageRates,
    line_rates,
    order_rates,
    price,
)
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST, Charge, Color, LetterPrice, PriceList, Rate, Size, rate

_FIELD_OF = {"size": "size", "color": "colorOption", "add-on": "addOns", "difficulty": "venueId"}


@dataclass(frozen=True, slots=True)
class PricedRental:
    """A rental and its price. ``own_total_cents`` is a total that the operator has set in its place (P5)."""

    request: RentalRequest
    price: AgreedPrice
    own_total_cents: int | None = None

    @property
    def breakdown(self) -> Breakdown:
        """The price as it was computed, line by line."""
        return self.price.breakdown

    @property
    def total_cents(self) -> int:
        """The price charged."""
        return self.breakdown.total_cents if self.own_total_cents is None else self.own_total_cents


@dataclass(frozen=True, slots=True)
class TodaysPrices:
    """The data for today's price: the operator's list, the letters' own prices, and the chosen venue.

    ``stock`` are the rows of availability.facts.stock_rows.
    """

    price_list: PriceList
    stock: Sequence[list[Any]] = ()
    venue: Venue | None = None
    zip_code: str | None = None
    """Of an address that is no venue."""

    def line(self, line: Line) -> AnyRates:
        """The list's rates for a line. Raises NotOnPriceList."""
        if isinstance(line, PackageLine):
            return PackageRates(tuple([self.part(part) for part in line.parts]), line.cents)
        return self.part(line)

    def part(self, line: LettersLine | ItemLine) -> LineRates | ItemRates:
        """The list's rates for a line that is not a package. Raises NotOnPriceList."""
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
        """The list's rates for the whole order. Raises NotOnPriceList."""
        venue = self.venue
        if venue is None:
            return order_rates(self.price_list, zip_code=self.zip_code)
        return order_rates(
            self.price_list,
            difficulty=venue.difficulty,
            venue_surcharge_cents=venue.surcharge_cents,
            venue_verified=venue.is_verified,
            zip_code=venue.zip_code,
        )


def price_list_of(document: Mapping[str, Any] | None) -> PriceList:
    """The operator's price list; who never changed theirs has the defaults of the specification (P2)."""
    return DEFAULT_PRICE_LIST if document is None else PriceList.from_json(document)


def price_rental(request: RentalRequest, today: TodaysPrices, *, caps_discount: bool = False) -> PricedRental:
    """The rental at today's prices; add-ons that the list does not have are left out. With ``caps_discount`` a discount
    of a fixed amount is limited to what it is taken off.

    Raises Invalid on a size or color that the list does not have, and on ``discount`` for more than the order.
    """
    request = _with_known_add_ons(request, today.price_list)
    rates: list[AnyRates] = []
    try:
        for line in request.lines:
            rates.append(today.line(line))  # noqa: PERF401 - how many there are says which one was refused.
        return PricedRental(request, _computed(request, tuple(rates), today.order(), caps_discount=caps_discount))
    except NotOnPriceList as missing:
        raise _refusal(missing, today.price_list, request, len(rates)) from None


def reprice(
    agreed: PricedRental,
    request: RentalRequest,
    today: TodaysPrices,
    *,
    caps_discount: bool = True,
    renew: bool = False,
) -> PricedRental:
    """A rental that was agreed, changed into ``request``: what was agreed stays, what is new takes today's list.

    A line that stays keeps its rates, whatever the list says now; so does the order, as long as its venue stays. A line
    that changed is priced by today's list; of what has left the list it keeps the agreed rate. With ``caps_discount`` a
    discount of a fixed amount is limited to what it is taken off; with ``renew`` everything is priced as new.

    Raises Invalid on a size or color that neither the list nor the agreement has, and on ``discount``.
    """
    before = agreed.request
    request = _with_known_add_ons(request, today.price_list, before)
    lines: list[AnyRates] = []
    try:
        rates = _rates_of(agreed, today)
        left = [] if renew else list(zip(before.lines, rates.lines, strict=False))
        for line in request.lines:
            same = next((pair for pair in left if pair[0].is_like(line)), None)
            if same is not None:
                left.remove(same)
            lines.append(same[1] if same is not None else _changed_line(line, agreed.request, rates, today))
        assert rates.order is not None  # noqa: S101 - what with_rates has seen to, for the type checker.
        order = rates.order
        if renew:
            order = today.order()
        elif before.place.key != request.place.key:
            order = _at_other_place(order, today.order())
        return PricedRental(request, _computed(request, tuple(lines), order, caps_discount=caps_discount))
    except NotOnPriceList as missing:
        raise _refusal(missing, today.price_list, request, len(lines)) from None


def agreed_rental(request: RentalRequest, agreed: AgreedPrice, *, total_cents: int | None = None) -> PricedRental:
    """A rental at a price that was agreed before. Its own lines and discount are those of the price where the request
    does not name them; ``total_cents`` is what is charged.
    """
    figures = agreed.breakdown
    if not request.own_lines and figures.extras_cents:
        request = replace(request, own_lines=(OwnLine("Extras", figures.extras_cents),))
    discount = Discount(
        cents=0 if figures.discount_basis_points else figures.discount_cents,
        basis_points=figures.discount_basis_points,
    )
    own = total_cents if total_cents not in {None, figures.total_cents} else None
    return PricedRental(replace(request, discount=discount), agreed, own)


def _with_known_add_ons(
    request: RentalRequest, price_list: PriceList, agreed: RentalRequest | None = None
) -> RentalRequest:
    """The request without add-ons that there are not: neither on the list, nor on what was agreed. The list's order
    comes first.
    """
    if not any(line.add_ons for line in letters_lines(request.lines)):
        return request
    before = letters_lines(agreed.lines) if agreed else []
    known = [row.code for row in price_list.add_ons]
    known += [code for line in before for code in line.add_ons if code not in known]

    def kept(line: LettersLine | ItemLine) -> LettersLine | ItemLine:
        if isinstance(line, ItemLine) or any(line.add_ons == old.add_ons for old in before):
            return line
        return replace(line, add_ons=tuple([code for code in known if code in line.add_ons]))

    lines: list[Line] = [
        replace(line, parts=tuple([kept(part) for part in line.parts])) if isinstance(line, PackageLine) else kept(line)
        for line in request.lines
    ]
    return replace(request, lines=tuple(lines))


def _rates_of(agreed: PricedRental, today: TodaysPrices) -> AgreedPrice:
    """The agreed price with its rates. One from before rates were kept has one line of letters."""
    if agreed.price.order is not None:
        return agreed.price
    first = letters_lines(agreed.request.lines)[0]
    return with_rates(
        agreed.price, color=first.color, add_ons=first.add_ons, price_list=today.price_list, order=today.order()
    )


def _changed_line(line: Line, before: RentalRequest, rates: AgreedPrice, today: TodaysPrices) -> AnyRates:
    """A line by today's list, to which is added what was agreed and has left it."""
    known = today.price_list
    gone_sizes = [
        Size(old.size, old.size, kept.price_per_letter_cents)
        for old, kept in zip(letters_lines(before.lines), rates.letters, strict=False)
        if rate(known.sizes, old.size) is None
    ]
    gone_colors = [
        Color(kept.color.code, kept.color.label, kept.color.cents)
        for kept in rates.letters
        if rate(known.colors, kept.color.code) is None
    ]
    gone_add_ons = [row for kept in rates.letters for row in kept.add_ons if rate(known.add_ons, row.code) is None]
    wider = replace(
        known,
        sizes=(*known.sizes, *gone_sizes),
        colors=(*known.colors, *gone_colors),
        add_ons=(*known.add_ons, *gone_add_ons),
    )
    return replace(today, price_list=wider).line(line)


def _at_other_place(agreed: OrderRates, today: OrderRates) -> OrderRates:
    """The agreed rates of an order with what today's list says of another place.

    Where there are no zones, the agreed delivery fee and minimum order stay.
    """
    if today.zone is not None or today.delivery_is_open or agreed.zone is not None or agreed.delivery_is_open:
        agreed = replace(
            agreed,
            minimum_order_cents=today.minimum_order_cents,
            delivery_fee_cents=today.delivery_fee_cents,
            free_delivery_from_cents=today.free_delivery_from_cents,
            zone=today.zone,
            delivery_is_open=today.delivery_is_open,
        )
    return replace(
        agreed,
        surcharge_cents=today.surcharge_cents,
        surcharge_basis_points=today.surcharge_basis_points,
        unverified_venue_deposit_cents=today.unverified_venue_deposit_cents,
    )


def _computed(
    request: RentalRequest, lines: tuple[AnyRates, ...], order: OrderRates, *, caps_discount: bool = False
) -> AgreedPrice:
    extras = [line.cents for line in request.own_lines]
    discount = request.discount
    if caps_discount and discount.cents:
        whole = price(lines, order, request.rental_days, extras=extras)
        discount = Discount(cents=min(discount.cents, whole.order_cents))
    try:
        figures = price(lines, order, request.rental_days, extras=extras, discount=discount)
    except DiscountTooLarge as too_large:
        most = f"{too_large.order_cents / 100:,.2f}"
        raise Invalid(fields={"discount": f"The discount can be at most {most}, what it is taken off"}) from None
    return AgreedPrice(figures, lines, order)


def _refusal(missing: NotOnPriceList, known: PriceList, request: RentalRequest, at: int) -> Invalid:
    """The refusal of line ``at``, by the name that it was given under."""
    rows = cast("Mapping[str, tuple[Rate, ...]]", {"size": known.sizes, "color": known.colors}).get(missing.choice, ())
    sentence = f"Choose one of: {', '.join(row.code for row in rows)}" if rows else str(missing)
    field = _FIELD_OF[missing.choice]
    if request.by_line and missing.choice != "difficulty":
        # A package is refused as a whole: its lines are not the caller's.
        field = f"lines[{at}].packageId" if isinstance(request.lines[at], PackageLine) else f"lines[{at}].{field}"
    return Invalid(fields={field: sentence})
