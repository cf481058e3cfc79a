"""Placing a booking: the product's one sentence as code. Lock, read, check, price, write.

Runs on a bare connection inside the caller's transaction: three statements on PostgreSQL (docs/adr/0004).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import Connection, Row, select

from marqueedesk.availability import facts as stock_facts
from marqueedesk.availability.errors import NotEnoughLetters
from marqueedesk.availability.facts import Terms, lock_operator
from marqueedesk.availability.message import count_letters
from marqueedesk.availability.models import BOOKING
from marqueedesk.availability.service import hold_rows, place_holds
from marqueedesk.availability.stock import Stock
from marqueedesk.bookings import facts
from marqueedesk.bookings.errors import PriceChanged, TooManyOpen
from marqueedesk.bookings.models import CONFIRMED, FROM_FORM, FROM_OPERATOR, PENDING
from marqueedesk.bookings.rental import (
    Days,
    Venue,
    chosen_add_ons,
    clock_text,
    price_list_of,
    read_days,
    read_letters,
    read_price,
    stored_breakdown,
)
from marqueedesk.bookings.schemas import ABOUT_THE_FORM, BookingInput
from marqueedesk.kit.errors import Invalid, TooMany
from marqueedesk.kit.events import INSERT_EVENT
from marqueedesk.kit.idempotency import KeyReused, fingerprint
from marqueedesk.kit.rate_limit import Limit
from marqueedesk.pricing.breakdown import DEFAULT_COLOR, Breakdown

REQUESTS = Limit("booking-address", 30, timedelta(hours=1))
"""Requests that one network may send to one operator (all processes count together), refused ones included (W9)."""
REQUESTS_UNSEEN = 10
"""How many of them may come from who has not opened the form."""
REQUESTS_A_DAY = 60
OPEN_REQUESTS = 10
"""Requests of one email address that one operator keeps letters for at a time."""
_DAY = timedelta(days=1)
_SORTED = orjson.OPT_SORT_KEYS


@dataclass(frozen=True, slots=True)
class Placed:
    """A booking that was placed, or that an earlier request with the same key had placed."""

    id: int
    row: Mapping[str, Any]
    zone: ZoneInfo
    again: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """What is worth remembering of a booking that the letters did not allow (L9), and of finding alternatives (L6)."""

    terms: Terms
    days: Days
    letters: Mapping[str, int]
    stock: Stock
    price: Breakdown


class Short(NotEnoughLetters):
    """`NotEnoughLetters` with what the edge needs to answer alternatives and to remember the demand."""

    def __init__(self, refusal: Refusal, *, for_operator: bool) -> None:
        self.refusal = refusal
        super().__init__(
            refusal.stock.shortages(refusal.letters, refusal.days.first, refusal.days.last), for_operator=for_operator
        )


def place_booking(
    connection: Connection,
    who: int | str,
    request: BookingInput,
    *,
    by_operator: bool,
    key: str | None,
    address: str | None,
    now: datetime,
    opened_form: bool = True,
    placed_by: str | None = None,
) -> Placed:
    """Promise letters and write the booking, in the caller's write transaction.

    ``who`` is the operator's id or public key, ``key`` the request's idempotency key, ``address`` the visitor's
    network, for the limits of W9 (None: not limited), ``opened_form`` whether the visitor is known to have had the
    form open. The total is computed here; an operator may set another (P5).

    Raises UnknownOperator, Invalid (dates, message, size, colour, venue), NotEnoughLetters, PriceChanged, KeyReused,
    TooMany and TooManyOpen. Takes the operator's lock.
    """
    letters = read_letters(request.message)
    needed = count_letters(letters)
    terms = lock_operator(connection, who, generic=True)
    counter = REQUESTS.key(terms.operator_id, address) if address is not None else None
    print_of = fingerprint(orjson.dumps(request.model_dump(mode="json", exclude=ABOUT_THE_FORM), option=_SORTED))
    days = _days(connection, terms, request, now, by_operator=by_operator, key=key, print_of=print_of)
    if isinstance(days, Placed):
        return days
    window_ends = REQUESTS.window_end(now)
    found = connection.execute(
        facts.PLACE,
        stock_facts.parameters(terms.operator_id, request.size, needed, days.first, days.last, now)
        | {
            "venue": request.venue_id,
            "pickup_day": days.pickup.day,
            "email": request.customer_email,
            "message": request.message,
            "key": key,
            "form_key": key,
            "counter": counter,
            "window_ends": window_ends,
            "day_ago": now - _DAY,
            "today": terms.today(now),
        },
    ).one()
    if found.made:
        return _made_before(connection, terms, found.made[0], print_of)
    _refuse_over(found, opened_form=opened_form, left=window_ends - now)
    if request.venue_id is not None and not found.venue:
        raise Invalid(fields={"venueId": "Unknown venue"})
    venue = Venue.from_row(found.venue[0]) if found.venue else None
    prices = price_list_of(found.price_list)
    add_ons = chosen_add_ons(prices, request.add_ons)
    price = read_price(
        prices,
        size=request.size,
        letters=letters,
        days=days.rental_days,
        color=request.color_option,
        add_ons=add_ons,
        venue=venue,
        letter_prices=stock_facts.letter_prices(request.size, found.stock),
    )
    stock = stock_facts.stock_of(request.size, found.stock, found.taken, checked=bool(found.any_stock))
    over_stock = by_operator and request.overbook_reason is not None
    fits = stock.fits(needed, days.first, days.last)
    if not fits and not over_stock:
        raise Short(Refusal(terms, days, needed, stock, price), for_operator=by_operator)
    if request.total_price is not None and request.total_price != price.total_cents and not by_operator:
        raise PriceChanged(price.to_wire())
    row = _row(
        terms,
        request,
        days,
        price,
        venue,
        add_ons,
        by_operator=by_operator,
        overbooked=over_stock and not fits,
        duplicate=bool(found.duplicate),
        placed_by=placed_by,
        now=now,
    )
    booking_id, row["number"] = _write(
        connection, terms, row, needed, days, key=key, print_of=print_of, counter=counter, now=now
    )
    if found.unmet and key is not None:
        connection.execute(facts.FORGET_UNMET, {"u_operator": terms.operator_id, "u_form_key": key})
    return Placed(booking_id, row, terms.zone, again=False)


def _refuse_over(found: Row[Any], *, opened_form: bool, left: timedelta) -> None:
    """Raise what the limits of W9 say of the counts in ``found``; ``left`` is the rest of the present window."""
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


def _days(
    connection: Connection,
    terms: Terms,
    request: BookingInput,
    now: datetime,
    *,
    by_operator: bool,
    key: str | None,
    print_of: str,
) -> Days | Placed:
    try:
        return read_days(
            terms,
            request.delivery_date,
            request.pickup_date,
            request.preferred_install_time,
            now,
            by_operator=by_operator,
        )
    except Invalid:
        # A retry after midnight, or after a limit was lowered, still answers what the first try made.
        made = connection.execute(facts.MADE, {"operator": terms.operator_id, "key": key}).scalar_one()
        if not made:
            raise
        return _made_before(connection, terms, made[0], print_of)


def _made_before(connection: Connection, terms: Terms, made: list[Any], print_of: str) -> Placed:
    if made[1] != print_of:
        raise KeyReused
    bookings = facts.bookings
    found = connection.execute(
        select(bookings).where(bookings.c.operator_id == terms.operator_id, bookings.c.id == made[0])
    )
    return Placed(made[0], {str(name): value for name, value in found.mappings().one().items()}, terms.zone, again=True)


def _row(
    terms: Terms,
    request: BookingInput,
    days: Days,
    price: Breakdown,
    venue: Venue | None,
    add_ons: list[str],
    *,
    by_operator: bool,
    overbooked: bool,
    duplicate: bool,
    placed_by: str | None,
    now: datetime,
) -> dict[str, Any]:
    """The booking's columns. What a visitor sent of an operator's own fields is not looked at (P5)."""
    confirmed = not request.as_request if by_operator else not terms.approval_required
    total = request.total_price if by_operator and request.total_price is not None else price.total_cents
    if total < 0:
        raise Invalid(fields={"totalPrice": "Total price cannot be negative"})
    return {
        "operator_id": terms.operator_id,
        "status": CONFIRMED if confirmed else PENDING,
        "source": FROM_OPERATOR if by_operator else FROM_FORM,
        "placed_by": placed_by,
        "message": request.message,
        "size": request.size,
        "letter_count": price.letter_count,
        "event_type": request.event_type,
        "install_time": request.preferred_install_time,
        "color": request.color_option or DEFAULT_COLOR,
        "add_ons": add_ons,
        "customer_name": request.customer_name,
        "customer_email": request.customer_email,
        "customer_phone": request.customer_phone,
        "venue_id": venue.id if venue else None,
        "venue_name": venue.name if venue else request.venue_name,
        "venue_address": venue.address if venue else request.venue_address,
        "venue_surcharge_cents": price.surcharge_cents,
        "delivery_day": days.delivery.day,
        "delivery_clock": clock_text(days.delivery_clock),
        "delivery_time_given": days.delivery.time is not None,
        "pickup_day": days.pickup.day,
        "pickup_clock": clock_text(days.pickup_clock),
        "pickup_time_given": days.pickup.time is not None,
        "rental_days": days.rental_days,
        "turnaround_days": days.turnaround_days,
        "breakdown": stored_breakdown(price),
        "total_cents": total,
        "deposit_cents": price.deposit_cents,
        "received_cents": 0,
        "cancel_fee_cents": None,
        "notes": request.notes,
        "operator_notes": request.operator_notes if by_operator else None,
        "possible_duplicate": duplicate,
        "overbook_reason": request.overbook_reason if overbooked else None,
        "quote_id": None,
        "hold_expires_at": None if confirmed else now + timedelta(days=terms.hold_days),
        "revision": 1,
        "created_at": now,
        "updated_at": now,
    }


def _write(
    connection: Connection,
    terms: Terms,
    row: dict[str, Any],
    needed: Mapping[str, int],
    days: Days,
    *,
    key: str | None,
    print_of: str,
    counter: str | None,
    now: datetime,
) -> tuple[int, int]:
    """The booking, its holds, its event, its key and its count: together or not at all. Answers its id and number."""
    if connection.dialect.name == "postgresql":
        made = connection.execute(
            facts.WRITE_POSTGRESQL,
            {
                "row": orjson.dumps(row).decode(),
                "letters": list(needed),
                "counts": list(needed.values()),
                "first": days.first,
                "last": days.last,
                "key": key,
                "fingerprint": print_of,
                "counter": counter,
                "window_ends": REQUESTS.window_end(now),
            },
        ).one()
        return made.id, made.number
    booking_id, number = connection.execute(facts.INSERT_BOOKING, row | {"operator": terms.operator_id}).one()
    place_holds(
        connection,
        hold_rows(
            terms.operator_id,
            BOOKING,
            booking_id,
            size=row["size"],
            needed=needed,
            first=days.first,
            last=days.last,
            expires_at=row["hold_expires_at"],
        ),
    )
    connection.execute(
        facts.INSERT_JOB,
        {
            "kind": "booking.placed",
            "payload": {"bookingId": booking_id, "operatorId": terms.operator_id},
            "state": "waiting",
            "run_at": now,
            "attempts": 0,
            "created_at": now,
        },
    )
    connection.execute(INSERT_EVENT, {"operator_id": terms.operator_id, "topics": facts.TOPIC, "at": now})
    if key is not None:
        connection.execute(
            facts.INSERT_KEY,
            {
                "operator_id": terms.operator_id,
                "key": key,
                "fingerprint": print_of,
                "made_id": booking_id,
                "created_at": now,
            },
        )
    if counter is not None:
        connection.execute(facts.COUNT_SQLITE, {"key": counter, "window_ends": REQUESTS.window_end(now), "count": 1})
    return booking_id, number
