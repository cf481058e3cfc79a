"""A rental with its price: computed by today's list, or agreed before and kept. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from marqueedesk.availability.stock import letter_prices
from marqueedesk.bookings.rental_request import LettersLine, OwnLine, RentalRequest, Venue
from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.agreed_price import AgreedPrice, with_rates
from marqueedesk.pricing.breakdown import (
    Breakdown,
    Discount,
    DiscountTooLarge,
    LineRates,
    NotOnPriceList,
    OrderRates,
    line_rates,
    order_rates,
    price,
)
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST, LetterPrice, PriceList, Rate, rate

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
        """What is charged."""
        return self.breakdown.total_cents if self.own_total_cents is None else self.own_total_cents


@dataclass(frozen=True, slots=True)
class TodaysPrices:
    """What a price is computed from today: the operator's list, the letters' own prices, and the chosen venue.

    ``stock`` are the rows of availability.facts.stock_rows.
    """

    price_list: PriceList
    stock: Sequence[list[Any]] = ()
    venue: Venue | None = None

    def line(self, line: LettersLine) -> LineRates:
        """What the list says of a line. Raises NotOnPriceList."""
        own = self.price_list.letter_price is LetterPrice.INVENTORY
        return line_rates(
            self.price_list,
            size=line.size,
            letters=line.needed,
            color=line.color,
            add_ons=line.add_ons,
            letter_prices=letter_prices(line.size, self.stock) if own else None,
        )

    def order(self) -> OrderRates:
        """What the list says of the whole order. Raises NotOnPriceList."""
        venue = self.venue
        if venue is None:
            return order_rates(self.price_list)
        return order_rates(
            self.price_list,
            difficulty=venue.difficulty,
            venue_surcharge_cents=venue.surcharge_cents,
            venue_verified=venue.is_verified,
        )


def price_list_of(document: Mapping[str, Any] | None) -> PriceList:
    """The operator's price list; who never changed theirs has the defaults of the specification (P2)."""
    return DEFAULT_PRICE_LIST if document is None else PriceList.from_json(document)


def price_rental(request: RentalRequest, today: TodaysPrices) -> PricedRental:
    """The rental at today's prices; add-ons that the list does not have are left out.

    Raises Invalid on a size or color that the list does not have, and on ``discount`` for more than the order.
    """
    request = _with_known_add_ons(request, today.price_list)
    try:
        lines = tuple([today.line(line) for line in request.lines])
        return PricedRental(request, _computed(request, lines, today.order()))
    except NotOnPriceList as missing:
        raise _refusal(missing, today.price_list) from None


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
    discount of an amount goes as far as there is something to take it off; with ``renew`` all of it is priced as new.

    Raises Invalid on a size or color that neither the list nor the agreement has, and on ``discount``.
    """
    before = agreed.request
    request = _with_known_add_ons(request, today.price_list, before)
    try:
        rates = _rates_of(agreed, today)
        left = [] if renew else list(zip(before.lines, rates.lines, strict=False))
        lines: list[LineRates] = []
        for line in request.lines:
            same = next((pair for pair in left if pair[0].is_like(line)), None)
            if same is not None:
                left.remove(same)
            lines.append(same[1] if same is not None else _changed_line(line, agreed.request, rates, today))
        assert rates.order is not None  # noqa: S101 - what with_rates has seen to, for the type checker.
        order = rates.order
        if renew:
            order = today.order()
        elif before.place.venue_id != request.place.venue_id:
            order = _at_other_venue(order, today.order())
        return PricedRental(request, _computed(request, tuple(lines), order, caps_discount=caps_discount))
    except NotOnPriceList as missing:
        raise _refusal(missing, today.price_list) from None


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
    if not any(line.add_ons for line in request.lines):
        return request
    before = agreed.lines if agreed else ()
    known = [row.code for row in price_list.add_ons]
    known += [code for line in before for code in line.add_ons if code not in known]
    lines = [
        line
        if any(line.add_ons == old.add_ons for old in before)
        else replace(line, add_ons=tuple([code for code in known if code in line.add_ons]))
        for line in request.lines
    ]
    return replace(request, lines=tuple(lines))


def _rates_of(agreed: PricedRental, today: TodaysPrices) -> AgreedPrice:
    first = agreed.request.lines[0]
    return with_rates(
        agreed.price, color=first.color, add_ons=first.add_ons, price_list=today.price_list, order=today.order()
    )


def _changed_line(line: LettersLine, before: RentalRequest, rates: AgreedPrice, today: TodaysPrices) -> LineRates:
    """A line by today's list, to which is added what was agreed and has left it."""
    known = today.price_list
    gone_sizes = [
        Rate(old.size, old.size, kept.price_per_letter_cents)
        for old, kept in zip(before.lines, rates.lines, strict=False)
        if rate(known.sizes, old.size) is None
    ]
    gone_colors = [kept.color for kept in rates.lines if rate(known.colors, kept.color.code) is None]
    gone_add_ons = [row for kept in rates.lines for row in kept.add_ons if rate(known.add_ons, row.code) is None]
    if not (gone_sizes or gone_colors or gone_add_ons):
        return today.line(line)
    wider = replace(
        known,
        sizes=(*known.sizes, *gone_sizes),
        colors=(*known.colors, *gone_colors),
        add_ons=(*known.add_ons, *gone_add_ons),
    )
    return replace(today, price_list=wider).line(line)


def _at_other_venue(agreed: OrderRates, today: OrderRates) -> OrderRates:
    """The agreed rates of an order with what today's list says of another venue."""
    return replace(
        agreed,
        surcharge_cents=today.surcharge_cents,
        surcharge_basis_points=today.surcharge_basis_points,
        unverified_venue_deposit_cents=today.unverified_venue_deposit_cents,
    )


def _computed(
    request: RentalRequest, lines: tuple[LineRates, ...], order: OrderRates, *, caps_discount: bool = False
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


def _refusal(missing: NotOnPriceList, known: PriceList) -> Invalid:
    rows = cast("Mapping[str, tuple[Rate, ...]]", {"size": known.sizes, "color": known.colors}).get(missing.choice, ())
    sentence = f"Choose one of: {', '.join(row.code for row in rows)}" if rows else str(missing)
    return Invalid(fields={_FIELD_OF[missing.choice]: sentence})
