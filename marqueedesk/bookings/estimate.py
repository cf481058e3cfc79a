"""Price, availability and alternatives for the contents of a booking form. Read-only; nothing is reserved."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, Final, TypedDict

from sqlalchemy import Connection

from marqueedesk.availability import stock_queries
from marqueedesk.availability.days import FIRST_DAY, Moment
from marqueedesk.availability.errors import wire_shortage
from marqueedesk.availability.models import BOOKING, NOBODY, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stock import Shortage, Stock
from marqueedesk.bookings import alternatives as fit_options
from marqueedesk.bookings import statements
from marqueedesk.bookings.alternatives import Offer
from marqueedesk.bookings.business_calendar import Closed, Opening, StopKind, closed_for, read_stops
from marqueedesk.bookings.conflicts import ConflictingBooking, find_conflicts
from marqueedesk.bookings.errors import RefusalDetails
from marqueedesk.bookings.estimate_schemas import CalendarDay, ClosedStopOut, ConflictingBookingOut, EstimateOut
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.stock_check import StockCheck
from marqueedesk.instance_settings.service import free_cancellation_of
from marqueedesk.inventory.pieces import Needs
from marqueedesk.kit.db.detached_copy import from_columns
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.money import units
from marqueedesk.pricing.payment_terms import PaymentTerms
from marqueedesk.pricing.policy_words import free_cancellation_in_words
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST, PriceList
from marqueedesk.pricing.rates import OrderRates
from marqueedesk.rentals.line_schemas import AnyLineOut
from marqueedesk.rentals.line_serializers import lines_without_price, serialize_lines
from marqueedesk.rentals.priced_rental import PricedRental, agreed_rental
from marqueedesk.rentals.rental_pricing import price_rental, reprice
from marqueedesk.rentals.rental_request import Days, Place, RentalRequest, RentalVenue
from marqueedesk.rentals.todays_prices import TodaysPrices, price_list_of
from marqueedesk.venues.address import Address

MOST_ALTERNATIVES = 3
LOOK_AROUND_DAYS = 60
"""Number of days searched for available dates before and after the requested ones."""


class Alternative(TypedDict):
    """A rental that fits, as in responses: another size, or the nearest dates."""

    kind: str
    size: str
    sizeLabel: str
    deliveryDate: str
    pickupDate: str
    total: float | int


class DeliveryOut(TypedDict):
    """The delivery fee and how it was determined, as in responses."""

    zone: str | None
    fee: float | int
    toConfirm: bool


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate, with the data to record unmet demand (L9). Fields that can't be computed yet are None."""

    terms: Terms
    request: RentalRequest
    rental: PricedRental | None = None
    check: StockCheck | None = None
    alternatives: list[Alternative] = field(default_factory=list[Alternative])
    offers: list[Offer] = field(default_factory=list[Offer])
    conflicts: list[ConflictingBooking] = field(default_factory=list[ConflictingBooking])
    remembered: list[Any] | None = None
    venue: RentalVenue | None = None
    closed: Sequence[Closed] = ()
    prices: PriceList = DEFAULT_PRICE_LIST
    order: OrderRates | None = None
    cancellation: str | None = None
    """Until when canceling is free, in words."""
    stored_terms: Sequence[Sequence[Any]] = ()
    """The operator's terms as stored when the estimate was read, for `operator_lock.confirm`."""

    @property
    def shortages(self) -> list[Shortage]:
        """Return the missing pieces; empty if the stock wasn't checked."""
        return self.check.shortages if self.check else []

    def answer(self, *, for_operator: bool) -> EstimateOut:
        """Serialize the estimate. Only operators see how many letters are available (L6)."""
        check, days = self.check, self.request.days
        short = [] if check is None else check.shortages if for_operator else check.shortages_for_visitors
        body = EstimateOut.model_validate(
            {
                "letters": self.request.letters,
                "lines": self._lines(),
                "breakdown": self.rental.breakdown.to_wire() if self.rental else None,
                "available": False if short else True if check and days else None,
                "shortages": [
                    wire_shortage(row, for_operator=for_operator, names=check.names)
                    for row in short
                    if check is not None
                ],
                "alternatives": self.alternatives,
                "offers": self.offers,
                "closed": self.closed[0].answer() if self.closed else None,
                "delivery": self._delivery(),
            }
        )
        if self.closed:
            body.closed_stops = [ClosedStopOut.model_validate({"stop": row.stop} | row.answer()) for row in self.closed]
        if self.cancellation is not None:
            body.cancellation = self.cancellation
        if for_operator and check is not None and days is not None:
            body.stock_checked = check.stock.checked
            body.free = self._free(check, days)
            body.conflicts = body.in_the_way = [ConflictingBookingOut.model_validate(row) for row in self.conflicts]
        return body

    def _lines(self) -> list[AnyLineOut]:
        if self.rental is None:
            return lines_without_price(self.request.lines, self.prices)
        return serialize_lines(self.rental.request.lines, self.rental.price, self.prices)

    def _free(self, check: StockCheck, days: Days) -> dict[str, int]:
        """Return the available count of each letter. For a letter used in several sizes, that is the count in the first
        line with it.
        """
        free = check.stock.free(self.request.needs, days.first, days.last)
        counts: dict[str, int] = {}
        for piece, count in free.items():
            if piece.item_id is None:
                counts.setdefault(piece.letter, count)
        return counts

    def _delivery(self) -> DeliveryOut | None:
        """Return the delivery fee. If the rental is priced, its fee already accounts for free delivery above an order
        value.
        """
        order = self.rental.price.order if self.rental else self.order
        if order is None:
            return None
        fee = self.rental.breakdown.delivery_fee_cents if self.rental else order.delivery_fee_cents
        return {"zone": order.zone, "fee": units(fee), "toConfirm": order.delivery_is_open}


