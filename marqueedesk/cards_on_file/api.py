"""Routes for charging cards on file, for members of the business."""

from collections.abc import Callable
from datetime import UTC
from functools import partial
from typing import Annotated, TypeVar

from fastapi import APIRouter, Header, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, reading, require, writing
from marqueedesk.accounts.dependencies import check_rights
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.cards_on_file import announced, charging
from marqueedesk.cards_on_file.announced_models import AnnouncedCharge
from marqueedesk.cards_on_file.charging import CardCharge
from marqueedesk.cards_on_file.errors import ChargeStopped
from marqueedesk.cards_on_file.schemas import AnnouncedChargeOut, ChargeCardInput, ChargedOut
from marqueedesk.kit import clock
from marqueedesk.kit.http import idempotency
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.money import units
from marqueedesk.payments import intents, service
from marqueedesk.payments import queries as payments
from marqueedesk.payments.fees import fee_of
from marqueedesk.payments.intents import BlockedBy
from marqueedesk.payments.models import CANCELED, PROCESSING, UNDER_WAY, BookingPayment
from marqueedesk.stripe.errors import CardDeclined
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["payments"], responses=errors(401, 403))
Key = Annotated[str | None, Header()]
Result = TypeVar("Result")


def _handling(caller: Caller) -> Operator:
    """Return the caller's business. The caller must be allowed to handle bookings and see money."""
    require(caller, HANDLE_BOOKINGS)
    return require(caller, SEE_MONEY)


def _within(request: Request, action: Callable[[Session], Result]) -> Result:
    with writing(request) as (db, caller):
        _handling(caller)
        return action(db)


@router.post(
    "/api/bookings/{booking_id}/charge",
    status_code=201,
    responses=errors(402, 409, 502, 503),
    dependencies=[check_rights(HANDLE_BOOKINGS, SEE_MONEY)],
)
def charge_card(request: Request, booking_id: PathId, body: ChargeCardInput, idempotency_key: Key = None) -> ChargedOut:
    """Charge the card that the customer keeps for the booking.

    409 `no_card` without a card, `not_due` if the amount exceeds what is owed, `payment_under_way` while another charge
    is in progress. 402 `card_declined` or `authentication_required`: nothing was charged. 502 and 503: the provider did
    not respond; a job completes or stops the charge. With an `Idempotency-Key`, a retry charges nothing twice, and
    returns the same error for a declined card.
    """
    with reading(request) as (db, caller):
        operator, user = _handling(caller), caller.user
        number = bookings.booking(db, booking_id).number
        key = idempotency.read_key(idempotency_key)
        gateway = provider_of(request).get(db)
        fee = fee_of(request, db)
    wanted = CardCharge(body.amount, body.reason, fee, user.username, user.id, tuple(body.photo_digests))
    print_of = idempotency.fingerprint("charge", booking_id, body.model_dump_json())

    def prepare(db: Session) -> int | BlockedBy:
        availability.lock(db, operator.id)
        made_id = idempotency.find_made(db, key, print_of)
        if made_id is not None:
            return made_id
        now = clock.now()
        row = charging.prepare_charge(db, operator, booking_id, wanted, gateway, now)
        if isinstance(row, BlockedBy):
            return row
        idempotency.keep_made(db, key, print_of, row.id, now)
        service.record_in_audit(db, "payment.charged", row, bookings.booking(db, booking_id), user, now)
        return row.id

    within = partial(_within, request)
    payment_id = intents.until_free(gateway, prepare, within)
    with reading(request) as (db, caller):
        stored = payments.payment(db, booking_id, payment_id)
        open_row = intents.snapshot(stored) if stored.state in UNDER_WAY else None
    if open_row is not None:
        charging.complete(gateway, open_row, number, within)
    with reading(request) as (db, caller):
        return _answer(db, payments.payment(db, booking_id, payment_id))


def _answer(db: Session, row: BookingPayment) -> ChargedOut:
    """Return the result of a charge. Raises CardDeclined and ChargeStopped if nothing was charged."""
    if row.state == CANCELED:
        raise CardDeclined(row.failure) if row.failure else ChargeStopped()
    booking = bookings.booking(db, row.booking_id)
    return ChargedOut(
        payment_id=row.id,
        state="processing" if row.state == PROCESSING else "received",
        amount=units(row.amount_cents),
        received=units(booking.received_cents),
        balance_due=units(booking.balance_cents),
    )


def _announced(row: AnnouncedCharge) -> AnnouncedChargeOut:
    return AnnouncedChargeOut.model_validate(
        {
            "id": row.id,
            "state": row.state,
            "amount": units(row.amount_cents),
            "reason": row.reason,
            "photos": row.photo_digests or [],
            "charge_at": row.charge_at.astimezone(UTC).isoformat(),
            "by": row.who,
            "failure": row.failure,
        }
    )


@router.get(
    "/api/bookings/{booking_id}/announced-charges", dependencies=[check_rights(SEE_MONEY)], responses=errors(404)
)
def list_announced_charges(request: Request, booking_id: PathId) -> list[AnnouncedChargeOut]:
    """List the charges announced to the customer."""
    with reading(request) as (db, caller):
        require(caller, SEE_MONEY)
        bookings.booking(db, booking_id)
        return [_announced(row) for row in announced.of_booking(db, booking_id)]


@router.post(
    "/api/bookings/{booking_id}/announced-charges",
    status_code=201,
    responses=errors(409),
    dependencies=[check_rights(HANDLE_BOOKINGS, SEE_MONEY)],
)
def announce_charge(
    request: Request, booking_id: PathId, body: ChargeCardInput, idempotency_key: Key = None
) -> AnnouncedChargeOut:
    """Charge the card on file for damage or loss in 48 hours. The customer gets the reason, amount and photos right
    away, and can pay another way until then.

    409 `no_card` if no card is on file, `not_due` if the amount exceeds the balance minus other announced charges,
    `too_small_for_card` if it is below the provider's minimum.
    """
    print_of = idempotency.fingerprint("announce", booking_id, body.model_dump_json())
    with writing(request) as (db, caller):
        operator, user, now = _handling(caller), caller.user, clock.now()
        key = idempotency.read_key(idempotency_key)
        availability.lock(db, operator.id)
        made_id = idempotency.find_made(db, key, print_of)
        row = announced.by_id(db, made_id) if made_id is not None else None
        if row is None:
            digests = tuple(body.photo_digests)
            wanted = CardCharge(body.amount, body.reason, fee_of(request, db), user.username, user.id, digests)
            row = announced.announce(db, operator, booking_id, wanted, by=user, now=now)
            idempotency.keep_made(db, key, print_of, row.id, now)
        return _announced(row)


@router.delete(
    "/api/bookings/{booking_id}/announced-charges/{charge_id}",
    responses=errors(409),
    dependencies=[check_rights(HANDLE_BOOKINGS, SEE_MONEY)],
)
def withdraw_charge(request: Request, booking_id: PathId, charge_id: PathId) -> AnnouncedChargeOut:
    """Withdraw an announced charge, and notify the customer. 409 `already_charged` once the charge was attempted."""
    with writing(request) as (db, caller):
        operator, user = _handling(caller), caller.user
        return _announced(announced.withdraw(db, operator, booking_id, charge_id, by=user, now=clock.now()))
