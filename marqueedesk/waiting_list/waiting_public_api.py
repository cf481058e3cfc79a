"""Routes of the waiting list: joining it from the form, a link for each customer, and the list for the business."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, ClassVar, Literal
from urllib.parse import quote
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Request
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database, require
from marqueedesk.accounts.dependencies import Db, SignedIn
from marqueedesk.accounts.errors import BusinessUnavailable
from marqueedesk.accounts.rights import SEE_BOOKINGS
from marqueedesk.availability import service as availability
from marqueedesk.availability.operator_lock import Terms, lock_operator, read_operator
from marqueedesk.booking_form.form_callers import sends_email
from marqueedesk.bookings import queries, senders
from marqueedesk.bookings import serializers as booking_serializers
from marqueedesk.bookings.estimate import estimate
from marqueedesk.bookings.form_rules import ensure_turning_allowed, validate_hours
from marqueedesk.bookings.input_schemas import OptionalEventType, OptionalInstallTime, Who
from marqueedesk.bookings.links import booking_links
from marqueedesk.bookings.new_booking import Submission
from marqueedesk.bookings.schemas import VisitorBookingOut
from marqueedesk.business import queries as business
from marqueedesk.business.schemas import BusinessFormatsOut
from marqueedesk.customers.contacts import CustomerContact
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.http import client_address, errors
from marqueedesk.kit.http.links import signer
from marqueedesk.kit.http.rate_limit import Limit, LocalLimit, network_digest, network_of
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyUnits,
    DateOrDateTime,
    Email,
    Id,
    OptionalBlock,
    OptionalPhone,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
    SparseModel,
)
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.catalog import read_new_lines
from marqueedesk.rentals.line_schemas import (
    LINE_SENTENCES,
    LineOut,
    LinesInput,
    MessageOrLines,
    RentedOut,
    SizeOrLines,
    StandingTextOut,
)
from marqueedesk.rentals.line_serializers import lines_without_price, serialize_rented, serialize_sign
from marqueedesk.rentals.lines import letters_lines
from marqueedesk.rentals.rental_request import Place, RentalRequest, read_days
from marqueedesk.rentals.stored_lines import read_lines, stored_line
from marqueedesk.rentals.wire_types import AddOns, OptionalCode
from marqueedesk.venues.address_schemas import AddressInput
from marqueedesk.waiting_list import waiting
from marqueedesk.waiting_list.waiting import Wait
from marqueedesk.waiting_list.waiting_entry import NotOffered, State, WaitingDetails, WaitingEntry

router = APIRouter(tags=["waiting list"], responses=errors(429))
own_router = APIRouter(tags=["waiting list"], responses=errors(401, 403))
Token = Annotated[str, Path(max_length=200)]
JOINS = Limit("waiting-address", 20, timedelta(hours=1))
"""Limit of entries per IP address, across all processes."""
READS = LocalLimit(120, 60)
MOST_SHOWN = 500


class WaitingInput(RequestModel):
    """POST /api/public/waiting-list: the requested rental, and consent to be contacted."""

    paths: ClassVar[frozenset[str]] = frozenset({"lines", "address"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {
        **LINE_SENTENCES,
        "consent": {"*": "Please agree to be contacted about this"},
    }

    user_id: Who
    lines: LinesInput | None = None
    message: MessageOrLines = None
    size: SizeOrLines = None
    color_option: OptionalCode = None
    add_ons: AddOns = None
    venue_id: Id | None = None
    venue_name: Annotated[OptionalText, AtMost(200)] = None
    address: Annotated[AddressInput | None, Field(description="An address instead of `venueId`")] = None
    delivery_date: DateOrDateTime
    pickup_date: DateOrDateTime
    event_type: OptionalEventType = None
    preferred_install_time: OptionalInstallTime = None
    notes: Annotated[OptionalBlock, AtMost(5000)] = None
    customer_name: Annotated[RequiredText, AtMost(200)]
    customer_email: Email
    customer_phone: Annotated[OptionalPhone, AtMost(50)] = None
    consent: Literal[True]


class JoinedOut(ResponseModel):
    """A waiting list entry, and the token of its link."""

    id: int
    token: str


class WaitingActionInput(RequestModel):
    """POST /api/public/waiting-list/{token}."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"action": {"*": "Action must be one of: book, withdraw"}}

    action: Literal["book", "withdraw"]


class WaitingOut(SparseModel):
    """A waiting list entry, as its customer sees it."""

    id: int
    state: State
    offered_until: str | None
    message: str
    lines: list[LineOut]
    delivery_date: str
    pickup_date: str
    customer_name: str


