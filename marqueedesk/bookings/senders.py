"""Senders of online requests: confirming their address, and refusing them. Each runs under the operator's lock."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from marqueedesk.accounts.mail_domains import own_domain, unicode_domain
from marqueedesk.accounts.models import User
from marqueedesk.availability import service as availability
from marqueedesk.availability import stranger_limits
from marqueedesk.availability.models import BOOKING, Holder, Sender
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stranger_limits import Claim
from marqueedesk.bookings import statements, transitions, waiting
from marqueedesk.bookings.collecting import PAY_ENDS, PAY_WITHIN, AsksForPayment, to_collect, waits_for_payment
from marqueedesk.bookings.discount_codes import CodeNotValid, refuse_another_use
from marqueedesk.bookings.errors import NoSender, SenderRefused
from marqueedesk.bookings.models import CONFIRMED, FROM_FORM, PENDING, Booking, RefusedKind, RefusedSender
from marqueedesk.bookings.new_booking import sender_values
from marqueedesk.bookings.opening import closed_for
from marqueedesk.bookings.rental_request import RentalRequest
from marqueedesk.bookings.stock_check import StockCheck, check_stock, hold_rental
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.bookings.transitions import Options
from marqueedesk.bookings.waiting_entry import OPEN, WaitingEntry
from marqueedesk.domain_events import CustomerConfirmed, publish
from marqueedesk.kit import jobs
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.rows import existing
from marqueedesk.kit.tenancy import own
from marqueedesk.pricing.agreed_price import delivery_is_open

REASON: Final = "Sender blocked"
"""The reason in the history of what is canceled with its sender."""
MOST_LISTED: Final = 500


# --- Confirming an address --------------------------------------------------------------------------------------------


def confirm_address(
    db: Session, terms: Terms, booking: Booking, now: datetime, *, is_limited: bool, takes_cards: bool | None
) -> None:
    """Record that the customer has opened the link in their email, and hold the letters of a request if they are free.

    A second time changes nothing once they were held. ``terms`` come from the lock taken in this transaction,
    ``is_limited`` says whether the limits of strangers apply, and ``takes_cards`` whether the business can take a
    payment with the booking; None where it has not been checked. Raises AsksForPayment, with nothing written.
    """
    if booking.must_confirm:
        sender = _confirmed_sender(booking) if is_limited else None
        if booking.status == PENDING and not waits_for_payment(booking.__dict__, now):
            _hold_confirmed(db, terms, booking, sender, now, takes_cards=takes_cards)
        else:
            _confirm_held(db, terms, booking, sender, now)
    if booking.address_confirmed_at is None:
        booking.address_confirmed_at = now


def _confirmed_sender(booking: Booking) -> Sender | None:
    """The sender whose limits the booking's holds count towards from now on; None for one that is paid."""
    if booking.sender_network is None or booking.received_cents > 0:
        return None
    return Sender(booking.sender_network, own_domain(booking.customer_email), confirmed=True)


def _confirm_held(db: Session, terms: Terms, booking: Booking, sender: Sender | None, now: datetime) -> None:
    """Count letters that are held already as those of a confirmed sender. Over that sender's limits, they go on
    counting as unconfirmed.
    """
    rental = rental_of(booking, terms, now).request
    check = check_stock(db.connection(), terms, rental, now, own=Holder(BOOKING, booking.id))
    if _is_within_limits(db, terms, booking, rental, check, sender, now):
        booking.must_confirm = False
        availability.set_sender(db, terms.operator_id, booking.id, sender)


def _hold_confirmed(
    db: Session, terms: Terms, booking: Booking, sender: Sender | None, now: datetime, *, takes_cards: bool | None
) -> None:
    """Hold the letters of a confirmed request until it is answered, or paid; or confirm it where that needs neither."""
    request, holder = rental_of(booking, terms, now).request, Holder(BOOKING, booking.id)
    if not _may_hold(db, terms, booking, request, sender, now):
        return
    row, needs_answer = booking.__dict__, terms.approval_required or delivery_is_open(booking.breakdown)
    if not delivery_is_open(booking.breakdown) and to_collect(row, terms.zone, terms.currency):
        if takes_cards is None:
            raise AsksForPayment
        if takes_cards:
            until = booking.pay_by = booking.hold_expires_at = now + PAY_WITHIN
            booking.must_confirm = False
            hold_rental(db, terms, request, holder, expires_at=until, now=now, check=False, sender=sender)
            payload = {"bookingId": booking.id, "operatorId": booking.operator_id}
            jobs.enqueue(db, PAY_ENDS, payload, now, run_at=until)
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
    """Whether a confirmed request's letters are free on open days, its discount code has a use for it, and its sender
    does not hold too many already.
    """
    connection, days, holder = db.connection(), request.when, Holder(BOOKING, booking.id)
    if days.delivery.day < terms.today(now):
        return False
    check = check_stock(connection, terms, request, now, own=holder)
    if not check.fits:
        return False
    closed = closed_for(connection, terms, *days.moments, now, own_id=booking.id)
    # The notice was long enough when the request was sent.
    if any(stop.reason != "notice" for stop in closed):
        return False
    try:
        refuse_another_use(connection, booking, now)
    except CodeNotValid:
        return False
    return _is_within_limits(db, terms, booking, request, check, sender, now)


