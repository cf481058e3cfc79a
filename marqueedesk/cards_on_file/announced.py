"""Charges for damage and loss: announced to the customer two days before the card is charged.

Until then, the business can withdraw the charge, and the customer can pay another way. When it is due, a job prepares
a charge of what is still owed under the operator's lock, and completes it like any charge (`charging`).

Functions that write take the operator's lock first; none commits or calls the provider.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator, User
from marqueedesk.availability import service as availability
from marqueedesk.billing.queries import plan_fee
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import PENDING, Booking
from marqueedesk.cards_on_file import charging, queries
from marqueedesk.cards_on_file.announced_models import (
    ANNOUNCED,
    CHARGED,
    CHARGING,
    DECLINED,
    NOT_DUE,
    WITHDRAWN,
    AnnouncedCharge,
)
from marqueedesk.cards_on_file.charging import CardCharge
from marqueedesk.cards_on_file.errors import AlreadyCharged, NoCard, NotChargeable, NotDue
from marqueedesk.domain_events import CardChargeAnnounced, CardChargeWithdrawn, PaymentFailed, PaymentRequested, publish
from marqueedesk.instance_settings.service import Platform
from marqueedesk.inventory import photos
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.errors import Invalid, NotFound, Problem
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import money
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import Actor
from marqueedesk.payments import bank_debits, ledger
from marqueedesk.payments import queries as payments
from marqueedesk.payments.errors import NoCardPayments, TooSmallForCard
from marqueedesk.payments.fees import fee_with
from marqueedesk.payments.intents import BlockedBy
from marqueedesk.payments.models import PROCESSING, RECEIVED, UNDER_WAY
from marqueedesk.stripe.client import Stripe

NOTICE: Final = timedelta(hours=48)
CHARGE_ANNOUNCED: Final = "card.charge_announced"
"""Job that charges the card for an announced charge."""
_LATER: Final = timedelta(hours=1)
_OPEN: Final = (ANNOUNCED, CHARGING)


def of_booking(db: Session, booking_id: int) -> list[AnnouncedCharge]:
    """Return a booking's announced charges, oldest first."""
    statement = select(AnnouncedCharge).where(AnnouncedCharge.booking_id == booking_id).order_by(AnnouncedCharge.id)
    return list(db.scalars(statement))


def by_id(db: Session, charge_id: int) -> AnnouncedCharge | None:
    """Return an announced charge of the session's operator, freshly read; None if it does not exist."""
    return fresh(db, AnnouncedCharge, AnnouncedCharge.id == charge_id)


def announce(
    db: Session, operator: Operator, booking_id: int, wanted: CardCharge, *, by: User, now: datetime
) -> AnnouncedCharge:
    """Announce a charge of the card on file to the customer, and schedule it.

    Raises NotFound, NotChargeable, NoCard, TooSmallForCard, Invalid, and NotDue if it exceeds the amount due minus
    other announced charges.
    """
    availability.lock(db, operator.id)
    booking = bookings.booking(db, booking_id)
    if booking.status == PENDING:
        raise NotChargeable
    if queries.current(db, booking_id) is None:
        raise NoCard
    due = ledger.figures_of(booking, payments.of_booking(db, booking_id)).due
    due -= sum(row.amount_cents for row in of_booking(db, booking_id) if row.state in _OPEN)
    if wanted.cents > due:
        raise NotDue(units(max(0, due)), money(max(0, due), operator.currency))
    charging.ensure_amount(wanted.cents, operator.currency)
    photos.ensure_photos_exist(db, wanted.photo_digests)
    photos.mark_in_handover(db, wanted.photo_digests)
    row = AnnouncedCharge(
        booking_id=booking_id,
        state=ANNOUNCED,
        amount_cents=wanted.cents,
        reason=wanted.reason,
        photo_digests=list(wanted.photo_digests) or None,
        charge_at=now + NOTICE,
        created_at=now,
        who=wanted.by[:120],
        who_id=wanted.by_id,
    )
    db.add(row)
    db.flush()
    publish(db, CardChargeAnnounced(operator_id=operator.id, booking_id=booking_id, charge_id=row.id), now)
    _record(db, "payment.announced", row, booking, operator, by, now)
    _schedule(db, row, now, row.charge_at)
    return row


def _schedule(db: Session, row: AnnouncedCharge, now: datetime, at: datetime) -> None:
    jobs.enqueue(db, CHARGE_ANNOUNCED, {"operatorId": row.operator_id, "chargeId": row.id}, now, run_at=at)