class WaitingPlaceOut(WaitingOut, BusinessFormatsOut):
    """An entry as its customer sees it, with the booking made from it."""

    company_name: str
    letter_count: int
    sign: list[StandingTextOut]
    rented: list[RentedOut]
    delivery_day: Annotated[str, Field(description="YYYY-MM-DD in the business's time zone")]
    pickup_day: str
    total: Annotated[CurrencyUnits | None, Field(description="The current price; null once the dates have passed")]
    booking: VisitorBookingOut | None
    page_url: Annotated[str | None, Field(description="URL of the booking page")]
    pay_by: Annotated[str | None, Field(description="Deadline for the payment on the booking page")]


class WaitingEntryOut(WaitingOut):
    """An entry as the business sees it."""

    customer_id: int | None
    customer_email: str
    customer_phone: str | None
    size: str
    booking_id: int | None
    created_at: str


@router.post("/api/public/waiting-list", status_code=201, responses=errors(403, 404, 409))
def join_waiting_list(request: Request, db: Db, body: WaitingInput) -> JoinedOut:
    """Join the waiting list: the customer gets an email with an offer once all letters are available. No letters are
    held until then.
    """
    payload, now = body, clock.now()
    operator = accounts.open_operator(db, payload.user_id)
    set_operator(db, operator.id)
    network = network_of(client_address(request))
    if request.app.state.limits_on:
        key = JOINS.key(operator.id, network)
        rate_limit.ensure_below_limit(db, JOINS, key, now)
        rate_limit.count(db, JOINS, key, now)
    terms = lock_operator(db.connection(), operator.id)
    wait = replace(_wait(db, terms, payload, now), network=network_digest(operator.id, network))
    senders.ensure_not_refused(db.connection(), operator.id, payload.customer_email, wait.network)
    stored = [stored_line(line) for line in wait.request.lines]
    token = waiting.join(db, terms, signer(request), wait, stored, now)
    _, entry_id = waiting.open_entry(db, token)
    return JoinedOut(id=entry_id, token=token)


def _wait(db: Session, terms: Terms, payload: WaitingInput, now: datetime) -> Wait:
    """Build the requested rental. Raises Invalid under the same rules as for a booking."""
    connection = db.connection()
    lines = read_new_lines(connection, terms.operator_id, payload, for_visitor=True)
    ensure_turning_allowed(lines, terms.rules)
    window = payload.preferred_install_time
    days = read_days(terms, payload.delivery_date, payload.pickup_date, window, now, by_operator=False)
    validate_hours(terms, window, days.pickup.time)
    place = Place(payload.venue_id, payload.venue_name)
    if payload.address is not None:
        place = Place.at(payload.address.value, payload.venue_name)
    requested = RentalRequest(lines, days, place, by_line=payload.lines is not None)
    # Reject unknown sizes and colors right away.
    estimated = estimate(connection, terms, requested, by_operator=False, now=now, with_alternatives=False)
    customer = CustomerContact(payload.customer_name, payload.customer_email, payload.customer_phone)
    details = WaitingDetails(place, window, payload.event_type, payload.notes)
    total = estimated.rental.total_cents if estimated.rental else None
    return Wait(requested, payload.delivery_date, payload.pickup_date, customer, details, total)


@router.get("/api/public/waiting-list/{token}", response_model_exclude_unset=True)
def waiting_place(request: Request, token: Token) -> WaitingPlaceOut:
    """Return the state of a waiting list entry."""
    if request.app.state.limits_on:
        READS.spend(network_of(client_address(request)))
    # A write transaction, because a booking made from the offer gets the link to its page here.
    with database(request).write() as db:
        operator_id, entry_id = waiting.open_entry(db, token)
        return _place(db, request, operator_id, entry_id)


@router.post("/api/public/waiting-list/{token}", response_model_exclude_unset=True, responses=errors(403, 409))
def answer_offer(request: Request, token: Token, body: WaitingActionInput) -> WaitingPlaceOut:
    """Book the offer, or leave the list. Booking twice creates one booking."""
    if request.app.state.limits_on:
        READS.spend(network_of(client_address(request)))
    return _answered(request, token, body.action)


@router.get("/api/public/waiting-list/{token}/unsubscribe", include_in_schema=False)
def leaving_page(token: Token) -> Response:
    """Redirect from the `List-Unsubscribe` URL to the entry's page, which has a button to leave the list."""
    return RedirectResponse(f"/w/{quote(token, safe='')}", status_code=303)


