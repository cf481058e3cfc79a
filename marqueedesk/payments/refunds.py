"""Refunds of a booking's money, by hand or to the card.

Functions that write take the operator's lock first, or are called under it; none commits or calls the provider (see
`card_payments`).
"""

import secrets
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.bookings.models import CANCELED, Booking
from marqueedesk.domain_events import PaymentRefunded, RefundDue, publish
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import money
from marqueedesk.payments import ledger, queries, stripe_sync
from marqueedesk.payments.errors import StillProcessing, TooMuchBack
from marqueedesk.payments.models import (
    ASKED,
    BY_HAND,
    CARD,
    GIFT_CARD,
    OTHER,
    PAYMENT,
    PROCESSING,
    REDUCE,
    REFUND,
    RETURNED,
    BookingPayment,
)
from marqueedesk.payments.reductions import reduced_charge
from marqueedesk.payments.service import locked, record_in_audit

RETURN = "payment.return"
"""Job that follows up on a refund."""
LOOK_AGAIN = timedelta(seconds=40)
"""How long to wait before following up on a refund: later than any response to the request itself."""


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
    charge_id: int | None = None,
) -> BookingPayment:
    """Refund ``cents`` of a payment.

    The refund is complete at once if the payment was recorded by hand, or is returned ``by_hand`` because the card
    cannot be refunded; otherwise the row describes the request to the provider. ``meaning`` says if the amount is no
    longer owed, or has to be paid again; ``charge_id`` is the charge that it is for, if the member chose one.

    Raises NotFound, NoPayment, StillProcessing, TooMuchBack and Invalid.
    """
    booking, rows = locked(db, operator, booking_id)
    payment = queries.payment(db, booking_id, payment_id)
    if payment.entry == PAYMENT and payment.state == PROCESSING:
        raise StillProcessing
    left = ledger.refundable(payment, rows)
    if cents > left:
        raise TooMuchBack(units(left), money(left, payment.currency))
    reduces = ledger.no_longer_owed(ledger.figures_of(booking, rows), cents) if meaning == REDUCE else 0
    charge = reduced_charge(db, booking_id, rows, reduces, chosen=charge_id)
    row = _new_refund(db, payment, cents, now, by=by.username, by_id=by.id, note=note)
    row.reduces_cents, row.reduces_fee, row.reduces_charge_id = reduces, booking.status == CANCELED, charge
    if by_hand and row.kind not in BY_HAND:
        row.kind = OTHER
    record_in_audit(db, "payment.refunded", row, booking, by, now)
    if row.kind in BY_HAND:
        row.state, row.settled_at = RETURNED, now
        stripe_sync.notify_entered_payment(db, row, PaymentRefunded, now)
    else:
        follow_refund(db, row, now, now + LOOK_AGAIN)
    stripe_sync.recompute(db, booking.id)
    return row


def return_excess(db: Session, booking_id: int, keep_cents: int, *, by: str, now: datetime) -> list[BookingPayment]:
    """Return payments with gift cards received beyond ``keep_cents`` to the cards, and schedule refunds of card
    payments. The caller holds the operator's lock.

    A repeated call only refunds what has come in since. The business itself returns payments recorded by hand.
    """
    made = return_to_gift_cards(db, booking_id, keep_cents, by=by, now=now)
    rows = queries.of_booking(db, booking_id)
    for payment, cents in ledger.by_card_to_return(keep_cents, rows):
        row = _new_refund(db, payment, cents, now, by=by, note="Booking canceled")
        follow_refund(db, row, now, now)
        made.append(row)
    return made


def return_to_gift_cards(
    db: Session, booking_id: int, keep_cents: int, *, by: str, now: datetime
) -> list[BookingPayment]:
    """Return payments with gift cards received beyond ``keep_cents`` to the cards. The caller holds the operator's
    lock.
    """
    made: list[BookingPayment] = []
    for payment, cents in ledger.to_gift_cards(keep_cents, queries.of_booking(db, booking_id)):
        row = _new_refund(db, payment, cents, now, by=by, note="Booking canceled")
        row.state, row.settled_at = RETURNED, now
        made.append(row)
    if made:
        stripe_sync.recompute(db, booking_id)
    return made


def return_as_credit(
    db: Session, payment: BookingPayment, cents: int, card_id: int, *, by: User, now: datetime
) -> BookingPayment:
    """Return a part of a canceled booking's payment as a credit for a later one. The caller holds the operator's
    lock.
    """
    row = _new_refund(db, payment, cents, now, by=by.username, by_id=by.id, note="Kept as a credit")
    row.kind, row.method_name, row.gift_card_id = OTHER, GIFT_CARD, card_id
    row.state, row.settled_at = RETURNED, now
    stripe_sync.recompute(db, payment.booking_id)
    return row


def return_all(db: Session, booking: Booking, keep_cents: int, *, by: User, now: datetime) -> None:
    """Refund everything received beyond ``keep_cents``: card payments through jobs, newest first; the rest is recorded
    as returned by hand. The caller holds the operator's lock.
    """
    return_excess(db, booking.id, keep_cents, by=by.username, now=now)
    for payment, cents in ledger.by_hand_to_return(keep_cents, queries.of_booking(db, booking.id)):
        row = _new_refund(db, payment, cents, now, by=by.username, by_id=by.id, note="Booking canceled")
        row.state, row.settled_at = RETURNED, now
        stripe_sync.notify_entered_payment(db, row, PaymentRefunded, now)
    stripe_sync.recompute(db, booking.id)


def to_return(db: Session, booking: Booking) -> int:
    """Return how much a booking's customer has overpaid, excluding refunds in progress; in cents."""
    return ledger.figures_of(booking, queries.of_booking(db, booking.id)).overpaid


def notify_money_to_return(db: Session, booking: Booking, now: datetime) -> None:
    """Notify a business of the money to return by hand for a canceled booking: the part not paid by card."""
    db.flush()
    cents = to_return(db, booking)
    if cents:
        publish(db, RefundDue(operator_id=booking.operator_id, booking_id=booking.id, amount_cents=cents), now)


def coming_back(db: Session, booking_id: int, since: datetime) -> int:
    """Sum the card refunds of a booking requested since a moment, pending or done; in cents."""
    return sum(
        row.amount_cents
        for row in queries.of_booking(db, booking_id)
        if row.entry == REFUND
        and row.kind == CARD
        and row.state in {ASKED, PROCESSING, RETURNED}
        and row.created_at >= since
    )


def _new_refund(
    db: Session,
    payment: BookingPayment,
    cents: int,
    now: datetime,
    *,
    by: str,
    by_id: int | None = None,
    note: str | None,
) -> BookingPayment:
    row = payment.refund(
        cents,
        by,
        now,
        method_name=payment.method_name,
        share_id=payment.share_id,
        recorded_by_id=by_id,
        key=f"refund-{secrets.token_hex(16)}",
        returns_fee=payment.returns_fee,
        note=note,
    )
    db.add(row)
    db.flush()
    return row


def follow_refund(db: Session, row: BookingPayment, now: datetime, at: datetime) -> None:
    """Schedule the job that follows up on a refund."""
    jobs.enqueue(db, RETURN, {"operatorId": row.operator_id, "paymentId": row.id}, now, run_at=at)
