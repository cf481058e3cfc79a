"""A booking's page for its customer, opened by its link without signing in: view, crew notes, change requests,
cancellation (C1-C4).

Anyone with the link may act. Cookies are ignored, and requests from other sites are rejected before they reach these
routes.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database
from marqueedesk.accounts.models import Operator
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings.links import booking_links
from marqueedesk.bookings.models import Booking
from marqueedesk.customer_pages import changes, service
from marqueedesk.customer_pages.calendar_file import customers_calendar
from marqueedesk.customer_pages.change_schemas import (
    ChangedBookingOut,
    ChangeOptionsOut,
    ChangeRequestedOut,
    CustomerChangeInput,
)
from marqueedesk.customer_pages.errors import NoBooking
from marqueedesk.customer_pages.models import ChangeRequest
from marqueedesk.customer_pages.schemas import (
    AgreementInput,
    BookAgainOut,
    CancelBookingInput,
    ChangeRequestInput,
    CrewNotesInput,
    CustomerConsentInput,
    PublicBookingOut,
)
from marqueedesk.customer_pages.serializers import book_again, change_options, changed_booking, for_customer
from marqueedesk.documents import service as documents
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.http import Responses, client_address, errors
from marqueedesk.kit.http.rate_limit import Limit, LocalLimit, network_of
from marqueedesk.payments.canceling import cancellation_answer
from marqueedesk.payments.schemas import CancellationOut
from marqueedesk.rentals.rental_request import read_day

router = APIRouter(tags=["customer's pages"], responses=errors(429))
Token = Annotated[str, Path(max_length=200)]
OnDay = Annotated[str | None, Query(max_length=10, description="Cancellation day; today by default")]

READS = LocalLimit(120, 60)
"""Limit of booking views per address and process: two a second, sustained."""
WRITES = Limit("booking-page", 40, timedelta(hours=1))
"""Limit of changes per address, across all processes."""

CALENDAR: Responses = {200: {"content": {"text/calendar": {"schema": {"type": "string"}}}}}


def count_look(request: Request) -> None:
    """Count a view of a booking or a share. Raises TooMany."""
    if request.app.state.limits_on:
        READS.spend(network_of(client_address(request)))


def count_change(request: Request) -> None:
    """Count a customer's change, in its own transaction. Raises TooMany."""
    if request.app.state.limits_on:
        now, key = clock.now(), WRITES.key(network_of(client_address(request)))
        with database(request).write() as db:
            rate_limit.ensure_below_limit(db, WRITES, key, now)
            rate_limit.count(db, WRITES, key, now)


@contextmanager
def _looking(request: Request, token: str) -> Generator[tuple[Session, Operator, Booking]]:
    """Open a read session for the booking that a token belongs to. Raises TooMany and NoBooking."""
    count_look(request)
    with database(request).read() as db:
        operator_id, booking_id = service.open_booking(db, token)
        yield db, accounts.public_operator(db, operator_id), service.booking_of(db, booking_id)


def _change(request: Request, token: str, verb: Callable[[Session, datetime], None]) -> PublicBookingOut:
    """Run an action in one write transaction and return the updated page."""
    now = clock.now()
    count_change(request)
    with database(request).write() as db:
        platform = effective(db, request.app.state.settings)
        operator_id, booking_id = service.open_booking(db, token)
        verb(db, now)
        db.flush()
        operator = accounts.public_operator(db, operator_id)
        booking = service.booking_of(db, booking_id)
        return for_customer(db, operator, booking, platform=platform, links=booking_links(request), now=now)


@router.get("/api/public/bookings/{token}")
def public_booking(request: Request, token: Token) -> PublicBookingOut:
    """Get the booking: sign, dates, place, price and the cancellation cost."""
    with _looking(request, token) as (db, operator, booking):
        platform = effective(db, request.app.state.settings)
        return for_customer(db, operator, booking, platform=platform, links=booking_links(request), now=clock.now())


@router.patch("/api/public/bookings/{token}", responses=errors(403))
def change_text_consent(request: Request, token: Token, body: CustomerConsentInput) -> PublicBookingOut:
    """Store whether the customer agrees to texts about their booking."""
    return _change(
        request, token, lambda db, now: service.change_text_consent(db, token, now, agrees=body.text_consent)
    )


@router.get("/api/public/bookings/{token}/cancellation")
def public_cancellation(request: Request, token: Token, on: OnDay = None) -> CancellationOut:
    """Get the cost of canceling on a day under the booking's terms, and the refund."""
    with _looking(request, token) as (db, operator, booking):
        day = read_day(on, "on") if on else None
        return cancellation_answer(db, operator, booking, day, clock.now())


