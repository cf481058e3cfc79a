"""Routes for ending a booking, for members of the business: the cost, and canceling with a fee and a refund.

They are in this package, above the other booking routes, because canceling moves money.
"""

from typing import Annotated

from fastapi import Query, Request

from marqueedesk.accounts.access import reading, require, writing
from marqueedesk.accounts.rights import ADD_NOTES, HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries, transitions
from marqueedesk.bookings.action_schemas import CanceledOut
from marqueedesk.bookings.details import booking_details
from marqueedesk.bookings.models import CANCELED, COMPLETED
from marqueedesk.bookings.schemas import BookingWithHistory, CrewBookingWithHistory
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import Json, JsonBody
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.payments import canceling
from marqueedesk.payments.canceling import CancellationCharge
from marqueedesk.payments.schemas import CancellationOut, CancelWithChargeInput, StatusWithChargeInput
from marqueedesk.rentals.rental_request import read_day

router = Router(tags=["bookings"], refuses=(401, 403))
OnDay = Annotated[str | None, Query(max_length=10, description="The cancellation date; today by default")]
_MONEY = {"fee", "refund"}


@router.get("/api/bookings/{booking_id}/cancellation")
def cancellation(request: Request, booking_id: PathId, on: OnDay = None) -> Json[CancellationOut]:
    """Return the cost of canceling on a day under the booking's terms, and the refund of the money received."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_MONEY)
        booking = queries.booking(db, booking_id)
        day = read_day(on, "on") if on else None
        return Json(canceling.cancellation_answer(db, operator, booking, day, clock.now()))


@router.patch("/api/bookings/{booking_id}/status", refuses=(409,))
def change_status(
    request: Request, booking_id: PathId, body: JsonBody[StatusWithChargeInput]
) -> Json[BookingWithHistory | CrewBookingWithHistory]:
    """Confirm, cancel, complete or reopen a booking (B1). Repeating a status has no effect.

    Staff may complete bookings from the pickup day on.
    """
    with writing(request) as (db, caller):
        terms = availability.lock(db, caller.operator.id)
        # Access is checked before the body is validated.
        queries.booking(db, booking_id)
        given = body.read()
        # Staff may only complete finished rentals: not before the pickup day, and without reopening.
        is_work = given.status == COMPLETED and not given.early
        require(caller, ADD_NOTES if is_work else HANDLE_BOOKINGS)
        charge = CancellationCharge(given.fee, given.refund)
        options = transitions.Options(**given.model_dump(exclude={"status", *_MONEY}))
        now = clock.now()
        if given.status == CANCELED and not given.reopen:
            found = canceling.cancel(
                db, caller.operator, terms, booking_id, charge, by=caller.user, now=now, options=options
            )
        else:
            _refuse_charge(charge)
            found = transitions.change_status(
                db, terms, booking_id, given.status, by=caller.user, now=now, options=options
            )
        db.flush()
        answer = booking_details(db, caller, found)
    return Json(answer)


def _refuse_charge(charge: CancellationCharge) -> None:
    if charge != CancellationCharge():
        field = "refund" if charge.fee_cents is None else "fee"
        raise Invalid(fields={field: "A fee and a refund are only allowed with a cancellation"})


@router.post("/api/bookings/cancel", refuses=(404, 409))
def cancel_requests(request: Request, body: JsonBody[CancelWithChargeInput]) -> Json[CanceledOut]:
    """Cancel several pending requests. If one cannot be canceled, none is (B9)."""
    with writing(request) as (db, caller):
        operator = require(caller, HANDLE_BOOKINGS)
        terms = availability.lock(db, operator.id)
        given = body.read()
        options = transitions.Options(notify=given.notify, reason=given.reason)
        charge, now = CancellationCharge(given.fee, given.refund), clock.now()
        transitions.ensure_requests(db, given.ids)
        done = [
            canceling.cancel(db, operator, terms, each, charge, by=caller.user, now=now, options=options).id
            for each in dict.fromkeys(given.ids)
        ]
    return Json(CanceledOut(canceled=done))
