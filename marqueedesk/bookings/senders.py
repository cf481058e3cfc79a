"""Senders of online requests: confirm their email address, and reject blocked senders."""

from datetime import datetime, timedelta

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from marqueedesk.accounts.mail_domains import own_domain
from marqueedesk.availability import service as availability
from marqueedesk.availability import stock_queries, stranger_limits
from marqueedesk.availability.models import BOOKING, Holder, Sender
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stranger_limits import Claim, StrangerLimits
from marqueedesk.bookings import statements, transitions
from marqueedesk.bookings.business_calendar import closed_for
from marqueedesk.bookings.charges.discount_codes import CodeNotValid, ensure_use_left
from marqueedesk.bookings.errors import SenderBlocked, TooManyHeld
from marqueedesk.bookings.models import CONFIRMED, PENDING, Booking
from marqueedesk.bookings.new_booking import sender_values
from marqueedesk.bookings.prepayment import PAY_ENDS, PAY_WITHIN, to_collect
from marqueedesk.bookings.stock_check import check_stock, hold_rental
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.domain_events import CustomerConfirmed, PaymentHoldBegan, publish
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.kit.jobs import jobs
from marqueedesk.pricing.agreed_price import delivery_is_open
from marqueedesk.rentals.rental_request import RentalRequest
from marqueedesk.stripe.queries import takes_cards


def confirm_address(
    db: Session, terms: Terms, booking: Booking, now: datetime, *, is_limited: bool, keys: StripeKeys | None
) -> None:
    """Record that the customer opened the email link, and hold the request's letters if they are available.

    Does nothing if they are held already. ``terms`` are those read when this transaction took the lock. ``is_limited``
    is true if the limits for strangers apply; ``keys`` are the installation's keys at the payment provider, if it has
    any.
    """
    if booking.must_confirm:
        sender = _confirmed_sender(booking) if is_limited else None
        if booking.status == PENDING and not booking.awaits_prepayment(now):
            _hold_confirmed(db, terms, booking, sender, now, keys=keys)
        else:
            _confirm_held(db, terms, booking, sender, now)
    if booking.address_confirmed_at is None:
        booking.address_confirmed_at = now


def _confirmed_sender(booking: Booking) -> Sender | None:
    """Return the sender whose limits the booking's holds count towards; None for a paid booking."""
    if booking.sender_network is None or booking.received_cents > 0:
        return None
    return Sender(booking.sender_network, own_domain(booking.customer_email), confirmed=True)


def _confirm_held(db: Session, terms: Terms, booking: Booking, sender: Sender | None, now: datetime) -> None:
    """Count held letters towards the confirmed sender. If that exceeds the sender's limits, they keep counting as
    unconfirmed.
    """
    if _is_within_limits(db, terms, booking, rental_of(booking, terms, now).request, sender, now):
        booking.must_confirm = False
        availability.set_sender(db, terms.operator_id, booking.id, sender)


def authorized_sender(
    db: Session, terms: Terms, booking: Booking, request: RentalRequest, now: datetime, *, has_lapsed: bool
) -> Sender | None:
    """Return the stranger whose limits the letters of a booking count towards once its card is authorized: those of a
    confirmed sender, or the previous ones if that would exceed them. None if no limits apply.

    Raises TooManyHeld if the hold ``has_lapsed`` and would exceed both.
    """
    before = availability.sender_of(db, terms.operator_id, booking.id)
    if before is None:
        return None
    confirmed = Sender(before.network, own_domain(booking.customer_email), confirmed=True)
    if _is_within_limits(db, terms, booking, request, confirmed, now):
        return confirmed
    limits = StrangerLimits(by_network=True)
    if has_lapsed and not is_within_unconfirmed_limits(db, terms, booking, request, before, limits, now):
        raise TooManyHeld
    return before


