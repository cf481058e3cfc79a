"""Routes of a booking's shares for members of the business: other payers and their links (S26)."""

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
    """Return the link factory of this installation."""
    return ShareLinks.here(request)


def answer(request: Request, db: Session, operator: Operator, booking_id: int) -> PaymentSharesOut:
    """Serialize a booking's current shares. Raises NotFound."""
    booking = bookings.booking(db, booking_id)
    rows, known = queries.of_booking(db, booking_id), shares.of_booking(db, booking_id)
    return shares_answer(booking, rows, known, share_links(request), operator.currency)


def remove(db: Session, operator_id: int, booking_id: int, share_id: int) -> None:
    """Withdraw a share, and close its card form if open. Raises NoShare and ShareIsPaid."""
    now = clock.now()
    if shares.withdraw(db, operator_id, booking_id, share_id, now):
        card_payments.schedule_cancel(db, bookings.booking(db, booking_id), now)


def _handling(caller: Caller) -> Operator:
    require(caller, HANDLE_BOOKINGS)
    return require(caller, SEE_MONEY)


@router.get("/api/bookings/{booking_id}/shares")
def booking_shares(request: Request, booking_id: PathId) -> Json[PaymentSharesOut]:
    """List the people who share a booking's balance, each with a link to pay by card."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_MONEY)
        return Json(answer(request, db, operator, booking_id))


@router.post("/api/bookings/{booking_id}/shares", refuses=(409,))
def add_share(request: Request, booking_id: PathId, body: JsonBody[ShareInput]) -> Created[PaymentSharesOut]:
    """Create a share of the balance with its own link. Rejected if it exceeds the rest to split."""
    with writing(request) as (db, caller):
        operator = _handling(caller)
        bookings.booking(db, booking_id)
        given = body.read()
        links, now = share_links(request), clock.now()
        shares.add(db, operator, booking_id, name=given.name, cents=given.amount, links_of=links, now=now)
        return Created(answer(request, db, operator, booking_id))


@router.delete("/api/bookings/{booking_id}/shares/{share_id}", refuses=(409,))
def remove_share(request: Request, booking_id: PathId, share_id: PathId) -> Json[PaymentSharesOut]:
    """Withdraw an unpaid share, which invalidates its link."""
    with writing(request) as (db, caller):
        operator = _handling(caller)
        bookings.booking(db, booking_id)
        remove(db, operator.id, booking_id, share_id)
        return Json(answer(request, db, operator, booking_id))
