"""Creating a booking: lock, read, check, price, write. The only text that does, for all who book.

Runs on a bare connection inside the caller's transaction, after the operator's lock: two more statements on PostgreSQL
(docs/adr/0004). A request is priced and checked; a quote that was accepted brings the price that was agreed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, Table, select

from marqueedesk.availability import facts as stock_queries
from marqueedesk.availability.facts import Terms
from marqueedesk.availability.models import BOOKING, NOBODY, QUOTE, WAITING, Holder
from marqueedesk.availability.service import new_holds
from marqueedesk.bookings import statements
from marqueedesk.bookings.asked import asked_columns
from marqueedesk.bookings.collecting import PAY_ENDS, PAY_WITHIN, AsksForPayment, to_collect
from marqueedesk.bookings.discount_codes import UsableCode
from marqueedesk.bookings.errors import PriceChanged, RefusalDetails, RentalDoesNotFit, TooManyOpen
from marqueedesk.bookings.links import BookingLinks
from marqueedesk.bookings.models import CONFIRMED, FROM_FORM, FROM_OPERATOR, PENDING, RESERVED, Booking
from marqueedesk.bookings.opening import ClosedDay, closed_for
from marqueedesk.bookings.priced_rental import PricedRental, TodaysPrices, price_list_of, price_rental, reprice
from marqueedesk.bookings.rental_request import Place, RentalRequest, Venue
from marqueedesk.bookings.search import text_of
from marqueedesk.bookings.stock_check import StockCheck
from marqueedesk.bookings.stored_rental import rental_columns
from marqueedesk.domain_events import BookingPlaced, row_of
from marqueedesk.kit import idempotency, jobs, rate_limit
from marqueedesk.kit.errors import Invalid, TooMany
from marqueedesk.kit.events import event_row, events
from marqueedesk.kit.idempotency import KeyReused
from marqueedesk.kit.rate_limit import Limit
from marqueedesk.kit.row_writer import Columns, Rows, write_rows
from marqueedesk.kit.tables import Counter, IdempotencyKey, Job
from marqueedesk.pricing.agreed_price import deposit_of
from marqueedesk.pricing.payment_terms import StoredTerms
from marqueedesk.pricing.price_list import PriceList

REQUESTS = Limit("booking-address", 30, timedelta(hours=1))
"""Requests that one network may send to one operator (all processes count together), refused ones included (W9)."""
REQUESTS_UNSEEN = 10
"""How many of them may come from senders who have not opened the form."""
REQUESTS_A_DAY = 60
OPEN_REQUESTS = 10
"""Requests of one email address that one operator keeps letters for at a time."""
_DAY = timedelta(days=1)
_jobs = cast("Table", Job.__table__)
_keys = cast("Table", IdempotencyKey.__table__)
_counters = cast("Table", Counter.__table__)


@dataclass(frozen=True, slots=True)
class Customer:
    """The person who rents; ``email`` is empty for somebody who is only reached by phone."""

    name: str
    email: str
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class NewBooking:
    """The data stored with a booked rental: its customer, the person who enters it, and everything else that was given.

    ``agreed`` is a price from before, which is taken over instead of computed; ``copy_of`` a rental that it repeats at
    the prices that were agreed for it; ``quote_id`` the quote that it comes from, whose own holds do not count, and
    ``payment_terms`` what that was sent with; ``waiting_id`` the offer of the waiting list (bookings.waiting), too.
    ``as_request`` leaves an operator's own booking pending, ``ask_anyway`` sends a visitor's request that letters or
    closed days would have refused: it holds none. ``seen_total_cents`` is what a visitor had on the screen,
    ``own_total_cents`` what an operator charges, ``overbook_reason`` why an operator books more than is there (L10).
    """

    customer: Customer
    by_operator: bool
    placed_by: str | None = None
    event_type: str | None = None
    notes: str | None = None
    operator_notes: str | None = None
    seen_total_cents: int | None = None
    own_total_cents: int | None = None
    overbook_reason: str | None = None
    agreed: PricedRental | None = None
    copy_of: PricedRental | None = None
    as_request: bool = False
    ask_anyway: bool = False
    quote_id: int | None = None
    waiting_id: int | None = None
    payment_terms: StoredTerms | None = None
    discount_code: UsableCode | None = None

    @property
    def own_holds(self) -> Holder:
        """Whose holds do not count against it."""
        if self.waiting_id is not None:
            return Holder(WAITING, self.waiting_id)
        return NOBODY if self.quote_id is None else Holder(QUOTE, self.quote_id)


@dataclass(frozen=True, slots=True)
class Submission:
    """The origin of a booking: its idempotency key, its fingerprint, and its network.

    ``address`` is limited (None: not limited, W9), ``opened_form`` says whether the visitor is known to have had the
    form open. With ``links`` the booking gets the link of its page at once. ``takes_cards`` says whether the business
    can take a payment with the booking; None where nobody has looked.
    """

    key: str | None = None
    fingerprint: str = ""
    address: str | None = None
    opened_form: bool = True
    links: BookingLinks | None = None
    takes_cards: bool | None = False

    def counter(self, operator_id: int) -> str | None:
        """The key under which its tries are counted."""
        return REQUESTS.key(operator_id, self.address) if self.address is not None else None


DIRECT = Submission()


@dataclass(frozen=True, slots=True)
class CreateResult:
    """A booking that was created, or, ``replayed``, that an earlier request with the same key had created.

    ``row`` holds the booking's columns, ``prices`` is what the operator offers, ``page_url`` the address of the page
    that was made with it.
    """

    id: int
    row: Mapping[str, Any]
    zone: ZoneInfo
    prices: PriceList
    replayed: bool = False
    page_url: str | None = None

    @property
    def number(self) -> int:
        """The number that people call it by (B17)."""
        return self.row["number"]


def create_booking(
    connection: Connection,
    terms: Terms,
    request: RentalRequest,
    new: NewBooking,
    now: datetime,
    *,
    sent: Submission = DIRECT,
) -> CreateResult:
    """Promise letters and write the booking, in the caller's transaction, from whose lock ``terms`` come.

    The total is computed here; an operator may set another (P5). Raises Invalid (size, color, venue, discount, total),
    ClosedDay, RentalDoesNotFit, PriceChanged, KeyReused, TooMany, TooManyOpen and AsksForPayment.
    """
    counter = sent.counter(terms.operator_id)
    found = _read(connection, terms, request, new, sent, counter, now)
    prices = price_list_of(found.price_list)
    if found.made:
        return _made_before(connection, terms, found.made[0], sent, prices)
    _refuse_over(found, opened_form=sent.opened_form, left=REQUESTS.window_end(now) - now)
    venue = Venue.from_row(found.venue[0]) if found.venue else None
    if venue is None and request.place.venue_id is not None and new.agreed is None:
        raise Invalid(fields={"venueId": "Unknown venue"})
    closed = None
    if not new.by_operator and new.agreed is None:
        closed = closed_for(connection, terms, *request.when.moments, now)
        if closed is not None and not new.ask_anyway:
            raise ClosedDay(closed, terms.rules.minimum_notice_hours)
    today = TodaysPrices(prices, found.stock, venue, request.place.zip_code)
    rental = new.agreed or _priced(request, new.copy_of, today)
    if new.discount_code is not None:
        new.discount_code.refuse_below(rental.breakdown.order_cents)
    check = StockCheck(request, stock_queries.stock_of(found, terms.today(now)), new.own_holds, prices.usual_finish)
    fits = check.fits
    asked = None
    if new.ask_anyway and not new.by_operator and (closed is not None or not fits):
        asked = asked_columns(check.shortages, closed, check.names, sent.key)
    elif not fits and new.overbook_reason is None:
        details = RefusalDetails(terms, check, rental, today, keeps_price=new.agreed is not None)
        raise RentalDoesNotFit(details, for_operator=new.by_operator)
    total = rental.total_cents if new.own_total_cents is None else new.own_total_cents
    if new.seen_total_cents not in {None, total}:
        raise PriceChanged(rental.breakdown.to_wire())
    if total < 0:
        raise Invalid(fields={"totalPrice": "Total price cannot be negative"})
    row = {"id": found.id, "number": found.number, "operator_id": terms.operator_id} | _columns(terms, new, rental, now)
    # A quote that was sent with terms keeps these; anything else takes what the business asks for today.
    row["payment_terms"] = found.payment_terms if new.payment_terms is None else new.payment_terms
    row |= rental_columns(rental, _place(request.place, venue, agreed=new.agreed is not None)) | {
        "total_cents": total,
        "deposit_cents": deposit_of(rental.price, total),
        "overbook_reason": None if fits else new.overbook_reason,
        "asked": asked,
        "possible_duplicate": bool(found.duplicate),
    }
    if asked is not None:
        # It waits for an answer regardless of the rules, and holds nothing meanwhile.
        row |= {"status": PENDING, "hold_expires_at": now}
    elif not new.by_operator and new.agreed is None and not _is_open(rental) and to_collect(row, terms.zone):
        if sent.takes_cards is None:
            raise AsksForPayment
        if sent.takes_cards:
            pay_by = now + PAY_WITHIN
            row |= {"status": PENDING, "hold_expires_at": pay_by, "pay_by": pay_by}
    row["search_text"] = text_of(row)
    parts, page_url = _rows_of(row, request, sent, counter, now), None
    if sent.links is not None:
        page_url, link = sent.links.first(terms.operator_id, found.id, now)
        parts += link
    write_rows(connection, parts)
    if found.unmet and sent.key is not None and asked is None:
        connection.execute(statements.FORGET_UNMET, {"u_operator": terms.operator_id, "u_form_key": sent.key})
    return CreateResult(found.id, row, terms.zone, prices, page_url=page_url)


def find_replayed(connection: Connection, terms: Terms, sent: Submission) -> CreateResult | None:
    """The result of an earlier request with the same key, or None. Raises KeyReused."""
    if sent.key is None:
        return None
    found = connection.execute(statements.MADE, {"operator": terms.operator_id, "key": sent.key}).one()
    if not found.made:
        return None
    return _made_before(connection, terms, found.made[0], sent, price_list_of(found.price_list))


def _read(
    connection: Connection,
    terms: Terms,
    request: RentalRequest,
    new: NewBooking,
    sent: Submission,
    counter: str | None,
    now: datetime,
) -> Row[Any]:
    days, own = request.when, new.own_holds
    return connection.execute(
        statements.CREATE,
        stock_queries.parameters(
            terms,
            request.needs,
            days.first,
            days.last,
            now,
            own=own,
        )
        | {
            "size": request.size,
            "venue": request.place.venue_id,
            "pickup_day": days.pickup.day,
            # Nobody is taken for another because neither gave an address.
            "email": new.customer.email or None,
            "message": request.message,
            "key": sent.key,
            "form_key": sent.key,
            "counter": counter,
            "window_ends": REQUESTS.window_end(now),
            "day_ago": now - _DAY,
            "today": terms.today(now),
        },
    ).one()


def _refuse_over(found: Row[Any], *, opened_form: bool, left: timedelta) -> None:
    """Raise TooMany if the counts in ``found`` exceed the limits of W9; ``left`` is the rest of the present window."""
    if (found.counted or 0) >= (REQUESTS.times if opened_form else REQUESTS_UNSEEN):
        raise TooMany(retry_after=max(1, int(left.total_seconds())))
    if (found.counted_today or 0) >= REQUESTS_A_DAY:
        raise TooMany(
            "Your network has sent as many requests today as this form takes. Please try again tomorrow, or get in "
            "touch with the business.",
            retry_after=int(REQUESTS.window.total_seconds()),
        )
    if found.open_requests >= OPEN_REQUESTS:
        raise TooManyOpen(OPEN_REQUESTS)


def _made_before(
    connection: Connection, terms: Terms, made: list[Any], sent: Submission, prices: PriceList
) -> CreateResult:
    if made[1] != sent.fingerprint:
        raise KeyReused
    bookings = statements.bookings
    found = connection.execute(
        select(bookings).where(bookings.c.operator_id == terms.operator_id, bookings.c.id == made[0])
    )
    row = {str(name): value for name, value in found.mappings().one().items()}
    return CreateResult(made[0], row, terms.zone, prices, replayed=True)


def _priced(request: RentalRequest, copy_of: PricedRental | None, today: TodaysPrices) -> PricedRental:
    if copy_of is None:
        return price_rental(request, today, caps_discount=True)
    before = copy_of.request
    rental = reprice(copy_of, replace(request, own_lines=before.own_lines, discount=before.discount), today)
    same = rental.breakdown.total_cents == copy_of.breakdown.total_cents
    return replace(rental, own_total_cents=copy_of.own_total_cents) if same else rental


def _place(given: Place, venue: Venue | None, *, agreed: bool) -> Place:
    """What a booking remembers of its place (B5): of a venue its name and address, or what was agreed on them; what is
    left of a venue that was deleted since are these.
    """
    if venue is None:
        return replace(given, venue_id=None)
    return given if agreed else Place(venue.id, venue.name, venue.address)


def _columns(terms: Terms, new: NewBooking, rental: PricedRental, now: datetime) -> Columns:
    """The columns of a new booking that are not the rental itself.

    A request whose delivery has no final price waits for the business, also where others are confirmed at once.
    """
    asked = new.as_request if new.by_operator else terms.approval_required or _is_open(rental)
    confirmed = new.agreed is not None or not asked
    return {
        "status": CONFIRMED if confirmed else PENDING,
        "source": FROM_OPERATOR if new.by_operator or new.agreed is not None else FROM_FORM,
        "placed_by": new.placed_by,
        "event_type": new.event_type,
        "customer_name": new.customer.name,
        "customer_email": new.customer.email,
        "customer_phone": new.customer.phone,
        "received_cents": 0,
        "processing_cents": 0,
        "reduced_cents": 0,
        "fee_reduced_cents": 0,
        "cancel_fee_cents": None,
        "notes": new.notes,
        "operator_notes": new.operator_notes,
        "quote_id": new.quote_id,
        "goods": RESERVED,
        "pay_by": None,
        "discount_code": new.discount_code.key if new.discount_code else None,
        "hold_expires_at": None if confirmed else now + timedelta(days=terms.hold_days),
        "revision": 1,
        "created_at": now,
        "updated_at": now,
    }


def _is_open(rental: PricedRental) -> bool:
    """Whether the delivery has no final price yet."""
    order = rental.price.order
    return order is not None and order.delivery_is_open


def _rows_of(
    row: Mapping[str, Any], request: RentalRequest, sent: Submission, counter: str | None, now: datetime
) -> list[Rows]:
    """The booking, its holds, its job, its live event, its key and its count: together or not at all."""
    operator_id, booking_id, days = row["operator_id"], row["id"], request.when
    # Nobody is notified of a booking that waits for its payment until it is paid.
    pay_by: datetime | None = row["pay_by"]
    placed = (
        row_of(BookingPlaced(operator_id=operator_id, booking_id=booking_id), now)
        if pay_by is None
        else jobs.job_row(PAY_ENDS, {"bookingId": booking_id, "operatorId": operator_id}, now, run_at=pay_by)
    )
    holder = Holder(BOOKING, booking_id)
    held = new_holds(
        operator_id,
        holder,
        needs=request.needs,
        first=days.first,
        last=days.last,
        expires_at=row["hold_expires_at"],
        due=days.pickup.day,
    )
    parts = [
        Rows(statements.bookings, [row]),
        # A rental of services alone holds nothing.
        *([held] if held.rows and row["asked"] is None else []),
        Rows(_jobs, [placed]),
        Rows(events, [event_row(operator_id, (Booking.__topic__,), now)]),
    ]
    if sent.key is not None:
        key = idempotency.key_row(operator_id, sent.key, sent.fingerprint, booking_id, now)
        parts.append(Rows(_keys, [key]))
    if counter is not None:
        parts.append(Rows(_counters, [rate_limit.count_row(REQUESTS, counter, now)], adds_to="count"))
    return parts
