"""Price, stock and alternatives for what a form holds: reads only, promises nothing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, TypedDict

from sqlalchemy import Connection

from marqueedesk.availability import facts as stock_queries
from marqueedesk.availability.days import FIRST_DAY
from marqueedesk.availability.errors import wire_shortage
from marqueedesk.availability.facts import Terms
from marqueedesk.availability.message import MessageRefused, count_letters, split_message
from marqueedesk.availability.models import BOOKING, NOBODY, Holder
from marqueedesk.availability.stock import Shortage, Stock
from marqueedesk.bookings import statements
from marqueedesk.bookings.errors import RefusalDetails
from marqueedesk.bookings.opening import Closed, Opening, StopKind, closed_for, read_stops
from marqueedesk.bookings.priced_rental import (
    PricedRental,
    TodaysPrices,
    agreed_rental,
    price_list_of,
    price_rental,
    reprice,
)
from marqueedesk.bookings.rental_request import Days, Place, RentalRequest, Venue, letters_line
from marqueedesk.bookings.stock_check import StockCheck
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.money import units
from marqueedesk.pricing.agreed_price import read_price

MOST_ALTERNATIVES = 3
LOOK_AROUND_DAYS = 60
"""How far before and after the wanted days the nearest free ones are looked for."""


class Alternative(TypedDict):
    """A rental that does fit, as the wire shows it: another size, or the nearest days."""

    kind: str
    size: str
    deliveryDate: str
    pickupDate: str
    total: float | int


@dataclass(frozen=True, slots=True)
class Estimate:
    """An answer to a form, and what the edge may want to remember of it (L9). What is not known yet is None."""

    terms: Terms
    request: RentalRequest
    rental: PricedRental | None = None
    check: StockCheck | None = None
    alternatives: list[Alternative] = field(default_factory=list[Alternative])
    remembered: list[Any] | None = None
    venue: Venue | None = None
    closed: Closed | None = None

    @property
    def shortages(self) -> list[Shortage]:
        """The letters that are short, as far as that can be said."""
        return self.check.shortages if self.check else []

    def answer(self, *, for_operator: bool) -> dict[str, Any]:
        """The estimate as the wire shows it; free counts only to the operator (L6)."""
        short, check, days = self.shortages, self.check, self.request.days
        body: dict[str, Any] = {
            "letters": self.request.letters,
            "breakdown": self.rental.breakdown.to_wire() if self.rental else None,
            "available": False if short else True if check and days else None,
            "shortages": [wire_shortage(row, for_operator=for_operator) for row in short],
            "alternatives": self.alternatives,
            "closed": self.closed.answer() if self.closed else None,
        }
        if for_operator and check is not None and days is not None:
            body["stockChecked"] = check.stock.checked
            body["free"] = check.stock.free(self.request.needed, days.first, days.last)
        return body


AgreedReader = Callable[[Connection, int, int], PricedRental | None]
"""Reads what was agreed for something of an operator's: connection, operator's id, its own id."""


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
    renew: bool = False,
    with_alternatives: bool = True,
) -> Estimate:
    """Price and stock of a rental, complete or not. Reads only, and promises nothing.

    ``own`` is whose holds do not count, ``agreed`` what was agreed before and is being changed into ``request``; see
    `reprice` for ``caps_discount`` and ``renew``.
    Without dates the price is for one day. Raises Invalid for what is there but wrong. ``connection`` may be one on
    which every statement is its own transaction.
    """
    today, days = terms.today(now), request.days
    found = connection.execute(
        statements.ESTIMATE,
        stock_queries.parameters(
            terms.operator_id,
            request.size,
            request.needed,
            days.first if days else today,
            days.last if days else today,
            now,
            own=own.id,
            own_kind=own.kind,
        )
        | {"venue": request.place.venue_id, "form_key": form_key},
    ).one()
    stays = agreed is not None and agreed.request.place.venue_id == request.place.venue_id
    if request.place.venue_id is not None and not found.venue and not stays:
        raise Invalid(fields={"venueId": "Unknown venue"})
    closed = None
    if days is not None:
        own_id = own.id if own.kind == BOOKING else 0
        closed = closed_for(connection, terms, *days.moments, now, own_id=own_id)
    if not request.has_price:
        return Estimate(terms, request, closed=closed)
    venue = Venue.from_row(found.venue[0]) if found.venue else None
    prices = TodaysPrices(price_list_of(found.price_list), found.stock, venue)
    rental = (
        price_rental(request, prices)
        if agreed is None
        else reprice(agreed, request, prices, caps_discount=caps_discount, renew=renew)
    )
    stock = stock_queries.stock_of(request.size, found.stock, found.taken, checked=bool(found.any_stock))
    check = StockCheck(request, stock, own)
    others: list[Alternative] = []
    if with_alternatives and days is not None and not check.fits:
        details = RefusalDetails(terms, check, rental, prices, keeps_price=by_operator)
        others = find_alternatives(connection, details, now, by_operator=by_operator)
    remembered = found.unmet[0] if found.unmet else None
    return Estimate(terms, request, rental, check, others, remembered, venue, closed)


def agreed_for_booking(connection: Connection, operator_id: int, booking_id: int) -> PricedRental | None:
    """What was agreed for a booking, without its days; None where there is none of that id."""
    found = connection.execute(statements.AGREED, {"operator": operator_id, "holder": booking_id}).one_or_none()
    if found is None:
        return None
    line = letters_line(found.message, size=found.size, color=found.color, add_ons=found.add_ons)
    return agreed_rental(RentalRequest((line,), place=Place(found.venue_id)), read_price(found.breakdown))


AGREED: dict[str, AgreedReader] = {BOOKING: agreed_for_booking}
"""Where what was agreed is found, by the kind of its holder. A package above adds what it keeps itself."""


def find_alternatives(
    connection: Connection, details: RefusalDetails, now: datetime, *, by_operator: bool
) -> list[Alternative]:
    """Up to three rentals that fit in place of one that does not (L6): the other sizes on the same days, then the
    nearest days in the same size, then, where neither helps, the nearest days in another size.

    For a refused booking they are looked for after the refused transaction has ended.
    """
    request, own, today = details.check.request, details.check.own, details.terms.today(now)
    days, needed = request.when, request.needed
    # An operator may enter what was very long ago: the calendar has a first day.
    before = min(LOOK_AROUND_DAYS, (days.first - FIRST_DAY).days)
    sizes, raw = stock_queries.read_stock_of_sizes(
        connection,
        details.terms.operator_id,
        needed,
        days.first - timedelta(before),
        days.last + timedelta(LOOK_AROUND_DAYS),
        now,
        own=own.id,
        own_kind=own.kind,
    )
    prices = replace(details.today, stock=raw)
    others = [row.code for row in prices.price_list.sizes if row.code != request.size]
    found: list[Alternative] = []
    for size in others:
        stock = sizes.get(size)
        if stock is not None and stock.fits(needed, days.first, days.last):
            found.append(_alternative("size", details, prices, size, timedelta(0)))
    not_before = days.delivery.day - timedelta(before) if by_operator else today
    for size in [request.size, *others]:
        stock = sizes.get(size)
        if stock is None or (size != request.size and found):
            continue
        kind = "dates" if size == request.size else "size"
        for by in _free_shifts(stock, needed, days, not_before):
            if len(found) >= MOST_ALTERNATIVES:
                break
            found.append(_alternative(kind, details, prices, size, by))
    return found[:MOST_ALTERNATIVES]


def _alternative(kind: str, details: RefusalDetails, prices: TodaysPrices, size: str, by: timedelta) -> Alternative:
    request, rental = details.rental.request, details.rental
    days = request.when
    if size != request.size:
        changed = request.in_size(size)
        rental = reprice(rental, changed, prices) if details.keeps_price else price_rental(changed, prices)
    return {
        "kind": kind,
        "size": size,
        "deliveryDate": (days.delivery.day + by).isoformat(),
        "pickupDate": (days.pickup.day + by).isoformat(),
        "total": units(rental.breakdown.total_cents),
    }


def _free_shifts(stock: Stock, needed: Mapping[str, int], days: Days, not_before: date) -> Iterator[timedelta]:
    """By how much the rental would have to move to fit, the nearest first."""
    if stock.checked and any(stock.owned.get(letter, 0) < count for letter, count in needed.items()):
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
    who: int | str,
    *,
    size: str | None,
    message: str | None,
    first: date,
    now: datetime,
    stop: StopKind | None = None,
) -> list[dict[str, Any]]:
    """For each day of the month that begins on ``first``, whether a one-day rental of the message can be had, and why
    not. Without a message no letters are looked at; ``stop`` asks for a day of delivery, or of pickup, alone.

    Raises UnknownOperator and Invalid on message. Of several reasons the first of past, closed, full, notice, letters.
    """
    terms = stock_queries.read_operator(connection, who)
    try:
        needed = count_letters(split_message(message)) if message and size else {}
    except MessageRefused as refused:
        raise Invalid(fields={"message": str(refused)}) from None
    after = max(0, terms.turnaround_days)
    next_month = (first.replace(day=28) + timedelta(days=4)).replace(day=1)
    stock = stock_queries.read_stock(
        connection, terms.operator_id, size or "", needed, first, next_month + timedelta(days=after), now
    )
    opening = Opening(terms.rules, terms.zone, now, read_stops(connection, terms, first, next_month, now))
    today = terms.today(now)

    def answer(day: date) -> dict[str, Any]:
        fits = stock.fits(needed, day, day + timedelta(days=after))
        reason = "past" if day < today else opening.of_day(day, stop) or (None if fits else "letters")
        return {"date": day.isoformat(), "available": reason is None} | ({"reason": reason} if reason else {})

    return [answer(first + timedelta(days=n)) for n in range((next_month - first).days)]
