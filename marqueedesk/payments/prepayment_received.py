"""Bookings that await payment: their confirmation and their expiration.

No customer is charged without getting letters: if a payment arrives after the letters are gone, it is refunded and the
booking canceled. If the business approves its requests, the card is only authorized: the booking stays pending and
holds its letters until the business decides or the authorization ends.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.availability.errors import NotEnoughLetters
from marqueedesk.availability.models import BOOKING, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import senders, transitions
from marqueedesk.bookings.charges.discount_codes import CodeNotValid, ensure_use_left
from marqueedesk.bookings.errors import TooManyHeld
from marqueedesk.bookings.models import CANCELED, CONFIRMED, PENDING, Booking
from marqueedesk.bookings.prepayment import (
    PAY_ENDS,
    PAY_WITHIN,
    WAIT_FOR_PROVIDER,
    schedule_reminder,
    to_collect,
)
from marqueedesk.bookings.stock_check import hold_rental
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.bookings.transitions import Options
from marqueedesk.domain_events import (
    AuthorizationEnded,
    AuthorizationEndsSoon,
    BookingPlaced,
    LeadLapsed,
    PaymentPossible,
    publish,
    publish_once,
)
from marqueedesk.kit.jobs import jobs
from marqueedesk.payments import ledger, queries
from marqueedesk.payments.models import RECEIVED, BookingPayment
from marqueedesk.stripe.minimums import smallest_cents

OFFER: Final = "payment.offer"
"""Job that offers a booking's payment again once the provider is available."""
ASK_AGAIN: Final = timedelta(minutes=1)
"""Interval between availability checks of the provider."""
CLOSE: Final = "payment.close"
"""Job that cancels the open payments of a booking."""
RELEASE: Final = "payment.release"
"""Job that releases an authorization before it ends by itself."""
AUTHORIZED_FOR: Final = timedelta(days=7)
"""How long an authorization lasts, if the provider does not say."""
AUTHORIZATION_MARGIN: Final = timedelta(hours=6)
"""How long before its end an authorization is released, so that it can be captured until then."""
AUTHORIZATION_REMINDERS: Final = (timedelta(hours=48), timedelta(hours=12))
"""How long before the release the business is reminded."""
NOT_PAID = "Not paid in time"
LETTERS_GONE = "The letters were no longer available when the payment arrived. The payment is refunded in full."
CODE_USED_UP = "The discount code was used up when the payment arrived. The payment is refunded in full."
LETTERS_GONE_UNCHARGED = "The letters were no longer available when the card was authorized. Nothing is charged."
CODE_USED_UP_UNCHARGED = "The discount code was used up when the card was authorized. Nothing is charged."
TOO_MANY_HELD_UNCHARGED = (
    "The card was authorized after the time to pay had ended, and your network holds too many letters. Nothing is"
    " charged."
)
_UNCHARGED: Final = {
    NotEnoughLetters: LETTERS_GONE_UNCHARGED,
    CodeNotValid: CODE_USED_UP_UNCHARGED,
    TooManyHeld: TOO_MANY_HELD_UNCHARGED,
}
_BANKS_TAKE = timedelta(days=7)
_REFUND_FIRST = timedelta(minutes=1)


def confirm_paid(
    db: Session, terms: Terms, booking_id: int, now: datetime, *, capture_before: datetime | None = None
) -> None:
    """Confirm a booking that awaited payment, once the money has arrived.

    While a bank is still processing it, the letters stay held. If the card is only authorized, until
    ``capture_before``, the booking waits for the business. If the letters or the discount code are no longer
    available, the booking is canceled and the payment refunded.

    ``terms`` are those read when this transaction, which recorded the payment, took the lock.
    """
    booking = bookings.booking(db, booking_id)
    if booking.status != PENDING:
        return
    if booking.authorized_until is not None:
        _follow_authorization(db, terms, booking, now)
        return
    if booking.pay_by is None:
        return
    rows = queries.of_booking(db, booking_id)
    if not _has_paid_enough(booking, rows, terms):
        if ledger.authorized(rows) is not None:
            _wait_for_approval(db, terms, booking, capture_before or now + AUTHORIZED_FOR, now)
        elif booking.processing_cents > 0 and booking.pay_by < now + _BANKS_TAKE / 2:
            _wait(db, terms, booking, now)
        return
    if terms.approval_required and not _received(rows, by_gift_card=False):
        _wait_for_answer(db, terms, booking, now)
        return
    # The emails about a new booking say that it is confirmed, so none is sent for the status change.
    if _confirm_or_refund(db, terms, booking, Options(notify=False), now):
        publish(db, BookingPlaced(operator_id=booking.operator_id, booking_id=booking.id), now)


def _received(rows: Iterable[BookingPayment], *, by_gift_card: bool) -> int:
    return ledger.received([row for row in rows if (row.gift_card_id is not None) == by_gift_card])


