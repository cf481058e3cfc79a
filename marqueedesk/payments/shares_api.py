"""Routes of a booking's shares, for the people who run the business: who else pays, and by which link (S26)."""

from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, require, writing
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.bookings import queries as bookings
from marqueedesk.kit import clock
from marqueedesk.kit.http import RawBody, error_responses, json_answer, raw_body, request_body
from marqueedesk.kit.links import signer
from marqueedesk.kit.routing import Router
from marqueedesk.kit.schemas import PathId
from marqueedesk.payments import card_payments, queries, shares
from marqueedesk.payments.schemas import PaymentSharesOut, ShareInput
from marqueedesk.payments.serializers import shares_answer
from marqueedesk.payments.shares import ShareLinks

router = Router(tags=["payments"])
Raw = Annotated[RawBody, Depends(raw_body)]


def share_links(request: Request) -> ShareLinks:
    """Makes addresses for this installation."""
    return ShareLinks(signer(request), request.app.state.settings.public_url)


def answer(request: Request, db: Session, operator: Operator, booking_id: int) -> PaymentSharesOut:
    """A booking's shares as they are now. Raises NotFound."""
    booking = bookings.booking(db, booking_id)
    rows, known = queries.of_booking(db, booking_id), shares.of_booking(db, booking_id)
    return shares_answer(booking, rows, known, share_links(request), operator.currency)


def remove(db: Session, operator_id: int, booking_id: int, share_id: int) -> None:
    """Take back a share, and have its card form closed where one may be open. Raises NoShare and ShareIsPaid."""
    now = clock.now()
    if shares.withdraw(db, operator_id, booking_id, share_id, now):
        card_payments.close_later(db, bookings.booking(db, booking_id), now)


def _handling(caller: Caller) -> Operator:
    require(caller, HANDLE_BOOKINGS)
    return require(caller, SEE_MONEY)


@router.get(
    "/api/bookings/{booking_id}/shares", response_model=PaymentSharesOut, responses=error_responses(401, 403, 404, 422)
)
def booking_shares(request: Request, booking_id: PathId) -> Response:
    """The people among whom the rest of a booking's price is split, each with a link to pay by card."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_MONEY)
        return json_answer(answer(request, db, operator, booking_id))


@router.post(
    "/api/bookings/{booking_id}/shares",
    status_code=201,
    response_model=PaymentSharesOut,
    responses=error_responses(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **request_body(ShareInput),
)
def add_share(request: Request, booking_id: PathId, body: Raw) -> Response:
    """Give somebody a link of their own to a part of what is open. More than is left to share is refused."""
    with writing(request) as (db, caller):
        operator = _handling(caller)
        bookings.booking(db, booking_id)
        given = body.read(ShareInput)
        links, now = share_links(request), clock.now()
        shares.add(db, operator, booking_id, name=given.name, cents=given.amount, links_of=links, now=now)
        return json_answer(answer(request, db, operator, booking_id), 201)


@router.delete(
    "/api/bookings/{booking_id}/shares/{share_id}",
    response_model=PaymentSharesOut,
    responses=error_responses(401, 403, 404, 409, 422, 503),
)
def remove_share(request: Request, booking_id: PathId, share_id: PathId) -> Response:
    """Take back a share that nobody has paid: its link leads nowhere from then on."""
    with writing(request) as (db, caller):
        operator = _handling(caller)
        bookings.booking(db, booking_id)
        remove(db, operator.id, booking_id, share_id)
        return json_answer(answer(request, db, operator, booking_id))
