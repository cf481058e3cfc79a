"""Pricing of a rental: by the current list, or as agreed and then edited. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.agreed_price import AgreedPrice, with_rates
from marqueedesk.pricing.breakdown import NO_TIP
from marqueedesk.pricing.price_list import Color, NotOnPriceList, PriceList, Rate, Size, rate
from marqueedesk.pricing.rates import AnyRates, OrderRates
from marqueedesk.rentals.lines import ItemLine, LettersLine, Line, PackageLine, letters_lines
from marqueedesk.rentals.priced_rental import PricedRental
from marqueedesk.rentals.rental_request import RentalRequest
from marqueedesk.rentals.todays_prices import TodaysPrices

_FIELD_OF = {"size": "size", "color": "colorOption", "add-on": "addOns", "difficulty": "venueId"}


def price_new(request: RentalRequest, today: TodaysPrices, *, copy_of: PricedRental | None = None) -> PricedRental:
    """Price a new rental, or a copy of ``copy_of`` at its agreed prices.

    If the computed price is unchanged, the original's custom total is kept, less its tip and the tax on it: tips aren't
    copied. Raises the errors of `price_rental`.
    """
    if copy_of is None:
        return price_rental(request, today, caps_discount=True)
    before = copy_of.request
    copied = replace(
        request, own_lines=before.own_lines, discount=before.discount, waiver=before.waiver, exemption=before.exemption
    )
    rental = reprice(copy_of, copied, today)
    own, worth = copy_of.own_total_cents, copy_of.breakdown.total_cents
    if own is None or reprice(copy_of, replace(copied, tip=before.tip), today).breakdown.total_cents != worth:
        return rental
    return replace(rental, own_total_cents=max(0, own - (worth - rental.breakdown.total_cents)))


def price_rental(request: RentalRequest, today: TodaysPrices, *, caps_discount: bool = False) -> PricedRental:
    """Price a rental by the current list; unknown add-ons are dropped. With ``caps_discount`` a fixed discount is
    limited to the discountable amount.

    Raises Invalid on an unknown size or color, and on ``discount`` if it exceeds the order.
    """
    return _priced(request, today, None, caps_discount=caps_discount)


def reprice(
    agreed: PricedRental,
    request: RentalRequest,
    today: TodaysPrices,
    *,
    caps_discount: bool = True,
    renew: bool = False,
) -> PricedRental:
    """Reprice an agreed rental edited into ``request``: agreed parts keep their prices, new ones use the current list.

    An unchanged line keeps its rates; so does the order while its venue is unchanged. A changed line uses the current
    list; options no longer listed keep their agreed rate. With ``caps_discount`` a fixed discount is limited to the
    discountable amount; with ``renew``, everything is priced as new.

    Raises Invalid on a size or color in neither the list nor the agreement, and on ``discount``.
    """
    return _priced(request, today, agreed, caps_discount=caps_discount, renew=renew)


def _priced(
    request: RentalRequest,
    today: TodaysPrices,
    agreed: PricedRental | None,
    *,
    caps_discount: bool,
    renew: bool = False,
) -> PricedRental:
    """Compute a price in steps shared by all pricing functions: known add-ons, rates of each line and of the order,
    amounts.
    """
    request = _with_known_add_ons(request, today.price_list, agreed.request if agreed else None)
    lines: list[AnyRates] = []
    try:
        if agreed is None:
            for line in request.lines:
                lines.append(today.line(line))  # noqa: PERF401 - the number priced so far tells which line was rejected.
            order = today.order()
            if today.price_list.tips is None and request.tip != NO_TIP:
                request = replace(request, tip=NO_TIP)
        else:
            order = _agreed_rates(agreed, request, today, lines, renew=renew)
    except NotOnPriceList as missing:
        raise _refusal(missing, today.price_list, request, len(lines)) from None
    return PricedRental.at_rates(request, tuple(lines), order, caps_discount=caps_discount)


def _agreed_rates(
    agreed: PricedRental, request: RentalRequest, today: TodaysPrices, lines: list[AnyRates], *, renew: bool
) -> OrderRates:
    """Return the rates of the order and append those of the lines to ``lines``. Unchanged parts keep their agreed
    rates.
    """
    before, rates = agreed.request, _rates_of(agreed, today)
    left = [] if renew else list(zip(before.lines, rates.lines, strict=False))
    for line in request.lines:
        same = next((pair for pair in left if pair[0].is_like(line)), None)
        if same is not None:
            left.remove(same)
        lines.append(same[1] if same is not None else _changed_line(line, before, rates, today))
    assert rates.order is not None  # noqa: S101 - ensured by with_rates; this is for the type checker.
    if renew:
        return today.order()
    order = rates.order
    if before.place.key != request.place.key:
        order = _at_other_place(order, today.order())
    if order.tax_is_open or before.place.tax_key != request.place.tax_key:
        order = _with_tax_of(order, today.order())
    if request.waiver and order.waiver is None:
        # The edit adds a damage waiver.
        order = replace(order, waiver=today.order().waiver)
    return order


def _with_known_add_ons(
    request: RentalRequest, price_list: PriceList, agreed: RentalRequest | None = None
) -> RentalRequest:
    """Drop add-ons that are neither on the list nor agreed. Add-ons are ordered as on the list."""
    if not any(line.add_ons for line in letters_lines(request.lines)):
        return request
    before = letters_lines(agreed.lines) if agreed else []
    codes = [row.code for row in price_list.add_ons]
    codes += [code for line in before for code in line.add_ons if code not in codes]

    def kept(line: LettersLine | ItemLine) -> LettersLine | ItemLine:
        if isinstance(line, ItemLine) or any(line.add_ons == old.add_ons for old in before):
            return line
        there = tuple([code for code in codes if code in line.add_ons])
        return line if there == line.add_ons else replace(line, add_ons=there)

    lines: list[Line] = [
        replace(line, parts=tuple([kept(part) for part in line.parts])) if isinstance(line, PackageLine) else kept(line)
        for line in request.lines
    ]
    return request if tuple(lines) == request.lines else replace(request, lines=tuple(lines))


def _rates_of(agreed: PricedRental, today: TodaysPrices) -> AgreedPrice:
    """Return the agreed price with its rates. Prices from before rates were stored have one line of letters."""
    if agreed.price.order is not None:
        return agreed.price
    first = letters_lines(agreed.request.lines)[0]
    return with_rates(
        agreed.price, color=first.color, add_ons=first.add_ons, price_list=today.price_list, order=today.order()
    )


def _changed_line(line: Line, before: RentalRequest, rates: AgreedPrice, today: TodaysPrices) -> AnyRates:
    """Price a line by the current list, plus agreed options no longer listed."""
    listed = today.price_list
    gone_sizes = [
        Size(old.size, old.size, agreed.price_per_letter_cents)
        for old, agreed in zip(letters_lines(before.lines), rates.letters, strict=False)
        if rate(listed.sizes, old.size) is None
    ]
    gone_colors = [
        Color(agreed.color.code, agreed.color.label, agreed.color.cents)
        for agreed in rates.letters
        if rate(listed.colors, agreed.color.code) is None
    ]
    gone_add_ons = [row for agreed in rates.letters for row in agreed.add_ons if rate(listed.add_ons, row.code) is None]
    wider = replace(
        listed,
        sizes=(*listed.sizes, *gone_sizes),
        colors=(*listed.colors, *gone_colors),
        add_ons=(*listed.add_ons, *gone_add_ons),
    )
    return replace(today, price_list=wider).line(line)


def _at_other_place(agreed: OrderRates, today: OrderRates) -> OrderRates:
    """Combine an order's agreed rates with the current ones for its new location.

    Without delivery zones, the agreed delivery fee and minimum order stay.
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


def _with_tax_of(agreed: OrderRates, today: OrderRates) -> OrderRates:
    """Combine the agreed rates with the location's current tax. A business with a single rate keeps the agreed one."""
    if not (agreed.is_taxed_by_place or today.is_taxed_by_place):
        return agreed
    return replace(agreed, sales_tax_ppm=today.sales_tax_ppm, tax_place=today.tax_place, tax_is_open=today.tax_is_open)


def _refusal(missing: NotOnPriceList, price_list: PriceList, request: RentalRequest, at: int) -> Invalid:
    """Return the error for line ``at``, on the field that the client sent."""
    rows = cast("Mapping[str, tuple[Rate, ...]]", {"size": price_list.sizes, "color": price_list.colors}).get(
        missing.choice, ()
    )
    sentence = f"Choose one of: {', '.join(row.code for row in rows)}" if rows else str(missing)
    field = _FIELD_OF[missing.choice]
    if request.by_line and missing.choice != "difficulty":
        # A package is rejected as a whole, because the client didn't send its lines.
        field = f"lines[{at}].packageId" if isinstance(request.lines[at], PackageLine) else f"lines[{at}].{field}"
    return Invalid(fields={field: sentence})