def _has_paid_enough(booking: Booking, rows: Sequence[BookingPayment], terms: Terms) -> bool:
    """Return true if a booking that awaits payment can be confirmed. A card pays what is due at once; a gift card may
    cover only a part of it.
    """
    if _received(rows, by_gift_card=False) > 0:
        return True
    paid = _received(rows, by_gift_card=True)
    missing = to_collect(booking, terms.zone, terms.currency) - paid
    return paid > 0 and missing < smallest_cents(terms.currency)


def _wait_for_answer(db: Session, terms: Terms, booking: Booking, now: datetime) -> None:
    """Turn a booking that was paid with a gift card into a request that waits for the business's approval."""
    own, request = Holder(BOOKING, booking.id), rental_of(booking, terms, now).request
    booking.pay_by, booking.must_confirm = None, False
    booking.hold_expires_at = until = now + timedelta(days=terms.hold_days)
    sender = availability.sender_of(db, booking.operator_id, booking.id)
    hold_rental(db, terms, request, own, expires_at=until, now=now, check=False, sender=sender)
    publish(db, BookingPlaced(operator_id=booking.operator_id, booking_id=booking.id), now)


def _confirm_or_refund(db: Session, terms: Terms, booking: Booking, options: Options, now: datetime) -> bool:
    """Confirm a paid booking, or cancel it and refund the payment if it can't be confirmed. Return true if it was
    confirmed.
    """
    by = booking.customer_name
    try:
        with db.begin_nested():
            transitions.change_status(db, terms, booking.id, CONFIRMED, by=by, now=now, options=options)
    except (NotEnoughLetters, CodeNotValid) as refused:
        db.refresh(booking)
        close(db, booking, now, keep_cents=0)
        # The cancellation email mentions the refund, so it is sent after the refund.
        reason = CODE_USED_UP if isinstance(refused, CodeNotValid) else LETTERS_GONE
        options = Options(reason=reason, undo_seconds=int(_REFUND_FIRST.total_seconds()))
        transitions.change_status(db, terms, booking.id, CANCELED, by=by, now=now, options=options)
        return False
    return True


def close(db: Session, booking: Booking, now: datetime, *, keep_cents: int) -> None:
    """Schedule the cancellation of a booking's open payments, and the refund of everything beyond ``keep_cents``."""
    payload = {"operatorId": booking.operator_id, "bookingId": booking.id, "keepCents": keep_cents}
    jobs.enqueue(db, CLOSE, payload, now)


def _wait_for_approval(db: Session, terms: Terms, booking: Booking, ends: datetime, now: datetime) -> None:
    """Hold the letters of a booking whose card was authorized for as long as the business can capture it, and notify
    the business of the request. ``ends`` is the end of the authorization.

    The letters keep counting towards the limits for strangers, because a card that is never charged costs nothing. If
    the hold has lapsed, and the letters or the discount code are gone or those limits are exceeded, the booking is
    canceled, which releases the authorization.
    """
    until = max(now, ends - AUTHORIZATION_MARGIN)
    own, request = Holder(BOOKING, booking.id), rental_of(booking, terms, now).request
    has_lapsed = booking.hold_expires_at is not None and booking.hold_expires_at <= now
    try:
        with db.begin_nested():
            if has_lapsed:
                ensure_use_left(db.connection(), booking, now)
            sender = senders.authorized_sender(db, terms, booking, request, now, has_lapsed=has_lapsed)
            hold_rental(db, terms, request, own, expires_at=until, now=now, check=has_lapsed, sender=sender)
    except (NotEnoughLetters, CodeNotValid, TooManyHeld) as refused:
        db.refresh(booking)
        options = Options(reason=_UNCHARGED[type(refused)])
        transitions.change_status(db, terms, booking.id, CANCELED, by=booking.customer_name, now=now, options=options)
        return
    booking.pay_by, booking.must_confirm = None, False
    booking.authorized_until = booking.hold_expires_at = until
    about = {"operator_id": booking.operator_id, "booking_id": booking.id}
    publish(db, BookingPlaced(**about), now)
    for before in AUTHORIZATION_REMINDERS:
        ends_soon = AuthorizationEndsSoon(**about, ends_at=until.isoformat())
        key = f"authorization:{booking.id}:{until:%Y%m%d%H%M%S%f}:{before.total_seconds():.0f}"
        publish_once(db, ends_soon, now, dedupe_key=key, run_at=max(now, until - before))
    jobs.enqueue(db, RELEASE, {"operatorId": booking.operator_id, "bookingId": booking.id}, now, run_at=until)


