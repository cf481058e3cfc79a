"""Route that creates a booking: a visitor's request from an operator's form, or an operator's own booking.

`kit.http.direct` calls its function, bypassing FastAPI's routing, and queues the requests by `queue_key`.
"""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from typing import cast

import orjson
from fastapi import APIRouter, Request
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import cookie_digest, database
from marqueedesk.accounts.errors import AwaitingApproval, FormSuspended, UnknownOperator
from marqueedesk.availability import service as availability
from marqueedesk.availability.operator_lock import Terms, lock_operator
from marqueedesk.booking_form import own_holds
from marqueedesk.booking_form.form_callers import called_business, counting_code_tries, current_caller, sends_email
from marqueedesk.booking_form.gift_card_payment import pay_with_gift_card
from marqueedesk.bookings import accepted_terms, serializers, unmet_demand
from marqueedesk.bookings.accepted_terms import FormTerms
from marqueedesk.bookings.charges.gift_cards import remember_short_balance
from marqueedesk.bookings.errors import LooksAutomated, RentalDoesNotFit, SubmittedTooFast
from marqueedesk.bookings.input_schemas import BookingInput, VisitorBookingInput
from marqueedesk.bookings.links import booking_links
from marqueedesk.bookings.new_booking import REQUESTS, CreateResult, Submission
from marqueedesk.bookings.own_bookings import book_own, count_booking, with_alternatives
from marqueedesk.bookings.prepayment import collector_of
from marqueedesk.bookings.schemas import BookingOut, PlacedOut
from marqueedesk.bookings.submit import submit_booking
from marqueedesk.customers import text_consent
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Problem, TooMany
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.direct import leave_queue
from marqueedesk.kit.http.form_tokens import stamps
from marqueedesk.kit.http.http import Json, JsonBytes, client_address, errors, json_body
from marqueedesk.kit.http.idempotency import read_key
from marqueedesk.kit.http.rate_limit import network_of
from marqueedesk.kit.http.schemas import parse
from marqueedesk.kit.watch.metrics import REFUSED
from marqueedesk.partners import referrals

router = APIRouter(tags=["public form"], responses=errors(403))
QUICKEST = timedelta(seconds=3)
"""Minimum time to fill in the form, even with browser autofill."""


@router.post(
    "/api/bookings",
    status_code=201,
    openapi_extra=json_body(BookingInput),
    response_model=PlacedOut | BookingOut,
    response_model_exclude_unset=True,
    responses={**errors(404, 409, 429), 200: {"model": PlacedOut, "description": "An unpaid booking is resumed"}},
)
def create_booking_from_form(request: Request, raw: JsonBytes) -> PlacedOut | BookingOut | Json:
    """Create a booking: a visitor's request from an operator's form, or an operator's own booking (B4).

    If the same customer began the same booking before, and its letters are still held until it is paid, it is returned
    with status 200 and `resumed`.
    """
    caller = current_caller(request)
    body = parse(BookingInput if caller else VisitorBookingInput, raw)
    key = read_key(request.headers.get("idempotency-key"))
    who, own = called_business(caller, body.user_id)
    if own:
        with (
            body.errors_at_its_field(),
            remember_short_balance(request, lambda db: _business_id(db, who), body.gift_card, clock.now()),
        ):
            return book_own(request, body, key)
    placed = _create_visitor_booking(request, who, parse(VisitorBookingInput, raw) if caller else body, key)
    return Json(placed, 200) if placed.resumed else placed