AgreedReader = Callable[[Connection, int, int], PricedRental | None]
"""Function that reads an agreed rental, given the connection, operator ID and holder ID."""


def estimate(
    connection: Connection,
    terms: Terms,
    request: RentalRequest,
    *,
    by_operator: bool,
    now: datetime,
    form_key: str | None = None,
    own: Holder = NOBODY,
    agreed: PricedRental | None = None,
    caps_discount: bool = True,
    caps_new_discount: bool = False,
    renew: bool = False,
    with_alternatives: bool = True,
) -> Estimate:
    """Estimate a rental, complete or not. Read-only; nothing is reserved.

    Holds of ``own`` don't count against it. ``agreed`` is the agreed rental being changed into ``request``; see
    `reprice` for ``caps_discount`` and ``renew``. Without dates the price is for one day. Raises Invalid for wrong
    values. ``connection`` may be in autocommit mode.
    """
    today, days = terms.today(now), request.days
    row = statements.ESTIMATE.one(
        connection,
        stock_queries.parameters(
            terms,
            request.needs,
            days.first if days else today,
            days.last if days else today,
            now,
            own=own,
        )
        | {"venue": request.place.venue_id, "form_key": form_key},
    )
    stays = agreed is not None and agreed.request.place.venue_id == request.place.venue_id
    if request.place.venue_id is not None and not row.venue and not stays:
        raise Invalid(fields={"venueId": "Unknown venue"})
    closed: Sequence[Closed] = ()
    if days is not None:
        own_id = own.id if own.kind == BOOKING else 0
        closed = closed_for(connection, terms, *days.moments, now, own_id=own_id)
    venue = RentalVenue.from_row(row.venue[0]) if row.venue else None
    prices = TodaysPrices(price_list_of(row.price_list, terms.currency), row.stock, venue, request.place.tax_address)
    if not request.has_price:
        return Estimate(
            terms,
            request,
            closed=closed,
            prices=prices.price_list,
            order=prices.order(),
            stored_terms=row.terms,
        )
    rental = (
        price_rental(request, prices, caps_discount=caps_new_discount)
        if agreed is None
        else reprice(agreed, request, prices, caps_discount=caps_discount, renew=renew)
    )
    stock = stock_queries.with_borrowed(connection, stock_queries.stock_of(row, today), terms, own)
    check = StockCheck(request, stock, own, prices.price_list.usual_finish)
    others, blockers = NO_FITTING_RENTALS, list[ConflictingBooking]()
    if with_alternatives and days is not None and not check.fits:
        details = RefusalDetails(terms, check, rental, prices, keeps_price=by_operator)
        others = find_offers(connection, details, now, by_operator=by_operator)
        blockers = find_conflicts(connection, terms, check, now) if by_operator else []
    elif with_alternatives and not check.fits:
        others = _plain_spelling(connection, RefusalDetails(terms, check, rental, prices, keeps_price=by_operator), now)
    remembered = row.unmet[0] if row.unmet else None
    return Estimate(
        terms,
        request,
        rental,
        check,
        others.alternatives,
        others.offers,
        blockers,
        remembered,
        venue,
        closed,
        prices.price_list,
        cancellation=_free_cancellation(terms, row, rental, days, now) if days is not None else None,
        stored_terms=row.terms,
    )


