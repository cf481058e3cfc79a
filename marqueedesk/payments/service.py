"""Verbs of a booking's money. Each takes the operator's lock first; none of them commits, none asks the provider.

What needs the provider is *prepare (here) -> ask (`asking`) -> record (`record`)*. Preparing writes a row with an
idempotency key and a job that looks after it: should this process die between asking and recording, the job asks again
with the same key and finds what was made (docs/adr/0014-payments.md).
"""

import secrets
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED, COMPLETED, CONFIRMED, Booking
from marqueedesk.kit import audit, jobs
from marqueedesk.kit.audit import Actor
from marqueedesk.kit.money import units
from marqueedesk.kit.wording import money
from marqueedesk.payments import ledger, queries, stripe_sync
from marqueedesk.payments.errors import (
    AmountChanged,
    NoCardPayments,
    NothingOpen,
    NotPayable,
    NotVoidable,
    Overpaid,
    PaymentUnderWay,
    TooMuchBack,
    TooSmallForCard,
)
from marqueedesk.payments.ledger import Figures
from marqueedesk.payments.models import (
    ASKED,
    BY_HAND,
    CARD,
    OTHER,
    PAYMENT,
    PROCESSING,
    RECEIVED,
    REDUCE,
    REFUND,
    RETURNED,
    VOID,
    BookingPayment,
)
from marqueedesk.stripe.client import Stripe

PAYABLE = (CONFIRMED, COMPLETED)
"""The states in which a customer can pay a booking on its page."""
CHECK, RETURN, CLOSE = "payment.check", "payment.return", "payment.close"
"""Jobs: look what became of a card payment; see a refund through; call off what stands open of a booking."""
TO_RETURN = "payment.to_return"
"""The event that a customer has canceled who gets money back that the business returns by hand."""
FIRST_LOOK = timedelta(minutes=15)
LOOK_AGAIN = timedelta(seconds=40)
"""When the job of a refund looks whether its request has seen it through: after any answer would have come."""


def standing(booking: Booking, rows: list[BookingPayment]) -> Figures:
    """Where a booking's money stands. Of a canceled one only what canceling has cost is owed."""
    return ledger.standing(booking, rows)


def locked(db: Session, operator: Operator, booking_id: int) -> tuple[Booking, list[BookingPayment]]:
    """A booking and its money, under the lock that everything about it takes. Raises NotFound."""
    availability.lock(db, operator.id)
    return bookings.booking(db, booking_id), queries.of_booking(db, booking_id)


# --- By hand ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ByHand:
    """Money that a business says it has received: ``kind`` is cash, bank_transfer or other."""

    kind: str
    cents: int
    on_day: date | None
    note: str | None
    receipt: bool


def record_payment(
    db: Session, operator: Operator, booking_id: int, given: ByHand, *, by: User, now: datetime
) -> BookingPayment:
    """Enter money that came in. The caller has called off what stood open (`intents.until_free`).

    Raises NotFound and Overpaid.
    """
    booking, rows = locked(db, operator, booking_id)
    due = standing(booking, rows).due
    if given.cents > due:
        raise Overpaid(units(due), money(due, operator.currency))
    row = BookingPayment(
        booking_id=booking.id,
        entry=PAYMENT,
        kind=given.kind,
        state=RECEIVED,
        amount_cents=given.cents,
        currency=operator.currency,
        on_day=given.on_day,
        recorded_by=by.username,
        note=given.note,
        created_at=now,
        settled_at=now,
    )
    db.add(row)
    stripe_sync.recompute(db, booking.id)
    _note(db, "payment.recorded", row, booking, by, now)
    if given.receipt:
        stripe_sync.tell_by_hand(db, row, "payment.received", now)
    return row


def void(db: Session, operator: Operator, booking_id: int, payment_id: int, *, by: User, now: datetime) -> None:
    """Strike out a payment that was entered by mistake; a second time changes nothing.

    Raises NoPayment and NotVoidable.
    """
    booking, rows = locked(db, operator, booking_id)
    row = queries.payment(db, booking_id, payment_id)
    if row.state == VOID:
        return
    if not ledger.is_voidable(row, rows):
        raise NotVoidable
    row.state = VOID
    stripe_sync.recompute(db, booking.id)
    _note(db, "payment.voided", row, booking, by, now)


