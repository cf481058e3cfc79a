"""Routes for capturing and releasing security holds, for members of the business."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, reading, require, writing
from marqueedesk.accounts.dependencies import check_rights
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.bookings import queries as bookings
from marqueedesk.cards_on_file import queries as cards
from marqueedesk.cards_on_file.errors import NoCard
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.money import units
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import Actor
from marqueedesk.payments.errors import NoCardPayments
from marqueedesk.payments.fees import fee_of
from marqueedesk.pricing.card_terms import security_hold_answer
from marqueedesk.security_holds import holds, queries
from marqueedesk.security_holds.errors import NotRefused
from marqueedesk.security_holds.holds import HoldCapture
from marqueedesk.security_holds.models import REFUSED
from marqueedesk.security_holds.schemas import BookingHoldOut, CaptureHoldInput
from marqueedesk.stripe.errors import CardDeclined
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["payments"], responses=errors(401, 403))
Result = TypeVar("Result")


def _handling(caller: Caller) -> Operator:
    """Return the caller's business. The caller must have the right to change bookings' money."""
    require(caller, HANDLE_BOOKINGS)
    return require(caller, SEE_MONEY)


def _within(request: Request, action: Callable[[Session], Result]) -> Result:
    with writing(request) as (db, caller):
        _handling(caller)
        return action(db)


def _after(request: Request, booking_id: int) -> BookingHoldOut:
    with reading(request) as (db, _caller):
        booking = bookings.booking(db, booking_id)
        return BookingHoldOut(
            hold=security_hold_answer(booking.security_hold, booking.planned_hold_cents),
            received=units(booking.received_cents),
            balance_due=units(booking.balance_cents),
        )


@router.post(
    "/api/bookings/{booking_id}/hold/capture",
    responses=errors(409, 502, 503),
    dependencies=[check_rights(HANDLE_BOOKINGS, SEE_MONEY)],
)
def capture_hold(request: Request, booking_id: PathId, body: CaptureHoldInput) -> BookingHoldOut:
    """Charge a part of the security hold for damage; the rest is released. The amount becomes a charge of the booking
    and its payment.

    409 `no_hold` if nothing is held, `over_hold` if the amount exceeds it, `capture_failed` if the provider refused.
    """
    with writing(request) as (db, caller):
        operator, user, now = _handling(caller), caller.user, clock.now()
        booking = bookings.booking(db, booking_id)
        gateway = provider_of(request).get(db)
        digests = tuple(body.photo_digests)
        wanted = HoldCapture(body.amount, body.reason, fee_of(request, db), user.username, user.id, digests)
        row = holds.prepare_capture(db, operator, booking_id, wanted, now)
        audit.record(
            db,
            "hold.captured",
            by=Actor(user.id, user.email),
            now=now,
            operator_id=operator.id,
            subject=(booking.id, booking.customer_name),
            amount=units(body.amount),
            currency=operator.currency,
        )
    holds.capture(gateway, row, partial(_within, request))
    return _after(request, booking_id)


@router.post(
    "/api/bookings/{booking_id}/hold/retry",
    responses=errors(402, 409, 502, 503),
    dependencies=[check_rights(HANDLE_BOOKINGS, SEE_MONEY)],
)
def retry_hold(request: Request, booking_id: PathId) -> BookingHoldOut:
    """Retry a refused security hold on the current card on file.

    409 `not_refused` if no hold was refused or the pickup day has passed, `no_card` if no card is on file. 402
    `card_declined` if the bank refused it again.
    """
    with writing(request) as (db, caller):
        operator, now = _handling(caller), clock.now()
        number = bookings.booking(db, booking_id).number
        gateway = provider_of(request).get(db)
        if cards.holding(db, booking_id) is None:
            raise NoCard
        if cards.authorizable(db, booking_id) is None:
            raise NoCardPayments
        row = holds.prepare(db, operator.id, booking_id, gateway, now, by_hand=True)
        if row is None:
            raise NotRefused
    holds.place(gateway, row, number, partial(_within, request))
    with reading(request) as (db, _caller):
        stored = queries.by_id(db, row.id)
        if stored is not None and stored.state == REFUSED:
            raise CardDeclined(stored.failure)
    return _after(request, booking_id)


@router.post(
    "/api/bookings/{booking_id}/hold/release",
    responses=errors(409, 502, 503),
    dependencies=[check_rights(HANDLE_BOOKINGS, SEE_MONEY)],
)
def release_hold(request: Request, booking_id: PathId) -> BookingHoldOut:
    """Release the security hold without charging anything. Does nothing if it was released before. 409 `no_hold` if
    nothing is held.
    """
    with writing(request) as (db, caller):
        operator = _handling(caller)
        bookings.booking(db, booking_id)
        gateway = provider_of(request).get(db)
        row = holds.prepare_release(db, operator.id, booking_id, clock.now())
    if row is not None:
        holds.release(gateway, row, partial(_within, request))
    return _after(request, booking_id)
