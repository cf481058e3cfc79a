"""Price, stock and ways out for what a form holds: reads only, promises nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from marqueedesk.availability import facts as stock_facts
from marqueedesk.availability.days import FIRST_DAY
from marqueedesk.availability.errors import wire_shortage
from marqueedesk.availability.facts import Terms
from marqueedesk.availability.message import MessageRefused, count_letters, split_message
from marqueedesk.availability.models import BOOKING, QUOTE
from marqueedesk.availability.stock import Shortage, Stock
from marqueedesk.bookings import facts
from marqueedesk.bookings.rental import (
    Days,
    Venue,
    chosen_add_ons,
    price_list_of,
    read_changed_price,
    read_days,
    read_letters,
    read_price,
    shown_breakdown,
)
from marqueedesk.bookings.schemas import EstimateInput
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.money import units
from marqueedesk.pricing.breakdown import Breakdown
from marqueedesk.pricing.extras import read_discount
from marqueedesk.pricing.price_list import PriceList

MOST_ALTERNATIVES = 3
LOOK_AROUND_DAYS = 60
"""How far before and after the wanted days the nearest free ones are looked for."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An answer to a form, and what the edge may want to remember of it (L9)."""

    terms: Terms
    letters: list[str]
    price: Breakdown | None
    stock: Stock | None
    days: Days | None
    shortages: list[Shortage]
    alternatives: list[dict[str, Any]]
    remembered: list[Any] | None
    venue: Venue | None = None

    def answer(self, *, for_operator: bool) -> dict[str, Any]:
        """The estimate as the wire shows it; free counts only to the operator (L6)."""
        complete = self.days is not None and self.stock is not None
        body: dict[str, Any] = {
            "letters": self.letters,
            "breakdown": self.price.to_wire() if self.price else None,
            "available": False if self.shortages else True if complete else None,
            "shortages": [wire_shortage(row, for_operator=for_operator) for row in self.shortages],
            "alternatives": self.alternatives,
        }
        if for_operator and self.stock is not None and self.days is not None:
            body["stockChecked"] = self.stock.checked
            body["free"] = self.stock.free(count_letters(self.letters), self.days.first, self.days.last)
        return body


def estimate(
    connection: Connection,
    who: int | str,
    form: EstimateInput,
    *,
    by_operator: bool,
    form_key: str | None,
    now: datetime,
    ways_out: bool = True,
) -> Estimate:
    """Price and stock of a form, complete or not: what it does not say yet is None in the answer.

    Without ``ways_out`` no alternatives are looked for.
    Without dates the price is for one day. Raises UnknownOperator and, for what is there but wrong, Invalid.
    ``connection`` may be one on which every statement is its own transaction.
    """
    terms = stock_facts.read_operator(connection, who)
    letters = read_letters(form.message) if form.message and form.message.strip() else []
    needed = count_letters(letters)
    days = None
    if form.delivery_date and form.pickup_date:
        days = read_days(
            terms, form.delivery_date, form.pickup_date, form.preferred_install_time, now, by_operator=by_operator
        )
    today = terms.today(now)
    size = form.size or ""
    own, own_kind = _own(form) if by_operator else (0, BOOKING)
    found = connection.execute(
        facts.ESTIMATE,
        stock_facts.parameters(
            terms.operator_id,
            size,
            needed,
            days.first if days else today,
            days.last if days else today,
            now,
            own=own,
            own_kind=own_kind,
        )
        | {"venue": form.venue_id, "form_key": form_key},
    ).one()
    if form.venue_id is not None and not found.venue:
        raise Invalid(fields={"venueId": "Unknown venue"})
    if not letters or not form.size:
        return Estimate(terms, letters, None, None, days, [], [], None)
    prices = price_list_of(found.price_list)
    venue = Venue.from_row(found.venue[0]) if found.venue else None
    pricer = _Pricer(
        prices,
        letters,
        days.rental_days if days else 1,
        form,
        venue,
        _agreed(connection, terms, form) if by_operator else None,
    )
    more: dict[str, Any] = {}
    if by_operator:
        more = {"extras": [line.amount for line in form.extra_lines], "discount": read_discount(form.discount)}
    price = pricer.agreed = pricer.price(size, stock_facts.letter_prices(size, found.stock), **more)
    stock = stock_facts.stock_of(size, found.stock, found.taken, checked=bool(found.any_stock))
    if days is None:
        return Estimate(terms, letters, price, None, None, stock.not_owned(needed), [], None, venue)
    short = stock.shortages(needed, days.first, days.last)
    found_ways: list[dict[str, Any]] = []
    if short and ways_out:
        found_ways = alternatives(
            connection,
            terms,
            size=size,
            needed=needed,
            days=days,
            now=now,
            by_operator=by_operator,
            price=pricer,
            own=own,
            own_kind=own_kind,
        )
    remembered = found.unmet[0] if found.unmet else None
    return Estimate(terms, letters, price, stock, days, short, found_ways, remembered, venue)


def _own(form: EstimateInput) -> tuple[int, str]:
    """Whose holds do not count: those of the booking or of the quote that the form is about."""
    return (form.quote_id, QUOTE) if form.quote_id is not None else (form.booking_id or 0, BOOKING)


def _agreed(connection: Connection, terms: Terms, form: EstimateInput) -> Breakdown | None:
    """The price of the booking that the form changes: its extra lines and its discount stay."""
    if form.booking_id is None:
        return None
    stored = connection.execute(
        facts.AGREED, {"operator": terms.operator_id, "booking": form.booking_id}
    ).scalar_one_or_none()
    return None if stored is None else shown_breakdown(stored)


