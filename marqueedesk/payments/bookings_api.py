"""Routes for a booking's money, for members of the business: history, manual entries and refunds."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Annotated, TypeVar
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Header, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, reading, require, writing
from marqueedesk.accounts.dependencies import Db, Requires, check_rights
from marqueedesk.accounts.models import Operator, User
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_BOOKS, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.charges.gift_cards import GiftCardUse, gift_cards_of
from marqueedesk.bookings.details import BookingForUpdate
from marqueedesk.kit import clock
from marqueedesk.kit.http import idempotency
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import money
from marqueedesk.payments import disputes, intents, ledger, queries, refunds, service, shares, stripe_sync
from marqueedesk.payments.errors import Overpaid
from marqueedesk.payments.intents import BlockedBy, PaymentSnapshot
from marqueedesk.payments.models import ASKED, FAILED, BookingPayment
from marqueedesk.payments.schemas import MoneyOut, RecordPaymentInput, RefundInput, RequestPaymentInput
from marqueedesk.payments.serializers import for_business
from marqueedesk.payments.service import ManualPayment
from marqueedesk.pricing import queries as pricing
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderProblem, ProviderRateLimited, ProviderRefused
from marqueedesk.stripe.metadata import DASHBOARD
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["payments"], responses=errors(401, 403))
Key = Annotated[str | None, Header()]
Result = TypeVar("Result")
_RETRIED = (
    "Stripe is busy. The refund is recorded and will be made automatically within a few minutes. Don't refund it again."
)
_WRITE = (400, 401, 403, 404, 409, 413, 415, 422, 502, 503)


def _handling(caller: Caller) -> Operator:
    """Return the caller's business. The caller must have the right to change bookings' money."""
    require(caller, HANDLE_BOOKINGS)
    return require(caller, SEE_MONEY)


def _money(request: Request, db: Session, caller: Caller, booking_id: int) -> MoneyOut:
    booking = bookings.booking(db, booking_id)
    operator = caller.operator
    return for_business(
        booking,
        queries.of_booking(db, booking_id),
        operator.currency,
        ZoneInfo(operator.time_zone),
        disputes.of_booking(db, booking_id),
        request.app.state.settings.stripe_api_base or DASHBOARD,
        pricing.ways_to_pay(db, operator.currency).methods,
        shares.of_booking(db, booking_id),
    )


def _after(request: Request, booking_id: int) -> MoneyOut:
    with reading(request) as (db, caller):
        return _money(request, db, caller, booking_id)


@router.get("/api/bookings/{booking_id}/payments")
def booking_payments(
    request: Request, db: Db, caller: Annotated[Caller, Requires(SEE_BOOKS)], booking_id: PathId
) -> MoneyOut:
    """Return a booking's payments and refunds, and the balance due."""
    return _money(request, db, caller, booking_id)


@router.post(
    "/api/bookings/{booking_id}/payments",
    status_code=201,
    responses=errors(409, 502),
    dependencies=[check_rights(HANDLE_BOOKINGS, SEE_MONEY)],
)
def record_payment(
    request: Request, booking_id: PathId, body: RecordPaymentInput, idempotency_key: Key = None
) -> MoneyOut:
    """Record a payment received through one of the business's payment methods. 409 `overpaid` if it exceeds the balance
    due.

    An open card payment is canceled first; if the customer has just paid it, that payment counts instead. With an
    `Idempotency-Key`, a retry doesn't record the payment twice.
    """
    with reading(request) as (db, caller):
        operator, user = _handling(caller), caller.user
        bookings.booking(db, booking_id)
        is_gift_card = body.gift_card is not None
        method = None if is_gift_card else service.method_of(db, operator.currency, body.kind, body.method_name)
        key = idempotency.read_key(idempotency_key)
        gateway = provider_of(request).find(db)
    print_of = idempotency.fingerprint("payment", booking_id, body.model_dump_json())

    def enter(db: Session) -> BlockedBy | None:
        _booking, rows = service.locked(db, operator, booking_id)
        if idempotency.find_made(db, key, print_of) is not None:
            return None
        open_rows = ledger.under_way(rows)
        if open_rows and gateway is not None:
            return BlockedBy([intents.snapshot(row) for row in open_rows])
        now = clock.now()
        if method is None:
            made_id = _pay_with_gift_card(request, db, operator.id, booking_id, body, user)
        else:
            entry = ManualPayment(method, body.amount, body.day, body.note, receipt=body.send_receipt)
            made_id = service.record_payment(db, operator, booking_id, entry, by=user, now=now).id
        idempotency.keep_made(db, key, print_of, made_id, now)
        return None

    if gateway is None:
        _within(request, enter)
    else:
        intents.until_free(gateway, enter, partial(_within, request))
    return _after(request, booking_id)


