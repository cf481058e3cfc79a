"""Route for bulk actions on bookings. It is in this package because confirming a booking may charge a card."""

from dataclasses import replace

from fastapi import APIRouter, Request

from marqueedesk.accounts.access import reading, require, writing
from marqueedesk.accounts.rights import ADD_NOTES, HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries, transitions
from marqueedesk.bookings.action_schemas import BulkInput, BulkOut, OutcomeOut
from marqueedesk.bookings.errors import CaptureNeeded
from marqueedesk.bookings.models import CONFIRMED
from marqueedesk.bookings.transitions import Options, Outcome
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Problem
from marqueedesk.kit.http.http import errors
from marqueedesk.payments import confirming, marking_paid, stripe_sync
from marqueedesk.stripe.errors import ProviderProblem

router = APIRouter(tags=["bookings"], responses=errors(401, 403))


@router.post("/api/bookings/bulk")
def change_several(request: Request, body: BulkInput) -> BulkOut:
    """Confirm, cancel, complete or reopen several bookings, or mark them as paid. Returns the outcome of each.

    `mark_paid` records what is due as received today, without a receipt; it requires the right to see amounts.
    Requests with an authorized card are charged and confirmed one after another; one that can't be charged stays
    pending. Staff can only complete bookings, from the pickup day on.
    """
    if body.action == "mark_paid":
        return _mark_paid(request, body)
    options = Options(**body.model_dump(exclude={"action", "ids"}))
    with writing(request) as (db, caller):
        require(caller, ADD_NOTES if body.action == "complete" and not body.early else HANDLE_BOOKINGS)
        terms = availability.lock(db, caller.operator.id)
        outcomes = [
            (_outcome(row), isinstance(row.problem, CaptureNeeded))
            for row in transitions.change_several(
                db, terms, body.action, body.ids, by=caller.user, now=clock.now(), options=options
            )
        ]
    return BulkOut(outcomes=_with_captures(request, outcomes, options))


def _mark_paid(request: Request, body: BulkInput) -> BulkOut:
    with writing(request) as (db, caller):
        require(caller, SEE_MONEY)
        operator = require(caller, HANDLE_BOOKINGS)
        terms = availability.lock(db, operator.id)
        outcomes = marking_paid.mark_several(db, operator, terms, body.ids, by=caller.user, now=clock.now())
        return BulkOut(outcomes=[_outcome(row) for row in outcomes])


def _with_captures(request: Request, outcomes: list[tuple[OutcomeOut, bool]], options: Options) -> list[OutcomeOut]:
    """Charge and confirm the bookings that need it. If the provider is unavailable, the rest isn't tried."""
    results: list[OutcomeOut] = []
    unavailable: ProviderProblem | None = None
    for outcome, needs_capture in outcomes:
        if needs_capture and unavailable is None:
            result, problem = _charged_and_confirmed(request, outcome.id, options)
            unavailable = problem if isinstance(problem, ProviderProblem) else None
            results.append(result)
        elif needs_capture:
            results.append(outcome.model_copy(update=_reason(unavailable)))
        else:
            results.append(outcome)
    return results


def _charged_and_confirmed(request: Request, booking_id: int, options: Options) -> tuple[OutcomeOut, Problem | None]:
    captured = None
    problem: Problem | None = None
    try:
        captured = confirming.capture(request, booking_id, options)
        how = options if captured is None else replace(options, is_captured=True)
        with writing(request) as (db, caller):
            terms, now = availability.lock(db, require(caller, HANDLE_BOOKINGS).id), clock.now()
            transitions.change_status(db, terms, booking_id, CONFIRMED, by=caller.user, now=now, options=how)
            if captured is not None:
                stripe_sync.record_payment(db, captured, now)
    except Problem as refused:
        problem = refused
        if captured is not None:
            # The booking was canceled in the meantime, so the payment is refunded.
            confirming.record(request, captured)
    with reading(request) as (db, _caller):
        return _outcome(Outcome(booking_id, queries.find_booking(db, booking_id), problem)), problem


def _outcome(row: Outcome) -> OutcomeOut:
    booking, problem = row.booking, row.problem
    return OutcomeOut.model_validate(
        {
            "id": row.booking_id,
            "number": booking.number if booking else None,
            "customer_name": booking.customer_name if booking else None,
            "status": booking.status if booking else None,
            "done": problem is None,
            **_reason(problem),
        }
    )


def _reason(problem: Problem | None) -> dict[str, str | None]:
    return {"code": problem.answer_code if problem else None, "message": problem.message if problem else None}