@router.post("/api/public/waiting-list/{token}/unsubscribe", status_code=204)
def leave_by_mail_program(request: Request, token: Token) -> None:
    """One-click unsubscribe by mail programs (RFC 8058). The body is ignored; repeated calls succeed."""
    if request.app.state.limits_on:
        READS.spend(network_of(client_address(request)))
    with suppress(NotOffered):
        # Entries that were booked have already left the list.
        _answered(request, token, "withdraw")


def _answered(request: Request, token: str, action: Literal["book", "withdraw"]) -> WaitingPlaceOut:
    """Apply the customer's action in its own transaction."""
    with database(request).write() as db:
        operator_id, entry_id = waiting.open_entry(db, token)
        terms = availability.lock(db, operator_id)
        entry, now = waiting.entry_of(db, entry_id), clock.now()
        if action == "book":
            if terms.is_suspended:
                raise BusinessUnavailable
            sent = Submission(
                network=network_of(client_address(request)),
                is_limited=request.app.state.limits_on,
                sends_email=sends_email(request),
                links=booking_links(request),
                keys=effective(db, request.app.state.settings).stripe,
            )
            waiting.book_offer(db, terms, entry, now, sent=sent)
        else:
            waiting.withdraw(db, terms, entry)
        db.flush()
        return _place(db, request, operator_id, entry_id)


def _place(db: Session, request: Request, operator_id: int, entry_id: int) -> WaitingPlaceOut:
    operator, now = accounts.public_operator(db, operator_id), clock.now()
    entry, prices = waiting.entry_of(db, entry_id), pricing.price_list(db)
    lines, company = read_lines(entry.lines), business.company(db, operator)
    delivery, pickup = waiting.days_of(entry, operator.time_zone)
    booking = page = pay_by = None
    if entry.booking_id is not None:
        availability.lock(db, operator_id)
        found = queries.booking(db, entry.booking_id)
        zone = read_operator(db.connection(), operator_id).zone
        booking = booking_serializers.for_visitor(found, zone, prices)
        if found.awaits_prepayment(now):
            pay_by = found.pay_by
        page = booking_links(request).of(db, operator_id, found.id, now)
    return WaitingPlaceOut.adding(
        _shown(entry, prices, operator.time_zone, now),
        company_name=company["name"],
        **dict(BusinessFormatsOut.of_operator(operator, company)),
        letter_count=sum(len(line.letters) for line in letters_lines(lines)),
        sign=serialize_sign(lines, prices),
        rented=serialize_rented(lines, prices),
        delivery_day=delivery.isoformat(),
        pickup_day=pickup.isoformat(),
        total=_total(db, read_operator(db.connection(), operator_id), entry, now),
        booking=booking,
        page_url=page,
        pay_by=pay_by.astimezone(ZoneInfo(operator.time_zone)).isoformat(timespec="seconds") if pay_by else None,
    )


def _total(db: Session, terms: Terms, entry: WaitingEntry, now: datetime) -> float | int | None:
    """Return the current price of the rental; None if it is no longer offered."""
    with suppress(Invalid):
        request = waiting.request_of(terms, entry, now)
        estimated = estimate(db.connection(), terms, request, by_operator=False, now=now, with_alternatives=False)
        return units(estimated.rental.total_cents) if estimated.rental else None
    return None


def _shown(entry: WaitingEntry, prices: PriceList, time_zone: str, now: datetime) -> WaitingOut:
    until = entry.offered_until
    return WaitingOut.of_row(
        entry,
        state=entry.state_at(now),
        offered_until=until.astimezone(ZoneInfo(time_zone)).isoformat(timespec="seconds") if until else None,
        lines=lines_without_price(read_lines(entry.lines), prices),
        delivery_date=entry.delivery,
        pickup_date=entry.pickup,
    )


@own_router.get("/api/waiting-list", response_model_exclude_unset=True)
def waiting_list(db: Db, caller: SignedIn) -> list[WaitingEntryOut]:
    """List waiting and offered customers in order of arrival, followed by past entries."""
    zone = require(caller, SEE_BOOKINGS).time_zone
    prices, now = pricing.price_list(db), clock.now()
    return [
        WaitingEntryOut.adding(
            _shown(entry, prices, zone, now),
            customer_id=entry.customer_id,
            customer_email=entry.customer_email,
            customer_phone=entry.customer_phone,
            size=entry.size,
            booking_id=entry.booking_id,
            created_at=entry.created_at.isoformat(),
        )
        for entry in waiting.entries(db, most=MOST_SHOWN)
    ]
