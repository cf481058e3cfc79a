"""Route for duplicating a booking. Bulk actions are in `payments.bulk_api`, because confirming may charge a card."""

from dataclasses import replace

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import reading, require
from marqueedesk.accounts.dependencies import check_rights
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.bookings import queries
from marqueedesk.bookings.action_schemas import DuplicateInput
from marqueedesk.bookings.estimate import agreed_for_booking
from marqueedesk.bookings.input_schemas import NOT_REACHED, BookingInput
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.own_bookings import book_own
from marqueedesk.bookings.schemas import BookingOut
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.idempotency import read_key
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.priced_rental import PricedRental
from marqueedesk.venues import queries as venues
from marqueedesk.venues.address_schemas import PartOfAddress

router = APIRouter(tags=["bookings"], responses=errors(401, 403))


@router.post(
    "/api/bookings/{booking_id}/duplicate",
    response_model_exclude_unset=True,
    status_code=201,
    responses=errors(409),
    dependencies=[check_rights(HANDLE_BOOKINGS)],
)
def duplicate(request: Request, booking_id: PathId, body: DuplicateInput) -> BookingOut:
    """Duplicate a booking on other dates, keeping its prices, lines and discount (P7).

    A copy for another customer has no notes, and their tax exemption, if any.

    Accepts an ``Idempotency-Key``.
    """
    with reading(request) as (db, caller):
        operator_id = require(caller, HANDLE_BOOKINGS).id
        source = queries.booking(db, booking_id)
        venue_id = source.venue_id if source.venue_id and venues.venue(db, source.venue_id) else None
        copy_of = _agreed(db, operator_id, source, venue_id)
        is_same = _is_same_customer(body)
        if copy_of is not None and not is_same:
            exemption = pricing.price_list(db).sales_tax.exemption_of(body.customer_email)
            copy_of = replace(copy_of, request=replace(copy_of.request, exemption=exemption))
        again = BookingInput(
            # The copied rental comes with its agreed prices.
            message=source.message or "-",
            size=source.size or "-",
            venue_id=venue_id,
            venue_name=source.venue_name if venue_id is None else None,
            venue_address=source.venue_address if venue_id is None else None,
            address=PartOfAddress(**source.address) if source.address else None,
            customer_id=source.customer_id if is_same else None,
            customer_name=body.customer_name or source.customer_name,
            customer_email=source.customer_email or None if is_same else body.customer_email,
            customer_phone=source.customer_phone if is_same else body.customer_phone,
            event_type=source.event_type,
            preferred_install_time=source.install_time,
            color_option=source.color,
            add_ons=dict.fromkeys(source.add_ons, True),
            notes=source.notes if is_same else None,
            operator_notes=source.operator_notes if is_same else None,
            **body.model_dump(exclude={"customer_name", "customer_email", "customer_phone"}),
        )
    return book_own(request, again, read_key(request.headers.get("idempotency-key")), copy_of=copy_of)


def _is_same_customer(body: DuplicateInput) -> bool:
    """Return true if a copy is for the customer of the booking. Raises Invalid if another one isn't complete."""
    reached = body.customer_email or body.customer_phone
    if body.customer_name is None and reached:
        raise Invalid(fields={"customerName": "Enter the customer's name"})
    if body.customer_name is not None and not reached:
        raise Invalid(fields={"customerEmail": NOT_REACHED})
    return body.customer_name is None


def _agreed(db: Session, operator_id: int, source: Booking, venue_id: int | None) -> PricedRental | None:
    """Return the agreed rental of a booking with a custom total. A deleted venue keeps its surcharge."""
    agreed = agreed_for_booking(db.connection(), operator_id, source.id)
    if agreed is None:
        return None
    own = source.total_cents if source.total_cents != agreed.breakdown.total_cents else None
    return replace(
        agreed,
        request=replace(agreed.request, place=replace(agreed.request.place, venue_id=venue_id)),
        own_total_cents=own,
    )
