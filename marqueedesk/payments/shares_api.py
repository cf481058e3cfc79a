"""Routes of a booking's shares, for the people who run the business: who else pays, and by which link (S26)."""

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, reading, require, writing
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.bookings import queries as bookings
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Created, Json, JsonBody
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.payments import card_payments, queries, shares
from marqueedesk.payments.schemas import PaymentSharesOut, ShareInput
from marqueedesk.payments.serializers import shares_answer
from marqueedesk.payments.shares import ShareLinks

router = Router(tags=["payments"], refuses=(401, 403))


def share_links(request: Request) -> ShareLinks:
    """Makes addresses for this installation."""
    return ShareLinks.here(request)


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


@router.get("/api/bookings/{booking_id}/shares")
def booking_shares(request: Request, booking_id: PathId) -> Json[PaymentSharesOut]:
    """The people among whom the rest of a booking's price is split, each with a link to pay by card."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_MONEY)
        return Json(answer(request, db, operator, booking_id))


@router.post("/api/bookings/{booking_id}/shares", refuses=(409,))
def add_share(request: Request, booking_id: PathId, body: JsonBody[ShareInput]) -> Created[PaymentSharesOut]:
    """Give somebody a link of their own to a part of what is open. More than is left to share is refused."""
    with writing(request) as (db, caller):
        operator = _handling(caller)
        bookings.booking(db, booking_id)
        given = body.read()
        links, now = share_links(request), clock.now()
        shares.add(db, operator, booking_id, name=given.name, cents=given.amount, links_of=links, now=now)
        return Created(answer(request, db, operator, booking_id))


@router.delete("/api/bookings/{booking_id}/shares/{share_id}", refuses=(409,))
def remove_share(request: Request, booking_id: PathId, share_id: PathId) -> Json[PaymentSharesOut]:
    """Take back a share that nobody has paid: its link leads nowhere from then on."""
    with writing(request) as (db, caller):
        operator = _handling(caller)
        bookings.booking(db, booking_id)
        remove(db, operator.id, booking_id, share_id)
        return Json(answer(request, db, operator, booking_id))
