"""The list of a customer's bookings at one business: requested on the page of any of them, and opened by a link in an
email, without a password.
"""

from datetime import timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request

from marqueedesk.accounts.access import database
from marqueedesk.availability import service as availability
from marqueedesk.bookings.links import booking_links
from marqueedesk.customer_pages import booking_lists, service
from marqueedesk.customer_pages.booking_public_api import Token, count_look
from marqueedesk.customer_pages.list_schemas import BookingListInput, BookingListOut, OpenedBookingListOut
from marqueedesk.customer_pages.list_serializers import booking_list
from marqueedesk.domain_events import BookingListRequested, publish
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.http import client_address, errors
from marqueedesk.kit.http.links import signer
from marqueedesk.kit.http.rate_limit import Limit, network_of

router = APIRouter(tags=["customer's pages"], responses=errors(429))
ListToken = Annotated[str, Path(max_length=200)]

BY_NETWORK: Final = Limit("booking-list-network", 10, timedelta(hours=1))
BY_ADDRESS: Final = Limit("booking-list-address", 3, timedelta(hours=1))
"""Limits of requests per network, and per address at one business, whether or not it has bookings."""


@router.post("/api/public/bookings/{token}/all-bookings", status_code=204, responses=errors(400, 403, 404, 409, 415))
def request_booking_list(request: Request, token: Token, body: BookingListInput) -> None:
    """Email a link to all bookings of this address at the business. The response doesn't show if there are any."""
    now = clock.now()
    count_look(request)
    with database(request).read() as db:
        operator_id, _ = service.open_booking(db, token)
    if request.app.state.limits_on:
        network = network_of(client_address(request))
        keys = (BY_NETWORK, BY_NETWORK.key(network)), (BY_ADDRESS, BY_ADDRESS.key(operator_id, body.email.lower()))
        with database(request).write() as db:
            for limit, key in keys:
                rate_limit.ensure_below_limit(db, limit, key, now)
            for limit, key in keys:
                rate_limit.count(db, limit, key, now)
    with database(request).write() as db:
        service.open_booking(db, token)
        publish(db, BookingListRequested(operator_id=operator_id, customer_email=body.email), now)


@router.post("/api/public/booking-lists/{token}/open", responses=errors(400, 403, 404, 409, 415))
def open_booking_list(request: Request, token: ListToken) -> OpenedBookingListOut:
    """Use up a link from an email, and get the list. Its `session` shows the list again for a day."""
    count_look(request)
    now, links = clock.now(), booking_links(request)
    with database(request).write() as db:
        keys = effective(db, request.app.state.settings).stripe
        operator, row, session = booking_lists.open_once(db, token, signer(request), now)
        # Bookings that team members entered may have no page yet.
        availability.lock(db, operator.id)
        for booking in booking_lists.bookings_of(db, row.customer_email):
            links.of(db, operator.id, booking.id, now)
        db.flush()
        return OpenedBookingListOut.adding(booking_list(db, operator, row, links, keys, now), session=session)


@router.get("/api/public/booking-lists/{token}", responses=errors(404))
def read_booking_list(request: Request, token: ListToken) -> BookingListOut:
    """Get an opened list by its `session`."""
    count_look(request)
    now = clock.now()
    with database(request).read() as db:
        keys = effective(db, request.app.state.settings).stripe
        operator, row = booking_lists.open_list(db, token, now)
        return booking_list(db, operator, row, booking_links(request), keys, now)