def _free_cancellation(terms: Terms, row: Any, rental: PricedRental, days: Days, now: datetime) -> str:
    hours: int | None = row.own_free_hours
    return free_cancellation_in_words(
        PaymentTerms.from_json(row.payment_terms),
        datetime.combine(days.delivery.day, days.delivery_clock, terms.zone),
        free_cancellation_of(row.usual_free_hours) if hours is None else hours,
        now,
        deposit=bool(rental.breakdown.deposit_cents),
        date_format=terms.date_format,
        time_format=terms.time_format,
    )


def agreed_for_booking(connection: Connection, operator_id: int, booking_id: int) -> PricedRental | None:
    """Return the agreed rental of a booking without its days; None if there is no booking with that id."""
    found = connection.execute(statements.READ_AGREED, {"operator": operator_id, "holder": booking_id})
    row = found.one_or_none()
    if row is None:
        return None
    booking = from_columns(Booking, dict(zip(found.keys(), row, strict=True)))
    place = Place(booking.venue_id, other=Address.from_json(booking.address))
    return agreed_rental(RentalRequest(booking.lines, place=place), booking.price)


AGREED: dict[str, AgreedReader] = {BOOKING: agreed_for_booking}
"""Readers of agreed rentals by kind of holder. Higher-level packages register their own."""


@dataclass(frozen=True, slots=True)
class FittingRentals:
    """Alternatives to a rental that doesn't fit: whole rentals in another size or on other dates, and offers sorted by
    how little they change.
    """

    alternatives: list[Alternative]
    offers: list[Offer]


NO_FITTING_RENTALS: Final = FittingRentals([], [])


def find_alternatives(
    connection: Connection, details: RefusalDetails, now: datetime, *, by_operator: bool
) -> list[Alternative]:
    """Find up to three alternatives to a rental that doesn't fit (L6): other sizes on the same dates, then the nearest
    dates in the same size, then, if neither helps, the nearest dates in another size.

    For a rejected booking, call after the rejected transaction has ended.
    """
    return find_offers(connection, details, now, by_operator=by_operator).alternatives


def find_offers(connection: Connection, details: RefusalDetails, now: datetime, *, by_operator: bool) -> FittingRentals:
    """Find the same alternatives as `find_alternatives`, plus the offers of `alternatives.offers`, with one read of the
    stock.
    """
    request, own, today = details.check.request, details.check.own, details.terms.today(now)
    days = request.when
    # Operators may enter dates far in the past, but the calendar has a first day.
    before = min(LOOK_AROUND_DAYS, (days.first - FIRST_DAY).days)
    others = [row.code for row in details.today.price_list.sizes if row.code != request.size] if request.size else []
    stock, raw = stock_queries.read_stock_of_sizes(
        connection,
        details.terms,
        [*request.needs, *fit_options.pieces_to_read(request, details.terms.rules)],
        others,
        days.first - timedelta(before),
        days.last + timedelta(LOOK_AROUND_DAYS),
        now,
        own=own,
    )
    prices = replace(details.today, stock=raw)
    owned_sizes = {piece.size for piece in stock.owned}
    alternatives: list[Alternative] = []
    fitting = [
        size
        for size in others
        if size in owned_sizes and stock.fits(request.in_size(size).needs, days.first, days.last)
    ]
    alternatives += [_alternative("size", details, prices, size, timedelta(0)) for size in fitting]
    not_before = days.delivery.day - timedelta(before) if by_operator else today
    own_id = own.id if own.kind == BOOKING else 0
    first, last = days.delivery.day - timedelta(before), days.pickup.day + timedelta(LOOK_AROUND_DAYS)
    stops = read_stops(connection, details.terms, first, last, now, own_id=own_id)
    opening = Opening(details.terms.rules, details.terms.zone, now, stops)

    def free_shifts(needs: Needs) -> Iterator[timedelta]:
        for by in _free_shifts(stock, needs, days, not_before):
            closed = opening.of_rental(_moved(days.delivery, by), _moved(days.pickup, by))
            # Don't suggest closed days; operators may ignore the minimum notice.
            if all(by_operator and row.reason == "notice" for row in closed):
                yield by

    for size in [request.size, *others]:
        if size != request.size and (alternatives or size not in owned_sizes):
            continue
        kind = "dates" if size == request.size else "size"
        needs = request.needs if size == request.size else request.in_size(size).needs
        for by in free_shifts(needs):
            if len(alternatives) >= MOST_ALTERNATIVES:
                break
            alternatives.append(_alternative(kind, details, prices, size, by))
    question = fit_options.FitQuestion(
        request,
        stock,
        prices.price_list,
        details.terms.rules,
        lambda: free_shifts(request.needs),
    )

    return FittingRentals(
        alternatives[:MOST_ALTERNATIVES],
        fit_options.offers(question, lambda changed: _priced(details, changed, prices)),
    )


