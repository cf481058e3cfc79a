"""Creation of all bookings, under the caller's lock: read, check, price and write.

Runs on a bare connection in the transaction that has taken the operator's lock, and adds only two statements on
PostgreSQL (docs/adr/0004). Requests are priced and checked; accepted quotes come with their agreed price.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select

from marqueedesk.availability import stock_queries
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import statements
from marqueedesk.bookings.business_calendar import ClosedDay, closed_for
from marqueedesk.bookings.errors import (
    OwnHoldInTheWay,
    PriceChanged,
    RefusalDetails,
    RentalDoesNotFit,
    SenderBlocked,
    TooManyOpen,
)
from marqueedesk.bookings.hold_decision import decide_hold
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.new_booking import (
    NO_ORIGIN,
    OPEN_REQUESTS,
    REQUESTS,
    REQUESTS_A_DAY,
    REQUESTS_UNSEEN,
    CreateResult,
    NewBooking,
    Submission,
    sender_values,
)
from marqueedesk.bookings.stock_check import StockCheck
from marqueedesk.bookings.stored_rental import (
    days_of,
    is_same_request,
    remembered_place,
    rental_columns,
    time_and_place_columns,
)
from marqueedesk.bookings.unavailable_requests import known_shortage_columns
from marqueedesk.bookings.writer import CheckedColumns, TakenOverColumns, write_booking, write_taken_over
from marqueedesk.customers.contacts import CustomerTerms
from marqueedesk.customers.matching import add_details, key_parameters, match
from marqueedesk.instance_settings.service import free_cancellation_of
from marqueedesk.kit.db.detached_copy import from_row
from marqueedesk.kit.errors import Invalid, TooMany
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.idempotency import KeyReused
from marqueedesk.pricing.breakdown import Discount
from marqueedesk.pricing.payment_terms import StoredTerms
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.rental_pricing import price_new
from marqueedesk.rentals.rental_request import RentalRequest, RentalVenue
from marqueedesk.rentals.todays_prices import TodaysPrices, price_list_of

_DAY = timedelta(days=1)


def create_booking(
    connection: Connection,
    terms: Terms,
    request: RentalRequest,
    new: NewBooking,
    now: datetime,
    *,
    sent: Submission = NO_ORIGIN,
) -> CreateResult:
    """Reserve letters and write the booking in the caller's transaction. ``terms`` are those read when it took the
    lock.

    The total is computed here; an operator may set another (P5). If a visitor submits the same booking again while the
    first one awaits payment, the first one is returned. Raises Invalid (size, color, venue, discount, total),
    ClosedDay, RentalDoesNotFit, PriceChanged, KeyReused, SenderBlocked, TooMany, TooManyOpen and, if ``sent`` may
    replace it, OwnHoldInTheWay.
    """
    counter = sent.counter(terms.operator_id)
    network_digest = sent.network_digest(terms.operator_id)
    found = _read_under_lock(connection, terms, request, new, sent, counter, network_digest, now)
    prices = price_list_of(found.price_list, terms.currency)
    if found.made:
        return _made_before(connection, terms, found.made[0], sent, prices)
    if found.refused and new.is_from_visitor:
        raise SenderBlocked
    _refuse_over(found, opened_form=sent.opened_form, left=REQUESTS.window_end(now) - now)
    if found.unpaid is not None:
        unpaid = stored_booking(connection, terms, found.unpaid)
        is_on_network = unpaid.sender_network is not None and unpaid.sender_network == network_digest
        if is_same_request(unpaid, request, new.seen_total_cents, terms, now):
            if counter is not None:
                rate_limit.count(connection, REQUESTS, counter, now)
            if is_on_network and unpaid.awaits_prepayment(now):
                unpaid = _taken_over(connection, terms, unpaid, request, new, now)
            return CreateResult(unpaid, terms.zone, prices, resumed=True)
        if sent.may_replace and is_on_network and is_replaceable(unpaid, now):
            raise OwnHoldInTheWay(unpaid.id)
    venue = RentalVenue.from_row(found.venue[0]) if found.venue else None
    if venue is None and request.place.venue_id is not None and new.agreed is None:
        raise Invalid(fields={"venueId": "Unknown venue"})
    closed = None
    if new.is_from_visitor:
        closed = next(iter(closed_for(connection, terms, *request.when.moments, now)), None)
        if closed is not None and not new.ask_anyway:
            raise ClosedDay(closed, terms.rules.minimum_notice_hours)
    current_prices = TodaysPrices(prices, found.stock, venue, request.place.tax_address)
    customer = match(terms.operator_id, terms.region, new.customer, found.customer_keys, found.next_customer_id, now)
    if new.agreed is None:
        request = request.exempted(prices.sales_tax.exemption_of(new.customer.email))
    if new.takes_usual_discount:
        request = replace(request, discount=Discount(basis_points=customer.terms.discount_basis_points or 0))
    rental = new.agreed or price_new(request, current_prices, copy_of=new.copy_of)
    if new.discount_code is not None:
        new.discount_code.ensure_minimum_order(rental.breakdown.order_cents)
    check = StockCheck(request, stock_queries.stock_of(found, terms.today(now)), new.own_holds, prices.usual_finish)
    fits = check.fits
    known_shortages = None
    if new.ask_anyway and not new.by_operator and (closed is not None or not fits):
        known_shortages = known_shortage_columns(check.shortages, closed, check.names, sent.key)
    elif not fits and new.overbook_reason is None:
        details = RefusalDetails(terms, check, rental, current_prices, keeps_price=new.agreed is not None)
        raise RentalDoesNotFit(details, for_operator=new.by_operator)
    if new.own_total_cents is not None:
        rental = replace(rental, own_total_cents=new.own_total_cents)
    # Visitors see prices with tax, because a tax exemption is only looked up once their email address is known.
    is_less = rental.breakdown.tax_exempt and rental.total_cents <= (new.seen_total_cents or 0)
    if not is_less and new.seen_total_cents not in {None, rental.total_cents}:
        raise PriceChanged(breakdown=rental.breakdown.to_wire())
    if rental.total_cents < 0:
        raise Invalid(fields={"totalPrice": "Total price cannot be negative"})
    place = remembered_place(request.place, venue, agreed=new.agreed is not None)
    stored: CheckedColumns = {
        **rental_columns(rental, place),
        "id": found.id,
        "number": found.number,
        "customer_id": customer.customer_id,
        "payment_terms": _payment_terms(found, new, customer.terms),
        "free_cancellation_hours": _free_hours(found, new),
        "overbook_reason": None if fits else new.overbook_reason,
        "asked": known_shortages,
        "asked_anyway": known_shortages is not None,
        "possible_duplicate": bool(found.duplicate),
    }
    hold_decision = decide_hold(connection, terms, request, new, sent, found, check, network_digest, now)
    if sent.may_replace and hold_decision.exceeds_limits and found.network_holds_any:
        raise OwnHoldInTheWay
    booking, page_url = write_booking(
        connection,
        terms,
        new,
        sent,
        now,
        stored=stored,
        needs=request.needs,
        days=request.when,
        has_open_price=rental.has_open_price,
        hold_decision=hold_decision,
        customer_rows=customer.rows,
    )
    if customer.has_news:
        add_details(connection, terms.operator_id, customer.customer_id, terms.region, [new.customer], now)
    if found.unmet and sent.key is not None and known_shortages is None:
        connection.execute(statements.FORGET_UNMET, {"u_operator": terms.operator_id, "u_form_key": sent.key})
    return CreateResult(booking, terms.zone, prices, page_url=page_url)


def is_replaceable(booking: Booking, now: datetime) -> bool:
    """Return true while a booking is held for its payment and nothing was paid or authorized yet."""
    return booking.awaits_prepayment(now) and booking.received_cents == booking.processing_cents == 0


def _taken_over(
    connection: Connection, terms: Terms, unpaid: Booking, request: RentalRequest, new: NewBooking, now: datetime
) -> Booking:
    """Store the contact, times and notes that a customer sent when resuming an unpaid booking. Raises ClosedDay."""
    columns: TakenOverColumns = {
        **time_and_place_columns(request),
        "customer_name": new.customer.name,
        "customer_phone": new.customer.phone,
        "notes": new.notes,
        "event_type": new.event_type,
    }
    if all(getattr(unpaid, name) == value for name, value in columns.items()):
        return unpaid
    if days_of(unpaid, terms, now).moments != request.when.moments:
        closed = next(iter(closed_for(connection, terms, *request.when.moments, now, own_id=unpaid.id)), None)
        if closed is not None:
            raise ClosedDay(closed, terms.rules.minimum_notice_hours)
    write_taken_over(connection, terms, unpaid.id, columns, now)
    return stored_booking(connection, terms, unpaid.id)


def _payment_terms(found: Any, new: NewBooking, agreed: CustomerTerms) -> StoredTerms | None:
    """Return the payment terms of a new booking. A sent quote keeps its terms, a booking that the business enters has
    those agreed with the customer; others have the business's current terms, which the booking form showed.
    """
    if new.payment_terms is not None:
        return new.payment_terms
    return agreed.payment_terms if new.by_operator and agreed.payment_terms is not None else found.payment_terms


def _free_hours(found: Any, new: NewBooking) -> int:
    """Return how many hours before delivery free cancellation ends: the quote's value, or else the current setting of
    the business or installation.
    """
    if new.free_cancellation_hours is not None:
        return new.free_cancellation_hours
    return free_cancellation_of(found.usual_free_hours) if found.own_free_hours is None else found.own_free_hours


def find_replayed(connection: Connection, terms: Terms, sent: Submission) -> CreateResult | None:
    """Return the result of an earlier request with the same key, or None. Raises KeyReused."""
    if sent.key is None:
        return None
    found = statements.READ_BY_KEY.one(connection, {"operator": terms.operator_id, "key": sent.key})
    if not found.made:
        return None
    return _made_before(connection, terms, found.made[0], sent, price_list_of(found.price_list, terms.currency))


def _read_under_lock(
    connection: Connection,
    terms: Terms,
    request: RentalRequest,
    new: NewBooking,
    sent: Submission,
    counter: str | None,
    network_digest: str | None,
    now: datetime,
) -> Any:
    days, own = request.when, new.own_holds
    return statements.READ_FOR_NEW_BOOKING.one(
        connection,
        stock_queries.parameters(terms, request.needs, days.first, days.last, now, own=own)
        | {
            "for_network": network_digest,
            "size": request.size,
            "venue": request.place.venue_id,
            "pickup_day": days.pickup.day,
            # Customers without an email address are never matched with each other.
            "email": new.customer.email or None,
            "email_to_resume": new.customer.email.lower() or None if new.is_from_visitor else None,
            "message": request.message,
            "key": sent.key,
            "form_key": sent.key,
            "counter": counter,
            "window_ends": REQUESTS.window_end(now),
            "day_ago": now - _DAY,
            "today": terms.today(now),
            "sender_values": sender_values(new.customer.email, network_digest),
        }
        | key_parameters(new.customer, terms.region),
    )


def _refuse_over(found: Any, *, opened_form: bool, left: timedelta) -> None:
    """Raise TooMany if the counts in ``found`` exceed the limits of W9. ``left`` is the rest of the current window."""
    if (found.counted or 0) >= (REQUESTS.times if opened_form else REQUESTS_UNSEEN):
        raise TooMany(retry_after=max(1, int(left.total_seconds())))
    if (found.counted_today or 0) >= REQUESTS_A_DAY:
        raise TooMany(
            "Your network has reached today's limit of requests for this form. Please try again tomorrow, or"
            " contact the business.",
            retry_after=int(REQUESTS.window.total_seconds()),
        )
    if found.open_requests >= OPEN_REQUESTS:
        raise TooManyOpen.format(limit=OPEN_REQUESTS)


def _made_before(
    connection: Connection, terms: Terms, made: list[Any], sent: Submission, prices: PriceList
) -> CreateResult:
    if made[1] != sent.fingerprint:
        raise KeyReused
    return CreateResult(stored_booking(connection, terms, made[0]), terms.zone, prices, replayed=True)


def stored_booking(connection: Connection, terms: Terms, booking_id: int) -> Booking:
    """Return a stored booking, detached from any session."""
    bookings = statements.bookings
    rows = connection.execute(
        select(bookings).where(bookings.c.operator_id == terms.operator_id, bookings.c.id == booking_id)
    )
    return from_row(Booking, rows.one())