def _is_within_limits(
    db: Session,
    terms: Terms,
    booking: Booking,
    request: RentalRequest,
    check: StockCheck,
    sender: Sender | None,
    now: datetime,
) -> bool:
    """Whether a confirmed sender may hold a booking's letters beside those of their other bookings."""
    if sender is None:
        return True
    claim, own = Claim(request.needs, request.when.first, request.when.last), Holder(BOOKING, booking.id)
    strangers = stranger_limits.read_confirmed(
        db.connection(), terms, request.needs, claim.around, now, sender, own=own
    )
    return not stranger_limits.exceeds_confirmed(terms.rules, claim, check.stock, strangers, sender)


def settle(db: Session, booking: Booking) -> None:
    """Take a booking that was paid out of the limits of strangers. The caller holds the operator's lock.

    A request whose hold is short still gets the longer one by the link in its email.
    """
    if booking.sender_network is not None:
        if booking.status != PENDING:
            booking.must_confirm = False
        availability.set_sender(db, booking.operator_id, booking.id, None)


# --- Refusing a sender ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SenderOfBooking:
    """The sender of an online request, and everything of theirs that ends with their refusal."""

    email: str
    domain: str | None
    network: str | None
    bookings: Sequence[Booking]
    entries: Sequence[WaitingEntry]
    is_refused: bool


def ensure_not_refused(connection: Connection, operator_id: int, email: str, network: str | None) -> None:
    """Raise SenderRefused for a sender whom the business refuses."""
    values = {"operator": operator_id, "sender_values": sender_values(email, network)}
    if statements.REFUSED.one(connection, values).refused:
        raise SenderRefused


def sender_of(db: Session, booking: Booking) -> SenderOfBooking:
    """The sender of a booking, with the pending bookings and places in the waiting list of the same address, mail
    domain and network. Bookings that were confirmed at once are included until their address is confirmed.

    Raises NoSender for a booking that did not come through the form.
    """
    if booking.source != FROM_FORM or booking.quote_id is not None:
        raise NoSender
    email, network = booking.customer_email.lower(), booking.sender_network
    domain = own_domain(email)
    unsettled = or_(Booking.status == PENDING, and_(Booking.status == CONFIRMED, Booking.must_confirm))
    rows = db.scalars(
        select(Booking)
        .where(
            Booking.source == FROM_FORM,
            Booking.quote_id.is_(None),
            unsettled,
            _same(Booking.customer_email, Booking.sender_network, email, domain, network),
        )
        .order_by(Booking.id)
    )
    entries = db.scalars(
        select(WaitingEntry)
        .where(
            WaitingEntry.state.in_(OPEN),
            _same(WaitingEntry.customer_email, WaitingEntry.sender_network, email, domain, network),
        )
        .order_by(WaitingEntry.id)
    )
    values = {"operator": booking.operator_id, "sender_values": sender_values(email, network)}
    refused = bool(statements.REFUSED.one(db.connection(), values).refused)
    return SenderOfBooking(email, domain, network, list(rows), list(entries), refused)


def _same(
    address: InstrumentedAttribute[str],
    sender_network: InstrumentedAttribute[str | None],
    email: str,
    domain: str | None,
    network: str | None,
) -> ColumnElement[bool]:
    """The condition on rows of the same address, mail domain or network."""
    key = func.lower(address)
    conditions: list[ColumnElement[bool]] = [key == email] if email else []
    if domain is not None:
        spellings = dict.fromkeys((domain, unicode_domain(domain)))
        conditions += [key.endswith(f"{before}{name}", autoescape=True) for name in spellings for before in ("@", ".")]
    if network is not None:
        conditions.append(sender_network == network)
    return or_(False, *conditions)


def refuse_sender(db: Session, terms: Terms, booking: Booking, *, by: User, now: datetime) -> SenderOfBooking:
    """Cancel everything of a booking's sender that waits, and refuse the sender from now on. No customer is notified.

    ``terms`` come from the lock taken in this transaction. Raises NoSender.
    """
    sender = sender_of(db, booking)
    options = Options(notify=False, reason=REASON)
    for row in sender.bookings:
        transitions.change_status(db, terms, row.id, transitions.CANCELED, by=by, now=now, options=options)
    for entry in sender.entries:
        waiting.withdraw(db, terms, entry)
    values = sender_values(sender.email, sender.network)
    known = set(db.scalars(select(RefusedSender.value).where(RefusedSender.value.in_(values))))
    named: list[tuple[RefusedKind, str | None, str]] = [
        ("email", sender.email or None, sender.email),
        ("domain", sender.domain, sender.domain or ""),
        ("network", sender.network, booking.customer_name),
    ]
    for kind, value, label in named:
        if value is not None and value not in known:
            db.add(
                RefusedSender(
                    kind=kind,
                    value=value,
                    label=label,
                    booking_id=booking.id,
                    refused_at=now,
                    refused_by=by.username[:120],
                )
            )
    db.flush()
    return sender


def refused_senders(db: Session) -> list[RefusedSender]:
    """The senders that the business refuses, the newest first, and not more than `MOST_LISTED`."""
    return list(db.scalars(select(RefusedSender).order_by(RefusedSender.id.desc()).limit(MOST_LISTED)))


def allow_sender(db: Session, sender_id: int) -> RefusedSender:
    """Take requests of a refused sender again. Raises NotFound."""
    row = existing(own(db, RefusedSender, sender_id), NotFound)
    db.delete(row)
    return row