class _Pricer:
    """The price of a wish, in any size. ``agreed`` is a price whose extra lines and discount every answer keeps."""

    def __init__(
        self,
        prices: PriceList,
        letters: list[str],
        days: int,
        form: EstimateInput,
        venue: Venue | None,
        agreed: Breakdown | None = None,
    ) -> None:
        self.sizes = [row.code for row in prices.sizes]
        self.agreed = agreed
        self._prices = prices
        self._wish: dict[str, Any] = {
            "letters": letters,
            "days": days,
            "color": form.color_option,
            "add_ons": chosen_add_ons(prices, form.add_ons),
            "venue": venue,
        }

    def price(self, size: str, letter_prices: dict[str, int], **more: Any) -> Breakdown:
        """The price in this size. ``more`` are the extra lines and the discount, where there is no agreed price."""
        wish = self._wish | {"size": size, "letter_prices": letter_prices}
        if self.agreed is not None:
            return read_changed_price(self.agreed, self._prices, **wish)
        return read_price(self._prices, **wish, **more)


def alternatives_for_booking(
    connection: Connection,
    terms: Terms,
    form: EstimateInput,
    days: Days,
    needed: Mapping[str, int],
    now: datetime,
    *,
    agreed: Breakdown | None = None,
    by_operator: bool = False,
) -> list[dict[str, Any]]:
    """Rentals that do work, for a refused booking: computed afresh, after the refused transaction has ended.

    ``agreed`` is a price whose extra lines and discount they keep. The holds of the quote that the form names do not
    count.
    """
    found = connection.execute(
        facts.ESTIMATE,
        stock_facts.parameters(terms.operator_id, form.size or "", {}, days.first, days.last, now)
        | {"venue": form.venue_id, "form_key": None},
    ).one()
    prices = price_list_of(found.price_list)
    letters = split_message(form.message or "")
    venue = Venue.from_row(found.venue[0]) if found.venue else None
    pricer = _Pricer(prices, letters, days.rental_days, form, venue, agreed)
    own, own_kind = _own(form)
    return alternatives(
        connection,
        terms,
        size=form.size or "",
        needed=needed,
        days=days,
        now=now,
        by_operator=by_operator,
        price=pricer,
        own=own,
        own_kind=own_kind,
    )


def alternatives(
    connection: Connection,
    terms: Terms,
    *,
    size: str,
    needed: Mapping[str, int],
    days: Days,
    now: datetime,
    by_operator: bool,
    price: _Pricer,
    own: int = 0,
    own_kind: str = BOOKING,
) -> list[dict[str, Any]]:
    """Up to three rentals that fit (L6): the other sizes on the same days, then the nearest days in the same size,
    then, where neither helps, the nearest days in another size.
    """
    today = terms.today(now)
    # An operator may enter what was very long ago: the calendar has a first day.
    before = min(LOOK_AROUND_DAYS, (days.first - FIRST_DAY).days)
    first, last = days.first - timedelta(before), days.last + timedelta(LOOK_AROUND_DAYS)
    sizes, raw = stock_facts.read_stock_of_sizes(
        connection, terms.operator_id, needed, first, last, now, own=own, own_kind=own_kind
    )
    found: list[dict[str, Any]] = []
    for other in price.sizes:
        stock = sizes.get(other)
        if other != size and stock is not None and stock.fits(needed, days.first, days.last):
            found.append(_way_out("size", other, days.delivery.day, days.pickup.day, price, raw))
    for candidate in [size, *(other for other in price.sizes if other != size)]:
        stock = sizes.get(candidate)
        if stock is None or (candidate != size and found):
            continue
        kind = "dates" if candidate == size else "size"
        for by in _free_shifts(stock, needed, days, days.delivery.day - timedelta(before) if by_operator else today):
            if len(found) >= MOST_ALTERNATIVES:
                break
            delivery, pickup = days.delivery.day + by, days.pickup.day + by
            found.append(_way_out(kind, candidate, delivery, pickup, price, raw))
    return found[:MOST_ALTERNATIVES]


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


def _way_out(
    kind: str, size: str, delivery: date, pickup: date, price: _Pricer, raw: list[list[Any]]
) -> dict[str, Any]:
    return {
        "kind": kind,
        "size": size,
        "deliveryDate": delivery.isoformat(),
        "pickupDate": pickup.isoformat(),
        "total": units(price.price(size, stock_facts.letter_prices(size, raw)).total_cents),
    }


def _nearest(most: int) -> Iterator[int]:
    for distance in range(1, most + 1):
        yield distance
        yield -distance


def calendar(
    connection: Connection, who: int | str, *, size: str, message: str, first: date, now: datetime
) -> list[dict[str, Any]]:
    """For each day of the month that begins on ``first``, whether a one-day rental of the message fits.

    Raises UnknownOperator and Invalid on message. Days in the past are never available; a day that is not says why.
    """
    terms = stock_facts.read_operator(connection, who)
    try:
        needed = count_letters(split_message(message))
    except MessageRefused as refused:
        raise Invalid(fields={"message": str(refused)}) from None
    after = max(0, terms.turnaround_days)
    next_month = (first.replace(day=28) + timedelta(days=4)).replace(day=1)
    stock = stock_facts.read_stock(
        connection, terms.operator_id, size, needed, first, next_month + timedelta(days=after), now
    )
    today = terms.today(now)

    def answer(day: date) -> dict[str, Any]:
        fits = stock.fits(needed, day, day + timedelta(days=after))
        reason = "past" if day < today else None if fits else "letters"
        return {"date": day.isoformat(), "available": reason is None} | ({"reason": reason} if reason else {})

    return [answer(first + timedelta(days=n)) for n in range((next_month - first).days)]