@router.get("/api/public/bookings/{token}/calendar.ics", responses=errors(409) | CALENDAR)
def public_booking_calendar(request: Request, token: Token) -> Response:
    """Get the delivery and pickup as a calendar file. For requests and canceled bookings: 409 `not_confirmed`."""
    with _looking(request, token) as (db, operator, booking):
        documents.agreed_booking(db, booking.id)
        file = customers_calendar(db, operator, booking, booking_links(request))
    headers = {"Content-Disposition": f'attachment; filename="booking-{booking.number}.ics"'}
    return Response(file.content, media_type="text/calendar; charset=utf-8", headers=headers)


@router.get("/api/public/bookings/{token}/confirm-address", response_model=PublicBookingOut)
def confirm_address(request: Request, token: Token) -> PublicBookingOut | Response:
    """Confirm the customer's email address, and hold the letters if available. The token is only sent in the email
    about the request. Browsers are redirected to the booking's page.
    """
    is_page = "text/html" in request.headers.get("accept", "")
    try:
        count_change(request)
        answer, page_url = _confirmed(request, token)
    except NoBooking:
        if not is_page:
            raise
        # The page itself shows that the link is invalid.
        return RedirectResponse(f"/b/{quote(token, safe='')}", status_code=303)
    return RedirectResponse(page_url, status_code=303) if is_page else answer


def _confirmed(request: Request, token: str) -> tuple[PublicBookingOut, str]:
    """Confirm the address in one write transaction. Return the booking's page and its URL."""
    now, limits_on = clock.now(), request.app.state.limits_on
    with database(request).write() as db:
        platform = effective(db, request.app.state.settings)
        booking_id = service.confirm_address(db, token, now, is_limited=limits_on, keys=platform.stripe)
        db.flush()
        booking = service.booking_of(db, booking_id)
        operator = accounts.public_operator(db, booking.operator_id)
        page_url = booking_links(request).of(db, operator.id, booking_id, now)
        return for_customer(db, operator, booking, platform=platform, links=booking_links(request), now=now), page_url


@router.post("/api/public/bookings/{token}/crew-notes", responses=errors(403, 409))
def save_crew_notes(request: Request, token: Token, body: CrewNotesInput) -> PublicBookingOut:
    """Replace the notes for the crew: power, stairs, contact."""
    return _change(request, token, lambda db, now: service.save_crew_notes(db, token, body, now))


@router.post("/api/public/bookings/{token}/change-request", responses=errors(403, 409))
def ask_for_change(request: Request, token: Token, body: ChangeRequestInput) -> PublicBookingOut:
    """Request a change. The request stays open until the business has answered."""
    return _change(request, token, lambda db, now: service.ask_for_change(db, token, body.text, now))


@router.get("/api/public/bookings/{token}/change-options")
def public_change_options(request: Request, token: Token) -> ChangeOptionsOut:
    """Get what the customer can change, whether changes are made at once, and until when."""
    with _looking(request, token) as (db, operator, booking):
        return change_options(db, operator, booking, clock.now())


@router.post(
    "/api/public/bookings/{token}/change",
    response_model=ChangedBookingOut | ChangeRequestedOut,
    response_model_exclude_unset=True,
    responses=errors(403, 409) | {202: {"model": ChangeRequestedOut}},
)
def change_booking(
    request: Request, response: Response, token: Token, body: CustomerChangeInput
) -> ChangedBookingOut | ChangeRequestedOut:
    """Change the booking within the business's rules. A change that the rules leave to the business is requested: 202.

    With `dryRun`, only the price and availability are returned. Sending the same change again changes nothing.
    """
    if body.dry_run:
        with _looking(request, token) as (db, operator, booking):
            terms = read_operator(db.connection(), operator.id)
            return changed_booking(changes.preview(db, terms, booking, body, clock.now()))
    count_change(request)
    with database(request).write() as db:
        terms, booking = service.locked(db, token)
        result = changes.change(db, terms, booking, body, clock.now())
        if isinstance(result, ChangeRequest):
            response.status_code = 202
            return ChangeRequestedOut(request_id=result.id)
        return changed_booking(result)


@router.get("/api/public/bookings/{token}/again", response_model_exclude_unset=True)
def public_book_again(request: Request, token: Token) -> BookAgainOut:
    """Get the booking's details for the business's form, to book the same again on other days at today's prices."""
    with _looking(request, token) as (db, operator, booking):
        return book_again(db, operator, booking)


@router.post("/api/public/bookings/{token}/agreement", responses=errors(403, 409))
def answer_agreement(request: Request, token: Token, body: AgreementInput) -> PublicBookingOut:
    """Accept or reject a change of the booking. If it has changed again: 409 `changed_since`."""
    return _change(request, token, lambda db, now: service.answer_agreement(db, token, body, now))


@router.post("/api/public/bookings/{token}/cancel", responses=errors(403, 409))
def cancel_booking(request: Request, token: Token, body: CancelBookingInput) -> PublicBookingOut:
    """Cancel at the cost shown on the page. If it has changed: 409 `fee_changed`."""
    return _change(request, token, lambda db, now: service.cancel(db, token, body, now))
