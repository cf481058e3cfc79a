"""Whether a quote would fit today, and which booking or other quote stands in its way. Reads only, promises nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from marqueedesk.availability import facts as stock_facts
from marqueedesk.availability.days import occupied
from marqueedesk.availability.errors import wire_shortage
from marqueedesk.availability.facts import Terms
from marqueedesk.availability.message import count_letters, split_message
from marqueedesk.availability.models import BOOKING, QUOTE
from marqueedesk.availability.stock import Shortage, Stock
from marqueedesk.bookings.estimate import alternatives_for_booking
from marqueedesk.bookings.rental import Days, iso
from marqueedesk.kit.errors import Invalid
from marqueedesk.quotes import queries
from marqueedesk.quotes.answers import day_answer, shown_status
from marqueedesk.quotes.content import days_of, form_of, price_of
from marqueedesk.quotes.models import Quote


@dataclass(frozen=True, slots=True)
class Need:
    """What a quote's content would take: which letters, when, and what there is of them without its own holds."""

    size: str
    needed: Mapping[str, int]
    days: Days
    stock: Stock

    @property
    def shortages(self) -> list[Shortage]:
        """The letters that are short."""
        return self.stock.shortages(self.needed, self.days.first, self.days.last)


def need_of(db: Session, terms: Terms, quote: Quote, content: Mapping[str, Any], now: datetime) -> Need | None:
    """What a content of a quote needs; None while it has not got both of its days.

    For a promise, only after the operator's lock was taken in the same transaction. What the quote holds itself, or the
    booking that it became, does not count against it.
    """
    days = days_of(content, terms, now)
    if days is None:
        return None
    needed = count_letters(split_message(content["message"]))
    own = (quote.id, QUOTE) if quote.booking_id is None else (quote.booking_id, BOOKING)
    stock = stock_facts.read_stock(
        db.connection(),
        terms.operator_id,
        content["size"],
        needed,
        days.first,
        days.last,
        now,
        own=own[0],
        own_kind=own[1],
    )
    return Need(content["size"], needed, days, stock)


def fit_answer(db: Session, terms: Terms, quote: Quote, now: datetime) -> dict[str, Any]:
    """Whether the present version would fit today, with what it collides with, for the operator's eyes."""
    need = need_of(db, terms, quote, quote.content, now)
    if need is None:
        return {"available": None, "shortages": [], "collisions": [], "alternatives": []}
    short = need.shortages
    ways_out = ways_out_of(db, terms, quote.id, quote.content, need, now, by_operator=True) if short else []
    return {
        "available": not short,
        "shortages": [wire_shortage(row, for_operator=True) for row in short],
        "collisions": _collisions(db, terms, quote, need, now),
        "alternatives": ways_out,
    }


def ways_out_of(
    db: Session,
    terms: Terms,
    quote_id: int,
    content: Mapping[str, Any],
    need: Need,
    now: datetime,
    *,
    by_operator: bool,
) -> list[dict[str, Any]]:
    """Rentals that would fit instead (L6), at what they would cost with the same extra lines and discount."""
    try:
        return alternatives_for_booking(
            db.connection(),
            terms,
            form_of(content, quote_id),
            need.days,
            need.needed,
            now,
            agreed=price_of(content),
            by_operator=by_operator,
        )
    except Invalid:
        # What was quoted is not on the price list any more, so nothing else has a price either.
        return []


def _collisions(db: Session, terms: Terms, quote: Quote, need: Need, now: datetime) -> list[dict[str, Any]]:
    """Who holds the letters that are short; and which other offers could not be accepted beside this one."""
    if not need.stock.checked:
        return []
    short = [row.letter for row in need.shortages]
    held = queries.holders(db, need.size, short, need.days.first, need.days.last, now) if short else {}
    held.pop((QUOTE, quote.id), None)
    held.pop((BOOKING, quote.booking_id or 0), None)
    bookings = queries.bookings_of(db, [holder for kind, holder in held if kind == BOOKING])
    quotes = queries.quotes_of(db, [holder for kind, holder in held if kind == QUOTE])
    found: list[dict[str, Any]] = []
    for (kind, holder), held_letters in held.items():
        letters = [letter for letter in need.needed if letter in held_letters]
        if kind == BOOKING and holder in bookings:
            row = bookings[holder]
            found.append(
                {
                    "kind": BOOKING,
                    "id": row.id,
                    "number": row.number,
                    "customerName": row.customer_name,
                    "message": row.message,
                    "deliveryDate": iso(row.delivery_day, row.delivery_clock, terms.zone),
                    "pickupDate": iso(row.pickup_day, row.pickup_clock, terms.zone),
                    "status": row.status,
                    "letters": letters,
                }
            )
        elif holder in quotes:
            found.append(_other_quote(quotes[holder], letters, terms, now))
    if quote.booking_id is None:
        found += [
            _other_quote(other, letters, terms, now)
            for other in queries.offers_between(db, need.size, need.days.first, need.days.last, now)
            if other.id != quote.id and other.id not in quotes and (letters := _contested(other, need, terms))
        ]
    return found[: queries.MOST_COLLISIONS]


def _contested(other: Quote, need: Need, terms: Terms) -> list[str]:
    """The letters that this need and another offer cannot both have on the days that they share."""
    if other.delivery_day is None or other.pickup_day is None:
        return []
    first, last = occupied(other.delivery_day, other.pickup_day, terms.turnaround_days)
    first, last = max(first, need.days.first), min(last, need.days.last)
    if first > last:
        return []
    theirs = count_letters(split_message(other.message))
    together = {letter: count + theirs[letter] for letter, count in need.needed.items() if letter in theirs}
    return [row.letter for row in need.stock.shortages(together, first, last)]


def _other_quote(other: Quote, letters: list[str], terms: Terms, now: datetime) -> dict[str, Any]:
    return {
        "kind": QUOTE,
        "id": other.id,
        "number": other.number,
        "customerName": other.customer_name,
        "message": other.message,
        "deliveryDate": day_answer(other.content["delivery_date"], terms.zone),
        "pickupDate": day_answer(other.content["pickup_date"], terms.zone),
        "status": shown_status(other, now),
        "letters": letters,
    }
