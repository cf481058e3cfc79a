"""Routes for the business's side of a booking's customer page: the customer's entries and the link to the page."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_BOOKINGS, SEE_MONEY
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.details import BookingForUpdate
from marqueedesk.bookings.links import booking_links
from marqueedesk.customer_pages import changes, service
from marqueedesk.customer_pages.schemas import ChangeAnswerInput, CustomerLinkInput, CustomerSideOut
from marqueedesk.customer_pages.serializers import for_operator
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId

router = APIRouter(tags=["bookings"], responses=errors(401, 403))


@router.get("/api/bookings/{booking_id}/customer")
def customer_side(
    request: Request, db: Db, caller: Annotated[Caller, Requires(SEE_BOOKINGS)], booking_id: PathId
) -> CustomerSideOut:
    """Get the customer's notes for the crew, change requests and cancellation."""
    zone = ZoneInfo(caller.operator.time_zone)
    booking = bookings.booking(db, booking_id)
    return for_operator(db, booking, zone, booking_links(request), sees_money=caller.may(SEE_MONEY))


@router.post("/api/bookings/{booking_id}/customer-link")
def make_customer_link(
    request: Request,
    db: Db,
    _: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    booking_id: PathId,
    terms: LockedTerms,
    booking: BookingForUpdate,
    body: CustomerLinkInput,
) -> CustomerSideOut:
    """Create the link to the booking's page, or renew it if there is one, which revokes the old link.

    Not available to staff, because the page shows prices.
    """
    links, now = booking_links(request), clock.now()
    make = links.renew if body.renew else links.of
    make(db, terms.operator_id, booking_id, now)
    return for_operator(db, booking, terms.zone, links, sees_money=True)


@router.post("/api/bookings/{booking_id}/change-requests/{request_id}/accept", responses=errors(409))
def accept_change_request(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    request_id: PathId,
    terms: LockedTerms,
    booking: BookingForUpdate,
) -> CustomerSideOut:
    """Make the change that a customer requested. The stock is checked and the price computed again, and the customer is
    notified. Accepting it again changes nothing.
    """
    changes.accept(db, terms, booking, request_id, by=caller.user, now=clock.now())
    db.flush()
    return for_operator(db, booking, terms.zone, booking_links(request), sees_money=caller.may(SEE_MONEY))


@router.post("/api/bookings/{booking_id}/change-requests/{request_id}/answer")
def answer_change_request(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    booking_id: PathId,
    request_id: PathId,
    terms: LockedTerms,
    booking: BookingForUpdate,
    body: ChangeAnswerInput,
) -> CustomerSideOut:
    """Answer a customer's change request. The customer is notified."""
    service.answer_change_request(db, terms, booking_id, request_id, body, by=caller.user, now=clock.now())
    db.flush()
    return for_operator(db, booking, terms.zone, booking_links(request), sees_money=caller.may(SEE_MONEY))
