"""The business's view of customers' entries on a booking's page, and the link to that page."""

from zoneinfo import ZoneInfo

from fastapi import Request

from marqueedesk.accounts.access import reading, require, writing
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.links import booking_links
from marqueedesk.customer_pages import service
from marqueedesk.customer_pages.schemas import ChangeAnswerInput, CustomerLinkInput, CustomerSideOut
from marqueedesk.customer_pages.serializers import for_operator
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Json, JsonBody
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import PathId

router = Router(tags=["bookings"], refuses=(401, 403))


@router.get("/api/bookings/{booking_id}/customer")
def customer_side(request: Request, booking_id: PathId) -> Json[CustomerSideOut]:
    """Get the customer's crew notes, change requests and cancellation."""
    with reading(request) as (db, caller):
        zone = ZoneInfo(caller.operator.time_zone)
        booking = bookings.booking(db, booking_id)
        return Json(for_operator(db, booking, zone, booking_links(request), sees_money=caller.may(SEE_MONEY)))


@router.post("/api/bookings/{booking_id}/customer-link")
def make_customer_link(
    request: Request, booking_id: PathId, body: JsonBody[CustomerLinkInput]
) -> Json[CustomerSideOut]:
    """Create the link to the booking's page if there is none, or renew it, which revokes the old one.

    Not available to staff, because the page shows prices.
    """
    with writing(request) as (db, caller):
        terms = availability.lock(db, require(caller, HANDLE_BOOKINGS).id)
        booking = bookings.booking(db, booking_id)
        links, now = booking_links(request), clock.now()
        make = links.renew if body.read().renew else links.of
        make(db, terms.operator_id, booking_id, now)
        answer = for_operator(db, booking, terms.zone, links, sees_money=True)
    return Json(answer)


@router.post("/api/bookings/{booking_id}/change-requests/{request_id}/answer")
def answer_change_request(
    request: Request, booking_id: PathId, request_id: PathId, body: JsonBody[ChangeAnswerInput]
) -> Json[CustomerSideOut]:
    """Answer a customer's change request. The customer is notified."""
    with writing(request) as (db, caller):
        terms = availability.lock(db, require(caller, HANDLE_BOOKINGS).id)
        booking = bookings.booking(db, booking_id)
        given = body.read()
        service.answer_change_request(db, terms, booking_id, request_id, given, by=caller.user, now=clock.now())
        db.flush()
        answer = for_operator(db, booking, terms.zone, booking_links(request), sees_money=caller.may(SEE_MONEY))
    return Json(answer)