def withdraw(
    db: Session, operator: Operator, booking_id: int, charge_id: int, *, by: User, now: datetime
) -> AnnouncedCharge:
    """Withdraw an announced charge, and notify the customer. Idempotent.

    Raises NotFound, and AlreadyCharged once it was attempted.
    """
    availability.lock(db, operator.id)
    booking = bookings.booking(db, booking_id)
    row = existing(by_id(db, charge_id), NotFound)
    if row.booking_id != booking_id:
        raise NotFound
    if row.state == WITHDRAWN:
        return row
    if row.state != ANNOUNCED:
        raise AlreadyCharged
    row.state, row.ended_at = WITHDRAWN, now
    publish(db, CardChargeWithdrawn(operator_id=operator.id, booking_id=booking_id, charge_id=row.id), now)
    _record(db, "payment.withdrawn", row, booking, operator, by, now)
    return row


def _record(
    db: Session, action: str, row: AnnouncedCharge, booking: Booking, operator: Operator, by: User, now: datetime
) -> None:
    audit.record(
        db,
        action,
        by=Actor(by.id, by.email),
        now=now,
        operator_id=operator.id,
        subject=(booking.id, booking.customer_name),
        amount=units(row.amount_cents),
        currency=operator.currency,
        charge=row.id,
    )


def prepare(
    db: Session, operator_id: int, charge_id: int, gateway: Stripe, platform: Platform, now: datetime
) -> int | BlockedBy | None:
    """Prepare an announced charge that is due now, unless it is prepared already. Return its payment, the open card
    forms to cancel first, or None if there is nothing to charge.
    """
    availability.lock(db, operator_id)
    operator, row = accounts.public_operator(db, operator_id), by_id(db, charge_id)
    if row is None or row.state not in _OPEN or now < row.charge_at:
        return None
    if row.payment_id is not None:
        return row.payment_id
    if operator.stopped_at is not None:
        # A suspended business charges nothing until it resumes.
        _schedule(db, row, now, now + _LATER)
        return None
    booking = bookings.booking(db, row.booking_id)
    due = ledger.figures_of(booking, payments.of_booking(db, booking.id)).due
    cents = min(row.amount_cents, due)
    if cents <= 0:
        row.state, row.ended_at = NOT_DUE, now
        return None
    fee = fee_with(platform, plan_fee(db))
    wanted = CardCharge(cents, row.reason, fee, row.who, row.who_id, tuple(row.photo_digests or ()))
    try:
        made = charging.prepare_charge(db, operator, booking.id, wanted, gateway, now)
    except (NoCard, NoCardPayments, NotChargeable, NotDue, TooSmallForCard, Invalid) as problem:
        _decline(db, row, cents, problem.message, now)
        return None
    if isinstance(made, BlockedBy):
        return made
    row.state, row.payment_id = CHARGING, made.id
    return made.id


def settle(db: Session, operator_id: int, payment_id: int, problem: Problem | None, now: datetime) -> None:
    """Record the result of an announced charge, and ask the customer to pay by link if the card was declined. If the
    charge was stopped, what is still due is charged later. Idempotent; does nothing for other charges.
    """
    availability.lock(db, operator_id)
    row = fresh(db, AnnouncedCharge, AnnouncedCharge.payment_id == payment_id)
    payment = payments.by_id(db, payment_id)
    if row is None or row.state != CHARGING or payment is None or payment.state in UNDER_WAY:
        return
    if payment.state in {RECEIVED, PROCESSING}:
        row.state, row.ended_at = CHARGED, now
    elif charging.was_stopped(payment, problem):
        row.state, row.payment_id, row.charge_at = ANNOUNCED, None, now + _LATER
        _schedule(db, row, now, row.charge_at)
    else:
        message = payment.failure or (problem.message if problem else "")
        _decline(db, row, payment.amount_cents, message, now)


def record_failed_debit(db: Session, operator_id: int, payment_id: int) -> None:
    """Record that a bank rejected or returned the debit of an announced charge, so that it is due again. No-op for
    other payments. Customer and business are notified as for any failed debit.
    """
    availability.lock(db, operator_id)
    row = fresh(db, AnnouncedCharge, AnnouncedCharge.payment_id == payment_id)
    payment = payments.by_id(db, payment_id)
    if row is None or row.state != CHARGED or payment is None or not bank_debits.has_failed(payment):
        return
    row.state, row.failure = DECLINED, payment.failure or "The bank returned the debit."


def _decline(db: Session, row: AnnouncedCharge, cents: int, message: str, now: datetime) -> None:
    row.state, row.failure, row.ended_at = DECLINED, message[:500], now
    note = f"We could not charge your card: {row.reason}. Please use the button to pay, or save another card."
    operator_id, booking_id = row.operator_id, row.booking_id
    asked = PaymentRequested(operator_id=operator_id, booking_id=booking_id, amount_cents=cents, note=note)
    publish(db, asked, now)
    payment_id = row.payment_id or 0
    failed = PaymentFailed(operator_id=operator_id, booking_id=booking_id, payment_id=payment_id, amount_cents=cents)
    publish(db, failed, now)