def _follow_authorization(db: Session, terms: Terms, booking: Booking, now: datetime) -> None:
    """Confirm a booking whose authorization was captured, or release its letters if the authorization has ended."""
    rows = queries.of_booking(db, booking.id)
    if any(row.on_approval and row.state == RECEIVED for row in rows):
        _confirm_or_refund(db, terms, booking, Options(is_captured=True), now)
    elif ledger.authorized(rows) is None:
        availability.release(db, terms, holder_id=booking.id)
        booking.authorized_until, booking.hold_expires_at = None, now
        publish(db, AuthorizationEnded(operator_id=booking.operator_id, booking_id=booking.id), now)


def is_authorization_over(booking: Booking, now: datetime) -> bool:
    """Return true if a booking's authorization has to be released."""
    return booking.status == PENDING and booking.authorized_until is not None and now >= booking.authorized_until


def return_late_payment(db: Session, row: BookingPayment, now: datetime) -> None:
    """Schedule the refund of a payment that arrived after its booking was canceled, beyond what is owed for it. Money
    that the business kept before stays.
    """
    booking = bookings.booking(db, row.booking_id)
    if booking.status == CANCELED:
        kept = 0 if row.on_approval else booking.received_cents - row.amount_cents
        close(db, booking, now, keep_cents=max(kept, (booking.cancel_fee_cents or 0) + booking.charges_cents))


def wait_for_provider(db: Session, operator_id: int, booking_id: int, now: datetime) -> datetime:
    """Hold a booking's letters while its payment cannot be opened, for at most an hour. Returns the end of the hold."""
    terms = availability.lock(db, operator_id)
    booking = bookings.booking(db, booking_id)
    until = booking.created_at + WAIT_FOR_PROVIDER
    if booking.awaits_prepayment(now) and booking.pay_by is not None and booking.pay_by < until:
        hold_until(db, terms, booking, until, now)
        offer_later(db, booking, now)
    return booking.pay_by or now


def offer_later(db: Session, booking: Booking, now: datetime) -> None:
    """Schedule the next availability check of the provider."""
    payload = {"operatorId": booking.operator_id, "bookingId": booking.id}
    jobs.enqueue(db, OFFER, payload, now, run_at=now + ASK_AGAIN)


def offer_again(db: Session, terms: Terms, booking_id: int, now: datetime) -> None:
    """Email the customer of a booking that awaits payment that it can be paid now.

    Its letters are held for the usual time from now, but no longer than an hour in total. ``terms`` are those read when
    this transaction took the lock.
    """
    booking = bookings.booking(db, booking_id)
    if not booking.awaits_prepayment(now):
        return
    hold_until(db, terms, booking, min(now + PAY_WITHIN, booking.created_at + WAIT_FOR_PROVIDER), now)
    schedule_reminder(db, booking, now)
    possible = PaymentPossible(operator_id=booking.operator_id, booking_id=booking.id)
    publish(db, possible, now, dedupe_key=f"booking:{booking.id}:payment_possible")


def _wait(db: Session, terms: Terms, booking: Booking, now: datetime) -> None:
    """Hold the letters for as long as a bank may take to process the payment."""
    hold_until(db, terms, booking, now + _BANKS_TAKE, now)


def hold_until(db: Session, terms: Terms, booking: Booking, until: datetime, now: datetime) -> None:
    """Hold the letters of a booking that awaits payment until a given time."""
    booking.pay_by = booking.hold_expires_at = until
    own, request = Holder(BOOKING, booking.id), rental_of(booking, terms, now).request
    sender = availability.sender_of(db, booking.operator_id, booking.id)
    hold_rental(db, terms, request, own, expires_at=until, now=now, check=False, sender=sender)
    payload = {"operatorId": booking.operator_id, "bookingId": booking.id}
    jobs.enqueue(db, PAY_ENDS, payload, now, run_at=until)


def is_unpaid_in_time(booking: Booking, now: datetime) -> bool:
    """Return true if a booking's payment deadline has passed."""
    return booking.status == PENDING and booking.pay_by is not None and now >= booking.pay_by


def end_unpaid(db: Session, terms: Terms, booking_id: int, now: datetime) -> None:
    """Cancel a booking that was not paid in time. Its open payments were canceled before, so no money can come in
    later.

    The business keeps the booking as a lead (W13). The customer is emailed, and can have the letters held again.
    """
    booking = bookings.booking(db, booking_id)
    if not is_unpaid_in_time(booking, now):
        return
    lapsed = LeadLapsed(
        operator_id=booking.operator_id,
        booking_id=booking.id,
        could_pay=any(row.provider_id is not None for row in queries.of_booking(db, booking.id)),
    )
    publish(db, lapsed, now, dedupe_key=f"booking:{booking.id}:{booking.revision}:lead_lapsed")
    options = Options(notify=False, reason=NOT_PAID)
    transitions.change_status(db, terms, booking_id, CANCELED, by=booking.customer_name, now=now, options=options)
    booking.lapsed_at = now