def _pay_with_gift_card(
    request: Request, db: Session, operator_id: int, booking_id: int, body: RecordPaymentInput, user: User
) -> int:
    """Pay `amount` of a booking with a gift card, and return the payment's id. Raises Overpaid, and the errors of
    `GiftCards.redeem`.
    """
    terms = availability.lock(db, operator_id)
    due = ledger.figures_of(bookings.booking(db, booking_id), queries.of_booking(db, booking_id)).due
    if body.amount > due:
        raise Overpaid(units(due), money(due, terms.currency))
    use = GiftCardUse(body.gift_card or "", body.amount)
    gift_cards_of(request).redeem(db, terms, booking_id, use, clock.now(), at_most=body.amount, by=user.username)
    return queries.of_booking(db, booking_id)[-1].id


def _within(request: Request, action: Callable[[Session], Result]) -> Result:
    with writing(request) as (db, caller):
        _handling(caller)
        return action(db)


@router.post("/api/bookings/{booking_id}/payment-request", status_code=202, responses=errors(409))
def request_payment(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS, SEE_MONEY)],
    booking_id: PathId,
    _booking: BookingForUpdate,
    body: RequestPaymentInput,
) -> MoneyOut:
    """Email the customer a payment request for `amount`, or for the whole balance due.

    The email has a button that opens the booking page, and the business's payment instructions. 409 `overpaid` if
    `amount` exceeds the balance due.
    """
    operator = caller.operator
    service.request_payment(db, operator, booking_id, body.amount, body.note, by=caller.user, now=clock.now())
    db.flush()
    return _money(request, db, caller, booking_id)


@router.post(
    "/api/bookings/{booking_id}/payments/{payment_id}/refund",
    responses=errors(409, 502),
    dependencies=[check_rights(HANDLE_BOOKINGS, SEE_MONEY)],
)
def refund_payment(
    request: Request, booking_id: PathId, payment_id: PathId, body: RefundInput, idempotency_key: Key = None
) -> MoneyOut:
    """Refund a payment in full or in part: to its card, or manually (`byHand`, or if it was not paid by card).

    409 `too_much_back` if the amount exceeds what can still be refunded. With an `Idempotency-Key`, a retry doesn't
    refund anything twice.

    502 and 503: the provider did not respond. The refund is in the history, and a job follows up on it. 502
    `provider_refused`: nothing was refunded. The same key returns the same error; use a new key to try again.
    """
    with writing(request) as (db, caller):
        operator = _handling(caller)
        bookings.booking(db, booking_id)
        payment = queries.payment(db, booking_id, payment_id)
        key = idempotency.read_key(idempotency_key)
        print_of = idempotency.fingerprint("refund", payment_id, body.model_dump_json())
        gateway = provider_of(request).get(db) if payment.provider_id and not body.by_hand else None
        availability.lock(db, operator.id)
        made_id = idempotency.find_made(db, key, print_of)
        previous = queries.by_id(db, made_id) if made_id else None
        row = previous
        if row is None:
            now = clock.now()
            row = refunds.begin_refund(
                db,
                operator,
                booking_id,
                payment_id,
                cents=body.amount,
                by_hand=body.by_hand,
                note=body.note,
                by=caller.user,
                now=now,
                meaning=body.meaning,
                charge_id=body.charge_id,
            )
            idempotency.keep_made(db, key, print_of, row.id, now)
        elif row.state == FAILED and row.provider_id is None:
            # Repeat the first response: nothing was refunded.
            raise ProviderRefused(row.failure)
        asked = intents.snapshot(row) if row.state == ASKED else None
        intent_id = payment.provider_id
    if asked is not None and gateway is not None and intent_id is not None:
        _send_back(request, gateway, asked, intent_id, again=previous is not None)
    return _after(request, booking_id)


def _send_back(request: Request, gateway: Stripe, row: PaymentSnapshot, intent_id: str, *, again: bool) -> None:
    asked_at = clock.now()
    try:
        found = intents.refund(gateway, row, intent_id, again=again)
    except ProviderProblem as problem:
        if intents.is_certain(problem):
            why = problem.message
            _within(
                request, lambda db: _put(db, row, lambda stored, now: stripe_sync.refund_refused(db, stored, why, now))
            )
        elif isinstance(problem, ProviderRateLimited):
            # The refund stays requested, and a job makes it. Asking the user to try again could refund twice.
            raise ProviderRateLimited(_RETRIED, retry_after=problem.retry_after) from problem
        raise
    _within(
        request,
        lambda db: _put(db, row, lambda stored, now: stripe_sync.apply_refund(db, stored, found, asked_at, now)),
    )


def _put(db: Session, row: PaymentSnapshot, write: Callable[[BookingPayment, datetime], object]) -> None:
    availability.lock(db, row.operator_id)
    stored = queries.by_id(db, row.id)
    if stored is not None:
        write(stored, clock.now())
        stripe_sync.recompute(db, stored.booking_id)


@router.post("/api/bookings/{booking_id}/payments/{payment_id}/void", responses=errors(409))
def void_payment(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS, SEE_MONEY)],
    booking_id: PathId,
    payment_id: PathId,
) -> MoneyOut:
    """Void a payment that was recorded by mistake. It stays in the history but no longer counts."""
    operator = caller.operator
    service.void(db, operator, booking_id, payment_id, by=caller.user, now=clock.now())
    db.flush()
    return _money(request, db, caller, booking_id)