def _plain_spelling(connection: Connection, details: RefusalDetails, now: datetime) -> FittingRentals:
    """Offer the rental with unaccented letters if the business owns enough of them. Works without dates."""
    request, today = details.check.request, details.terms.today(now)
    lines = fit_options.without_accents(request.lines, details.check.shortages)
    if lines is None:
        return NO_FITTING_RENTALS
    changed = replace(request, lines=lines, by_line=True)
    stock, raw = stock_queries.read_stock_of_sizes(connection, details.terms, changed.needs, [], today, today, now)
    if stock.not_owned(changed.needs):
        return NO_FITTING_RENTALS
    prices = replace(details.today, stock=raw)
    rental = _priced(details, changed, prices)
    return FittingRentals([], [fit_options.spelling_offer(lines, rental, prices.price_list)])


def _priced(details: RefusalDetails, changed: RentalRequest, prices: TodaysPrices) -> PricedRental:
    return reprice(details.rental, changed, prices) if details.keeps_price else price_rental(changed, prices)


def _alternative(kind: str, details: RefusalDetails, prices: TodaysPrices, size: str, by: timedelta) -> Alternative:
    request, rental = details.rental.request, details.rental
    days = request.when
    if size != request.size:
        rental = _priced(details, request.in_size(size), prices)
    return {
        "kind": kind,
        "size": size,
        "sizeLabel": prices.price_list.size_name(size),
        "deliveryDate": (days.delivery.day + by).isoformat(),
        "pickupDate": (days.pickup.day + by).isoformat(),
        "total": units(rental.breakdown.total_cents),
    }


def _moved(moment: Moment, by: timedelta) -> Moment:
    return replace(moment, day=moment.day + by)


def _free_shifts(stock: Stock, needed: Needs, days: Days, not_before: date) -> Iterator[timedelta]:
    """Yield the numbers of days to move the rental by so that there are enough letters, nearest first."""
    if stock.not_owned(needed):
        return
    for shift in _nearest(LOOK_AROUND_DAYS):
        if shift < (not_before - days.delivery.day).days:
            continue
        by = timedelta(days=shift)
        if stock.fits(needed, days.first + by, days.last + by):
            yield by


def _nearest(most: int) -> Iterator[int]:
    for distance in range(1, most + 1):
        yield distance
        yield -distance


def calendar(
    connection: Connection,
    terms: Terms,
    needed: Needs,
    *,
    first: date,
    now: datetime,
    stop: StopKind | None = None,
) -> list[CalendarDay]:
    """Return, for each day of the month starting on ``first``, whether ``needed`` is available for a one-day rental,
    and the reason if it isn't.

    ``stop`` limits the check to delivery or pickup days. Of several reasons, the first of past, closed, full, notice
    and letters is returned.
    """
    after = max(0, terms.turnaround_days)
    next_month = (first.replace(day=28) + timedelta(days=4)).replace(day=1)
    stock = stock_queries.read_stock(connection, terms, needed, first, next_month + timedelta(days=after), now)
    opening = Opening(terms.rules, terms.zone, now, read_stops(connection, terms, first, next_month, now))
    today = terms.today(now)

    def answer(day: date) -> CalendarDay:
        fits = stock.fits(needed, day, day + timedelta(days=after))
        reason = "past" if day < today else opening.of_day(day, stop) or (None if fits else "letters")
        shown = CalendarDay(date=day.isoformat(), available=reason is None)
        if reason:
            shown.reason = reason
        return shown

    return [answer(first + timedelta(days=n)) for n in range((next_month - first).days)]
