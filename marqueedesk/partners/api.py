"""Routes of partners, and of the partner who brought a booking."""

from typing import Annotated

from fastapi import APIRouter

from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS, HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.partners import queries, service
from marqueedesk.partners.schemas import (
    BookingPartnerInput,
    BookingPartnerOut,
    PartnerChange,
    PartnerOut,
    booking_partner_answer,
    partner_answer,
)

router = APIRouter(tags=["partners"], responses=errors(401, 403))


@router.get("/api/partners")
def list_partners(db: Db, caller: Annotated[Caller, Requires(SEE_MONEY)]) -> list[PartnerOut]:
    """List the business's partners by name, with the number of bookings each brought."""
    counts, key = queries.booking_counts(db), caller.operator.public_key
    return [partner_answer(row, bookings=counts.get(row.id, 0), public_key=key) for row in queries.partners(db)]


@router.post("/api/partners", status_code=201)
def add_partner(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: PartnerChange) -> PartnerOut:
    """Add a partner. The code in their link is made from the name unless one is given."""
    availability.lock(db, caller.operator.id)
    row = service.add(db, body, clock.now())
    record_settings_change(db, caller, "partners", body)
    return partner_answer(row, bookings=0, public_key=caller.operator.public_key)


@router.patch("/api/partners/{partner_id}")
def change_partner(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], partner_id: PathId, body: PartnerChange
) -> PartnerOut:
    """Update the fields sent. Another commission or other excluded parts apply to all statements from then on."""
    availability.lock(db, caller.operator.id)
    row = service.change(db, partner_id, body)
    record_settings_change(db, caller, "partners", body)
    count = queries.booking_counts(db).get(row.id, 0)
    return partner_answer(row, bookings=count, public_key=caller.operator.public_key)


@router.get("/api/bookings/{booking_id}/partner")
def booking_partner(db: Db, _: Annotated[Caller, Requires(SEE_MONEY)], booking_id: PathId) -> BookingPartnerOut:
    """Get the partner who brought a booking."""
    bookings.booking(db, booking_id)
    return booking_partner_answer(queries.partner_of(db, booking_id))


@router.put("/api/bookings/{booking_id}/partner")
def set_booking_partner(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], booking_id: PathId, body: BookingPartnerInput
) -> BookingPartnerOut:
    """Name the partner who brought a booking, or none."""
    availability.lock(db, caller.operator.id)
    return booking_partner_answer(service.set_partner(db, booking_id, body.partner_id, clock.now()))
