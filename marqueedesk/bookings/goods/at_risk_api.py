"""Routes that list bookings at risk, apply a resolution, and undo it."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_STOCK
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings.details import BookingForUpdate, booking_details
from marqueedesk.bookings.goods import at_risk, resolving
from marqueedesk.bookings.goods.resolving import Resolved
from marqueedesk.bookings.schemas import BookingWithHistory, CrewBookingWithHistory
from marqueedesk.inventory.outage_schemas import AtRiskOut, RiskOut
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import RequestModel, SparseModel
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["inventory"], responses=errors(401, 403))


@router.get("/api/at-risk", response_model_exclude_unset=True)
def bookings_at_risk(db: Db, caller: Annotated[Caller, Requires(SEE_STOCK)]) -> list[AtRiskOut]:
    """List upcoming bookings that too few pieces are left for, nearest first, with their shortages."""
    operator = caller.operator
    terms = read_operator(db.connection(), operator.id)
    return at_risk.answer(db, terms, clock.now(), pricing.price_list(db))


class ResolutionInput(RequestModel):
    """POST /api/bookings/{id}/resolve: a resolution to apply, or to preview."""

    option: Annotated[str, Field(min_length=1, max_length=400, description="Id of one of the booking's risk options")]
    dry_run: Annotated[bool, Field(description="Return the result without storing it")] = False


class ResolvedOut(SparseModel):
    """Bookings after a resolution. ``risk`` is what the booking is still short of."""

    booking: BookingWithHistory | CrewBookingWithHistory
    other: Annotated[
        BookingWithHistory | CrewBookingWithHistory | None, Field(description="The other booking, for a swap")
    ] = None
    risk: RiskOut | None


@router.post("/api/bookings/{booking_id}/resolve", response_model_exclude_unset=True, responses=errors(404, 409))
def resolve_risk(
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    terms: LockedTerms,
    booking: BookingForUpdate,
    body: ResolutionInput,
) -> ResolvedOut:
    """Apply one of a booking's risk options of kind finish, size or swap. Can be undone for 10 minutes.

    The agreed price stays, and the customer isn't notified. 409 `not_offered` for other options, and for one that the
    stock no longer allows.
    """
    prices, now = pricing.price_list(db), clock.now()
    with db.begin_nested() as attempt:
        resolved = resolving.resolve(db, terms, booking, body.option, prices, by=caller.user, now=now)
        db.flush()
        answer = _answer(db, caller, resolved)
        if body.dry_run:
            attempt.rollback()
    return answer


@router.post("/api/bookings/{booking_id}/resolve/undo", response_model_exclude_unset=True, responses=errors(404, 409))
def undo_resolution(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], terms: LockedTerms, booking: BookingForUpdate
) -> ResolvedOut:
    """Undo the last resolution of a booking within 10 minutes, unless one of the bookings was changed since."""
    resolved = resolving.undo(db, terms, booking, pricing.price_list(db), by=caller.user, now=clock.now())
    db.flush()
    return _answer(db, caller, resolved)


def _answer(db: Session, caller: Caller, resolved: Resolved) -> ResolvedOut:
    shown = booking_details(db, caller, resolved.booking)
    answer = ResolvedOut(booking=shown, risk=shown.risk)
    if resolved.other is not None:
        answer.other = booking_details(db, caller, resolved.other)
    return answer