def _hold_confirmed(
    db: Session, terms: Terms, booking: Booking, sender: Sender | None, now: datetime, *, keys: StripeKeys | None
) -> None:
    """Hold the letters of a confirmed request until the business replies or the customer pays, or confirm the booking
    if neither is needed.
    """
    request, holder = rental_of(booking, terms, now).request, Holder(BOOKING, booking.id)
    if not _may_hold(db, terms, booking, request, sender, now):
        return
    needs_answer = terms.approval_required or delivery_is_open(booking.breakdown)
    is_due = not delivery_is_open(booking.breakdown) and to_collect(booking, terms.zone, terms.currency) > 0
    if is_due and takes_cards(db, terms.operator_id, keys):
        until = booking.pay_by = booking.hold_expires_at = now + PAY_WITHIN
        booking.must_confirm = False
        hold_rental(db, terms, request, holder, expires_at=until, now=now, check=False, sender=sender)
        payload = {"bookingId": booking.id, "operatorId": booking.operator_id}
        jobs.enqueue(db, PAY_ENDS, payload, now, run_at=until)
        publish(db, PaymentHoldBegan(operator_id=booking.operator_id, booking_id=booking.id), now)
        return
    if needs_answer:
        booking.must_confirm = False
        if terms.rules.requests_hold == "nothing":
            return
        booking.hold_expires_at = until = now + timedelta(days=terms.hold_days)
        hold_rental(db, terms, request, holder, expires_at=until, now=now, check=False, sender=sender)
        publish(db, CustomerConfirmed(operator_id=booking.operator_id, booking_id=booking.id), now)
        return
    transitions.change_status(db, terms, booking.id, CONFIRMED, by=booking.customer_name, now=now)
    availability.set_sender(db, terms.operator_id, booking.id, sender)


def _may_hold(
    db: Session, terms: Terms, booking: Booking, request: RentalRequest, sender: Sender | None, now: datetime
) -> bool:
    """Return true if a confirmed request may hold its letters: they are available, its days are open, its discount code
    has a use left, and its sender is within the limits.
    """
    connection, days, holder = db.connection(), request.when, Holder(BOOKING, booking.id)
    if days.delivery.day < terms.today(now):
        return False
    check = check_stock(connection, terms, request, now, own=holder)
    if not check.fits:
        return False
    closed = closed_for(connection, terms, *days.moments, now, own_id=booking.id)
    # The minimum notice was checked when the request was sent.
    if any(stop.reason != "notice" for stop in closed):
        return False
    try:
        ensure_use_left(connection, booking, now)
    except CodeNotValid:
        return False
    return _is_within_limits(db, terms, booking, request, sender, now)


def _is_within_limits(
    db: Session, terms: Terms, booking: Booking, request: RentalRequest, sender: Sender | None, now: datetime
) -> bool:
    """Return true if a confirmed sender may hold this booking's letters besides those of other bookings."""
    if sender is None:
        return True
    claim, own = Claim(request.needs, request.when.first, request.when.last), Holder(BOOKING, booking.id)
    connection, (first, last) = db.connection(), claim.around
    stock = stock_queries.read_stock(connection, terms, request.needs, first, last, now, own=own)
    strangers = stranger_limits.read_confirmed(connection, terms, request.needs, (first, last), now, own=own)
    return not stranger_limits.exceeds_confirmed(terms.rules, claim, stock, strangers, sender)


def is_within_unconfirmed_limits(
    db: Session,
    terms: Terms,
    booking: Booking,
    request: RentalRequest,
    sender: Sender,
    limits: StrangerLimits,
    now: datetime,
) -> bool:
    """Return true if a sender whose address isn't confirmed may hold this booking's letters besides those of other
    bookings (W11).
    """
    claim, own = Claim(request.needs, request.when.first, request.when.last), Holder(BOOKING, booking.id)
    connection, (first, last) = db.connection(), claim.around
    stock = stock_queries.read_stock(connection, terms, request.needs, first, last, now, own=own)
    others = stranger_limits.read_unconfirmed(connection, terms, request.needs, (first, last), now, own=own)
    return not stranger_limits.exceeds_unconfirmed(terms.rules, claim, stock, others, sender, limits)


def settle(db: Session, booking: Booking) -> None:
    """Stop counting a paid booking towards the limits for strangers. The caller holds the operator's lock.

    The email link still extends the short hold of a request.
    """
    if booking.sender_network is not None:
        if booking.status != PENDING:
            booking.must_confirm = False
        availability.set_sender(db, booking.operator_id, booking.id, None)


def ensure_not_refused(connection: Connection, operator_id: int, email: str, network: str | None) -> None:
    """Raise SenderBlocked for a blocked sender."""
    if is_refused(connection, operator_id, email, network):
        raise SenderBlocked


def is_refused(connection: Connection, operator_id: int, email: str, network: str | None) -> bool:
    """Return true if the business blocked the address, its mail domain or its network."""
    values = {"operator": operator_id, "sender_values": sender_values(email, network)}
    return bool(statements.IS_BLOCKED.one(connection, values).refused)
