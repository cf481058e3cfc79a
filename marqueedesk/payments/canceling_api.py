"""Routes for ending a booking, for members of the business: the cost, and canceling with a fee and a refund.

They are in this package, which builds on the bookings package, because canceling moves money.
"""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from marqueedesk.accounts.access import Caller, reading, require, writing
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import ADD_NOTES, HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries, transitions
from marqueedesk.bookings.action_schemas import CanceledOut
from marqueedesk.bookings.details import booking_details
from marqueedesk.bookings.models import CANCELED, COMPLETED, CONFIRMED
from marqueedesk.bookings.schemas import BookingWithHistory, CrewBookingWithHistory
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, Problem
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.payments import canceling, confirming, stripe_sync
from marqueedesk.payments.canceling import CancellationCharge
from marqueedesk.payments.schemas import CancellationOut, CancelWithChargeInput, StatusWithChargeInput
from marqueedesk.rentals.rental_request import read_day
from marqueedesk.stripe.payments import FetchedPayment

router = APIRouter(tags=["bookings"], responses=errors(401, 403))
OnDay = Annotated[str | None, Query(max_length=10, description="The cancellation date; today by default")]
_MONEY = {"fee", "refund"}


@router.get("/api/bookings/{booking_id}/cancellation")
def cancellation(
    db: Db, caller: Annotated[Caller, Requires(SEE_MONEY)], booking_id: PathId, on: OnDay = None
) -> CancellationOut:
    """Return the cost of canceling on a day under the booking's terms, and the refund of the money received."""
    operator = caller.operator
    booking = queries.booking(db, booking_id)
    day = read_day(on, "on") if on else None
    return canceling.cancellation_answer(db, operator, booking, day, clock.now())


def _ensure_booking(request: Request, booking_id: PathId) -> None:
    """Check access, and that the booking belongs to the business, before the body is validated. Raises NotFound."""
    with reading(request) as (db, caller):
        require(caller, ADD_NOTES)
        queries.booking(db, booking_id)


@router.patch(
    "/api/bookings/{booking_id}/status",
    response_model_exclude_unset=True,
    responses=errors(409, 502),
    dependencies=[Depends(_ensure_booking)],
)
def change_status(
    request: Request, booking_id: PathId, body: StatusWithChargeInput
) -> BookingWithHistory | CrewBookingWithHistory:
    """Confirm, cancel, complete or reopen a booking (B1). Setting the current status again has no effect.

    Staff may complete bookings from the pickup day on. Confirming a request whose customer's card is authorized charges
    the card first; if that is refused, 409 `capture_failed`, and the booking stays pending.
    """
    options = transitions.Options(**body.model_dump(exclude={"status", *_MONEY}))
    captured = None
    if body.status == CONFIRMED and not body.reopen:
        captured = confirming.capture(request, booking_id, options)
    try:
        return _change_status(request, booking_id, body, options, captured)
    except Problem:
        if captured is not None:
            # The booking was canceled in the meantime, for example by its customer, so the payment is refunded.
            confirming.record(request, captured)
        raise


def _change_status(
    request: Request,
    booking_id: int,
    body: StatusWithChargeInput,
    options: transitions.Options,
    captured: FetchedPayment | None,
) -> BookingWithHistory | CrewBookingWithHistory:
    """Change the status in one transaction, which also records the payment that was ``captured``."""
    with writing(request) as (db, caller):
        # Staff may only complete finished rentals: not before the pickup day, and without reopening.
        is_work = body.status == COMPLETED and not body.early
        require(caller, ADD_NOTES if is_work else HANDLE_BOOKINGS)
        charge = CancellationCharge(body.fee, body.refund)
        terms, by, now = availability.lock(db, caller.operator.id), caller.user, clock.now()
        if body.status == CANCELED and not body.reopen:
            found = canceling.cancel(db, caller.operator, terms, booking_id, charge, by=by, now=now, options=options)
        else:
            _refuse_charge(charge)
            how = options if captured is None else replace(options, is_captured=True)
            found = transitions.change_status(db, terms, booking_id, body.status, by=by, now=now, options=how)
        if captured is not None:
            stripe_sync.record_payment(db, captured, now)
        db.flush()
        return booking_details(db, caller, found)


def _refuse_charge(charge: CancellationCharge) -> None:
    if charge != CancellationCharge():
        field = "refund" if charge.fee_cents is None else "fee"
        raise Invalid(fields={field: "A fee and a refund are only allowed with a cancellation"})


@router.post("/api/bookings/cancel", responses=errors(404, 409))
def cancel_requests(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], body: CancelWithChargeInput
) -> CanceledOut:
    """Cancel several pending requests. If one cannot be canceled, none is (B9)."""
    operator = caller.operator
    terms = availability.lock(db, operator.id)
    options = transitions.Options(notify=body.notify, reason=body.reason, lost_reason=body.lost_reason)
    charge, now = CancellationCharge(body.fee, body.refund), clock.now()
    transitions.ensure_requests(db, body.ids)
    done = [
        canceling.cancel(db, operator, terms, each, charge, by=caller.user, now=now, options=options).id
        for each in dict.fromkeys(body.ids)
    ]
    return CanceledOut(canceled=done)