# --- Refunds ---------------------------------------------------------------------------------------------------------


def begin_refund(
    db: Session,
    operator: Operator,
    booking_id: int,
    payment_id: int,
    *,
    cents: int,
    by_hand: bool,
    note: str | None,
    by: User,
    now: datetime,
    meaning: str = REDUCE,
) -> BookingPayment:
    """Give back ``cents`` of a payment: at once where it came in by hand, or goes back ``by_hand`` because a card does
    not take it any more; else the row is what to ask the provider for. By its ``meaning`` it is no longer owed, or to
    be paid again.

    Raises NotFound, NoPayment and TooMuchBack.
    """
    booking, rows = locked(db, operator, booking_id)
    payment = queries.payment(db, booking_id, payment_id)
    left = ledger.refundable(payment, rows)
    if cents > left:
        raise TooMuchBack(units(left), money(left, payment.currency))
    reduces = ledger.no_longer_owed(standing(booking, rows), cents) if meaning == REDUCE else 0
    row = _new_refund(db, payment, cents, now, by=by.username, note=note)
    row.reduces_cents, row.reduces_fee = reduces, booking.status == CANCELED
    if by_hand and row.kind not in BY_HAND:
        row.kind = OTHER
    _note(db, "payment.refunded", row, booking, by, now)
    if row.kind in BY_HAND:
        row.state, row.settled_at = RETURNED, now
        stripe_sync.tell_by_hand(db, row, "payment.refunded", now)
    else:
        see_through(db, row, now, now + LOOK_AGAIN)
    stripe_sync.recompute(db, booking.id)
    return row


def return_excess(db: Session, booking_id: int, keep_cents: int, *, by: str, now: datetime) -> list[BookingPayment]:
    """Give back what was paid by card over ``keep_cents``, by jobs. The caller holds the operator's lock.

    Asked again it gives back only what has come in since. What came in by hand the business gives back by hand.
    """
    rows = queries.of_booking(db, booking_id)
    made: list[BookingPayment] = []
    for payment, cents in ledger.by_card_to_return(keep_cents, rows):
        row = _new_refund(db, payment, cents, now, by=by, note="Booking canceled")
        see_through(db, row, now, now)
        made.append(row)
    return made


def return_all(db: Session, booking: Booking, keep_cents: int, *, by: str, now: datetime) -> None:
    """Give back everything that was received over ``keep_cents``: to the cards by jobs, the newest first, and the rest
    by hand, which is entered as returned. The caller holds the operator's lock.
    """
    return_excess(db, booking.id, keep_cents, by=by, now=now)
    for payment, cents in ledger.by_hand_to_return(keep_cents, queries.of_booking(db, booking.id)):
        row = _new_refund(db, payment, cents, now, by=by, note="Booking canceled")
        row.state, row.settled_at = RETURNED, now
        stripe_sync.tell_by_hand(db, row, "payment.refunded", now)
    stripe_sync.recompute(db, booking.id)


def to_return(db: Session, booking: Booking) -> int:
    """What a booking's customer has paid over what they owe, and what is not on its way back; in cents."""
    return standing(booking, queries.of_booking(db, booking.id)).overpaid


def tell_to_return(db: Session, booking: Booking, now: datetime) -> None:
    """Have a business told what of a canceled booking's money it has to return itself: what did not come by card."""
    db.flush()
    cents = to_return(db, booking)
    if cents:
        payload = {"operatorId": booking.operator_id, "bookingId": booking.id, "amountCents": cents}
        jobs.enqueue(db, TO_RETURN, payload, now)


def coming_back(db: Session, booking_id: int, since: datetime) -> int:
    """What of a booking's card payments goes back, or has gone back, by refunds asked for since then; in cents."""
    return sum(
        row.amount_cents
        for row in queries.of_booking(db, booking_id)
        if row.entry == REFUND
        and row.kind == CARD
        and row.state in {ASKED, PROCESSING, RETURNED}
        and row.created_at >= since
    )