def _create_visitor_booking(request: Request, who: int | str, body: BookingInput, key: str | None) -> PlacedOut:
    """Create a visitor's request, and start its payment if one is due right away."""
    network, is_limited = network_of(client_address(request)), request.app.state.limits_on
    address, now = network if is_limited else None, clock.now()
    with _counting_refusals(request, who, key, address, now):
        opened_form = _check_for_bots(request, body, now) if is_limited else True
        form_terms = _shown_terms(request, who) if body.terms_version is not None else None
        platform = request.app.state.cached_settings.read()
        sent = Submission(
            key,
            address=address,
            opened_form=opened_form,
            network=network,
            is_limited=is_limited,
            sends_email=sends_email(request),
            links=booking_links(request),
            keys=platform.stripe if platform else None,
        )
        with (
            body.errors_at_its_field(),
            counting_code_tries(request, body.discount_code),
            counting_code_tries(request, body.gift_card),
            remember_short_balance(request, lambda db: _business_id(db, who), body.gift_card, now),
        ):
            try:
                result = _submit(request, who, body, now, replace(sent, may_replace=True), form_terms)
            except own_holds.REFUSALS as refused:
                # Only now, because the first attempt is the hot path and needs no session.
                result = _submit_replacing(request, who, body, now, sent, form_terms, refused)
    count_booking(result, "form")
    booking = result.booking
    page_url = result.page_url
    # The page shows the customer's details, which anyone who knows the address and the sign could read.
    if page_url is None and (not result.resumed or booking.sender_network == sent.network_digest(booking.operator_id)):
        page_url = _find_page_url(request, booking.operator_id, booking.id, now)
    answer = serializers.placed(booking, result.zone, result.prices, page_url)
    if result.resumed:
        _mark_resumed(answer, body)
    if result.gift_card is not None:
        answer.gift_card = result.gift_card.answer()
    if booking.awaits_prepayment(now):
        leave_queue(request)
        begun = collector_of(request).begin(request, booking.operator_id, booking.id)
        if isinstance(begun, datetime):
            answer.pay_by = begun.astimezone(result.zone).isoformat()
        else:
            answer.payment = begun
    return answer


def _business_id(db: Session, who: int | str) -> int:
    return accounts.public_operator(db, who).id


def _submit(
    request: Request,
    who: int | str,
    body: BookingInput,
    now: datetime,
    sent: Submission,
    form_terms: FormTerms | None,
) -> CreateResult:
    """Create the booking in a transaction of its own."""
    if body.gift_card is not None:
        with database(request).write() as db:
            result, terms = _created(db.connection(), who, body, now, sent, form_terms)
            set_operator(db, terms.operator_id)
            return pay_with_gift_card(request, db, terms, result, body, now)
    with database(request).write_connection() as connection:
        return _created(connection, who, body, now, sent, form_terms)[0]


def _created(
    connection: Connection,
    who: int | str,
    body: BookingInput,
    now: datetime,
    sent: Submission,
    form_terms: FormTerms | None,
) -> tuple[CreateResult, Terms]:
    terms = lock_operator(connection, who, generic=True)
    if terms.is_under_review:
        raise AwaitingApproval
    if terms.is_suspended:
        raise FormSuspended
    result = submit_booking(connection, terms, body, now, sent)
    _keep_terms(connection, result, body, form_terms, now)
    _keep_partner(connection, result, body, now)
    return result, terms


def _submit_replacing(
    request: Request,
    who: int | str,
    body: BookingInput,
    now: datetime,
    sent: Submission,
    form_terms: FormTerms | None,
    refused: Exception,
) -> CreateResult:
    """Create a booking that was ``refused`` in the place of its customer's own unpaid hold, in another transaction."""
    with database(request).write() as db:
        terms = lock_operator(db.connection(), who, generic=True)
        set_operator(db, terms.operator_id)
        result = own_holds.submit_replacing(db, terms, body, now, sent, refused)
        _keep_terms(db.connection(), result, body, form_terms, now)
        _keep_partner(db.connection(), result, body, now)
        return pay_with_gift_card(request, db, terms, result, body, now)


def _keep_terms(
    connection: Connection, result: CreateResult, body: BookingInput, form_terms: FormTerms | None, now: datetime
) -> None:
    """Store the terms that a visitor accepted with a new booking, and consent to texts."""
    is_new = not (result.replayed or result.resumed)
    if is_new and form_terms is not None and form_terms.version == body.terms_version:
        accepted_terms.keep(connection, result.booking.operator_id, result.booking.id, form_terms, now)
    if is_new and body.text_consent and result.booking.customer_id is not None:
        customer = (result.booking.operator_id, result.booking.customer_id)
        text_consent.record(connection, *customer, now, source="booking form")


