"""Routes of a booking's shares for members of the business: other payers and their links (S26)."""

from typing import Annotated

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, require
from marqueedesk.accounts.dependencies import Db, Requires, SignedIn
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.details import BookingForUpdate
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.payments import card_payments, queries, shares
from marqueedesk.payments.schemas import PaymentSharesOut, ShareInput
from marqueedesk.payments.serializers import shares_answer
from marqueedesk.payments.shares import ShareLinks

router = APIRouter(tags=["payments"], responses=errors(401, 403))


def share_links(request: Request) -> ShareLinks:
    """Return the installation's link builder for shares."""
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
def booking_shares(
    request: Request, db: Db, caller: Annotated[Caller, Requires(SEE_MONEY)], booking_id: PathId
) -> PaymentSharesOut:
    """List the people who share a booking's balance, each with a link to pay by card."""
    operator = caller.operator
    return answer(request, db, operator, booking_id)


@router.post("/api/bookings/{booking_id}/shares", status_code=201, responses=errors(409))
def add_share(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS, SEE_MONEY)],
    booking_id: PathId,
    _booking: BookingForUpdate,
    body: ShareInput,
) -> PaymentSharesOut:
    """Create a share of the balance with its own link. Rejected if it exceeds the rest of the balance."""
    operator = caller.operator
    links, now = share_links(request), clock.now()
    shares.add(db, operator, booking_id, name=body.name, cents=body.amount, links_of=links, now=now)
    return answer(request, db, operator, booking_id)


@router.delete("/api/bookings/{booking_id}/shares/{share_id}", responses=errors(409))
def remove_share(request: Request, db: Db, caller: SignedIn, booking_id: PathId, share_id: PathId) -> PaymentSharesOut:
    """Withdraw an unpaid share, which invalidates its link."""
    operator = _handling(caller)
    bookings.booking(db, booking_id)
    remove(db, operator.id, booking_id, share_id)
    return answer(request, db, operator, booking_id)