def _new_refund(
    db: Session, payment: BookingPayment, cents: int, now: datetime, *, by: str, note: str | None
) -> BookingPayment:
    row = BookingPayment(
        booking_id=payment.booking_id,
        entry=REFUND,
        kind=payment.kind,
        state=ASKED,
        amount_cents=cents,
        currency=payment.currency,
        refund_of=payment.id,
        key=f"refund-{secrets.token_hex(16)}",
        account_id=payment.account_id,
        live=payment.live,
        recorded_by=by[:120],
        note=note,
        created_at=now,
    )
    db.add(row)
    db.flush()
    return row


def see_through(db: Session, row: BookingPayment, now: datetime, at: datetime) -> None:
    """Write down when somebody sees to it that a refund has come through."""
    jobs.enqueue(db, RETURN, {"operatorId": row.operator_id, "paymentId": row.id}, now, run_at=at)


# --- By card ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ToPay:
    """What a customer wants to pay: the deposit or the balance, and what their page says that this is."""

    part: str
    cents: int
    fee_basis_points: int


def begin_payment(
    db: Session, operator: Operator, booking_id: int, wanted: ToPay, gateway: Stripe, now: datetime
) -> BookingPayment | list[BookingPayment]:
    """The row of a card payment, to ask the provider for; or what stands open with another amount and has to be called
    off first.

    The same payment asked for again, in another window or after a lost answer, is the same row (and so the same
    payment at the provider). Raises NotFound, NotPayable, NoCardPayments, PaymentUnderWay, NothingOpen, AmountChanged
    and TooSmallForCard.
    """
    booking, rows = locked(db, operator, booking_id)
    if booking.status not in PAYABLE:
        raise NotPayable
    account = queries.connected(db, operator.id, live=gateway.live)
    if account is None or not account.charges_enabled:
        raise NoCardPayments
    where = standing(booking, rows)
    cents = where.of(wanted.part)
    if cents == 0:
        raise PaymentUnderWay(retry_after=5) if where.processing else NothingOpen()
    if cents != wanted.cents:
        raise AmountChanged(units(cents))
    if cents < ledger.SMALLEST_CARD_CENTS:
        raise TooSmallForCard
    known = ledger.under_way(rows)
    same = [row for row in known if (row.amount_cents, row.account_id) == (cents, account.id)]
    if len(known) > len(same[:1]):
        return [row for row in known if row not in same[:1]]
    if same:
        return same[0]
    row = BookingPayment(
        booking_id=booking.id,
        entry=PAYMENT,
        kind=CARD,
        state=ASKED,
        amount_cents=cents,
        fee_cents=ledger.fee_of(cents, wanted.fee_basis_points),
        currency=operator.currency,
        part=wanted.part,
        key=f"payment-{secrets.token_hex(16)}",
        account_id=account.id,
        live=gateway.live,
        created_at=now,
    )
    db.add(row)
    db.flush()
    look_later(db, row, now, now + FIRST_LOOK)
    return row


def look_later(db: Session, row: BookingPayment, now: datetime, at: datetime) -> None:
    """Write down when somebody looks what became of a card payment."""
    jobs.enqueue(db, CHECK, {"operatorId": row.operator_id, "paymentId": row.id}, now, run_at=at)


def close_later(db: Session, booking: Booking, now: datetime, *, keep_cents: int | None = None) -> None:
    """Have called off what stands open of a booking that nobody should pay any more. With ``keep_cents`` what comes in
    beyond that, in the very moment, goes back. Nothing is written where nothing stands open.
    """
    if not ledger.under_way(queries.of_booking(db, booking.id)):
        return
    payload = {"operatorId": booking.operator_id, "bookingId": booking.id, "keepCents": keep_cents}
    jobs.enqueue(db, CLOSE, payload, now)


def close_outdated(db: Session, booking: Booking, now: datetime) -> None:
    """Have called off what stands open of a booking at an amount that is not open any more."""
    rows = queries.of_booking(db, booking.id)
    where = standing(booking, rows)
    if any(row.amount_cents not in {where.due, where.deposit_due} for row in ledger.under_way(rows)):
        close_later(db, booking, now)


def _note(db: Session, action: str, row: BookingPayment, booking: Booking, by: User, now: datetime) -> None:
    audit.record(
        db,
        action,
        by=Actor(by.id, by.email),
        now=now,
        operator_id=booking.operator_id,
        subject=(booking.id, booking.customer_name),
        amount=units(row.amount_cents),
        currency=row.currency,
        kind=row.kind,
        payment=row.id,
    )