def _keep_partner(connection: Connection, result: CreateResult, body: BookingInput, now: datetime) -> None:
    """Store the partner whose link led to a new booking."""
    if body.via is not None and not (result.replayed or result.resumed):
        referrals.keep(connection, result.booking.operator_id, result.booking.id, body.via, now)


def _mark_resumed(answer: PlacedOut, body: BookingInput) -> None:
    """Mark the answer as a resumed booking, with the contact details just sent in place of the stored ones."""
    answer.resumed = True
    answer.customer_name, answer.customer_phone, answer.notes = body.customer_name, body.customer_phone, body.notes
    answer.customer_email = body.customer_email
    if answer.address is not None and body.address is not None:
        answer.address.access_notes = body.address.access_notes


def queue_key(request: Request, raw: bytes) -> str:
    """Return the business that a booking request names, as its queue key: requests for one business are processed in
    turn (see kit.http.fair_queue).

    Only used for queueing: a request that names the wrong business just waits in that business's queue.
    """
    with suppress(orjson.JSONDecodeError):
        named = orjson.loads(raw)
        if isinstance(named, dict) and isinstance(who := cast("dict[str, object]", named).get("userId"), int | str):
            return str(who)
    return cookie_digest(request) or ""


@contextmanager
def _counting_refusals(
    request: Request, who: int | str, key: str | None, address: str | None, now: datetime
) -> Generator[None]:
    """Count a rejected request and record its demand, once its transaction has ended; add alternatives to the error if
    letters are short.
    """
    try:
        yield
    except RentalDoesNotFit as refused:
        _remember_refusal(request, refused, key, address)
        raise with_alternatives(request, refused) from None
    except Problem as problem:
        REFUSED.labels(problem.code).inc()
        if address is not None and not isinstance(problem, TooMany | UnknownOperator):
            _count_try(request, who, address, now)
        raise


def _shown_terms(request: Request, who: int | str) -> FormTerms | None:
    """Return the terms that the business's form shows now."""
    with database(request).read() as db:
        operator = accounts.public_operator(db, who)
        set_operator(db, operator.id)
        return accepted_terms.form_terms(db, operator)


def _find_page_url(request: Request, operator_id: int, booking_id: int, now: datetime) -> str:
    """Return the page URL of a booking that an earlier attempt created, or whose link was renewed since."""
    with database(request).write() as db:
        set_operator(db, operator_id)
        availability.lock(db, operator_id)
        return booking_links(request).of(db, operator_id, booking_id, now)


def _check_for_bots(request: Request, payload: BookingInput, now: datetime) -> bool:
    """Return true if the form token proves that the visitor opened the form (W9). Raises LooksAutomated if the hidden
    field is filled in, and SubmittedTooFast.
    """
    if payload.website:
        raise LooksAutomated
    opened = stamps(request).age(payload.form_token, now) if payload.form_token else None
    if opened is None:
        return False
    if opened < QUICKEST:
        raise SubmittedTooFast(retry_after=ceil((QUICKEST - opened).total_seconds()))
    return True


def _count_try(request: Request, who: int | str, address: str, now: datetime) -> None:
    """Count a rejected attempt in a transaction of its own. Requests for an unknown business aren't counted."""
    with database(request).write() as db:
        try:
            operator_id = accounts.public_operator(db, who).id
        except UnknownOperator:
            return
        rate_limit.count(db, REQUESTS, REQUESTS.key(operator_id, address), now)


def _remember_refusal(request: Request, refused: RentalDoesNotFit, key: str | None, address: str | None) -> None:
    """Record the demand (L9) and the attempt in a separate transaction, so that both survive the rejection."""
    details = refused.details
    operator_id = details.terms.operator_id
    # Not `write_connection`, which would announce live updates to the other processes after each rejection, though no
    # event was written.
    with database(request).write() as db:
        connection = db.connection()
        if address is not None:
            rate_limit.count(connection, REQUESTS, REQUESTS.key(operator_id, address), clock.now())
        if key is not None:
            unmet_demand.remember(
                connection,
                operator_id=operator_id,
                form_key=key,
                request=details.check.request,
                shortages=refused.shortages,
                total_cents=details.rental.total_cents,
                sent=True,
                now=clock.now(),
            )
