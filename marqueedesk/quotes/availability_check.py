"""Check a quote's current availability, and find the bookings or quotes that conflict with it. Read-only; nothing is
reserved.
"""

from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.availability.days import occupied
from marqueedesk.availability.errors import wire_shortage
from marqueedesk.availability.models import BOOKING, QUOTE, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.errors import RefusalDetails, RentalDoesNotFit
from marqueedesk.bookings.estimate import Alternative, find_alternatives
from marqueedesk.bookings.stock_check import StockCheck, check_stock
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import queries
from marqueedesk.quotes.content import days_of, rental_of
from marqueedesk.quotes.models import Quote, QuoteContent
from marqueedesk.quotes.schemas import CollisionOut, FitOut
from marqueedesk.quotes.serializers import day_answer, shown_status
from marqueedesk.rentals.rental_request import iso
from marqueedesk.rentals.todays_prices import TodaysPrices


def check_of(db: Session, terms: Terms, quote: Quote, content: QuoteContent, now: datetime) -> StockCheck | None:
    """Check a quote's content against the stock; None without both dates.

    For a binding check, call after taking the operator's lock in the same transaction. Letters held by the quote
    itself, or by its booking, do not count against it.
    """
    days = days_of(content, terms, now)
    if days is None:
        return None
    own = Holder(QUOTE, quote.id) if quote.booking_id is None else Holder(BOOKING, quote.booking_id)
    usual = pricing.price_list(db).usual_finish
    return check_stock(db.connection(), terms, rental_of(content, days).request, now, own=own, usual_finish=usual)


def refusal_of(
    db: Session, terms: Terms, content: QuoteContent, check: StockCheck, *, for_operator: bool
) -> RentalDoesNotFit:
    """Return the error to raise if a quote's content no longer fits the stock."""
    return RentalDoesNotFit(_details(db, terms, content, check), for_operator=for_operator)


def _details(db: Session, terms: Terms, content: QuoteContent, check: StockCheck) -> RefusalDetails:
    """Return the input of the search for alternatives, which are priced with the quote's custom lines and discount."""
    today = TodaysPrices(pricing.price_list(db))
    return RefusalDetails(terms, check, rental_of(content, check.request.when), today, keeps_price=True)


def fit_out(db: Session, terms: Terms, quote: Quote, now: datetime) -> FitOut:
    """Serialize the current version's availability for the operator, with conflicting bookings and quotes."""
    content = quote.content
    check = check_of(db, terms, quote, content, now)
    if check is None:
        return FitOut(available=None, shortages=[], collisions=[], alternatives=[])
    short = check.shortages
    others: list[Alternative] = []
    if short:
        details = _details(db, terms, content, check)
        others = find_alternatives(db.connection(), details, now, by_operator=True)
    return FitOut.model_validate(
        {
            "available": not short,
            "shortages": [wire_shortage(row, for_operator=True, names=check.names) for row in short],
            "collisions": _collisions(db, terms, quote, check, now),
            "alternatives": others,
        }
    )


def _collisions(db: Session, terms: Terms, quote: Quote, check: StockCheck, now: datetime) -> list[CollisionOut]:
    """Return the bookings and quotes that hold the missing letters, and other open quotes that could not be accepted in
    addition to this one.
    """
    wanted_days = check.request.when
    short = [row.piece for row in check.shortages]
    held = queries.holders(db, short, wanted_days.first, wanted_days.last, now) if short else {}
    held.pop((QUOTE, quote.id), None)
    held.pop((BOOKING, quote.booking_id or 0), None)
    bookings = queries.bookings_of(db, [holder for kind, holder in held if kind == BOOKING])
    quotes = queries.quotes_of(db, [holder for kind, holder in held if kind == QUOTE])
    found: list[CollisionOut] = []
    for (kind, holder), pieces in held.items():
        letters = check.names.of(piece for piece in check.request.needs if piece in pieces)
        if kind == BOOKING and holder in bookings:
            row = bookings[holder]
            delivery_date = iso(row.delivery_day, row.delivery_clock, terms.zone)
            pickup_date = iso(row.pickup_day, row.pickup_clock, terms.zone)
            found.append(
                CollisionOut.of_row(
                    row, kind="booking", delivery_date=delivery_date, pickup_date=pickup_date, letters=letters
                )
            )
        elif holder in quotes:
            found.append(_other_quote(quotes[holder], letters, terms, now))
    if quote.booking_id is None:
        found += [
            _other_quote(other, letters, terms, now)
            for other in queries.offers_between(db, wanted_days.first, wanted_days.last, now)
            if other.id != quote.id and other.id not in quotes and (letters := _contested(other, check, terms))
        ]
    return found[: queries.MOST_COLLISIONS]


def _contested(other: Quote, check: StockCheck, terms: Terms) -> list[str]:
    """Return the letters of which there are too few for both this rental and another quote on the days when they
    overlap.
    """
    if other.delivery_day is None or other.pickup_day is None:
        return []
    first, last = occupied(other.delivery_day, other.pickup_day, terms.turnaround_days)
    days = check.request.when
    first, last = max(first, days.first), min(last, days.last)
    if first > last:
        return []
    theirs = rental_of(other.content).request.needs
    together = {piece: count + theirs[piece] for piece, count in check.request.needs.items() if piece in theirs}
    return check.names.of(row.piece for row in check.stock.shortages(together, first, last))


def _other_quote(other: Quote, letters: list[str], terms: Terms, now: datetime) -> CollisionOut:
    return CollisionOut.of_row(
        other,
        kind="quote",
        delivery_date=day_answer(other.content["delivery_date"], terms.zone),
        pickup_date=day_answer(other.content["pickup_date"], terms.zone),
        status=shown_status(other, now),
        letters=letters,
    )
