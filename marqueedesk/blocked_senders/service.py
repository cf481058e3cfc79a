"""Block the sender of an online request: cancel pending requests and reject further ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, and_, delete, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from marqueedesk.accounts.mail_domains import own_domain, unicode_domain
from marqueedesk.accounts.models import User
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import transitions
from marqueedesk.bookings.errors import NoSender
from marqueedesk.bookings.models import CONFIRMED, FROM_FORM, PENDING, Booking, RefusedKind, RefusedSender
from marqueedesk.bookings.new_booking import sender_values
from marqueedesk.bookings.senders import is_refused
from marqueedesk.bookings.transitions import Options
from marqueedesk.follow_ups.models import PricedLead
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.db.tenancy import own
from marqueedesk.kit.errors import NotFound
from marqueedesk.waiting_list import waiting
from marqueedesk.waiting_list.waiting_entry import OPEN, WaitingEntry

REASON: Final = "Sender blocked"
"""Cancellation reason in the history."""
MOST_LISTED: Final = 500


@dataclass(frozen=True, slots=True)
class SenderOfBooking:
    """The sender of an online request, and what blocking would cancel."""

    email: str
    domain: str | None
    network: str | None
    bookings: Sequence[Booking]
    entries: Sequence[WaitingEntry]
    is_refused: bool


def sender_of(db: Session, booking: Booking) -> SenderOfBooking:
    """Return the sender of a booking, with the pending bookings and waiting list entries of the same address, mail
    domain and network. Automatically confirmed bookings are included until their customer's address is confirmed.

    Raises NoSender for a booking that didn't come through the form.
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
    refused = is_refused(db.connection(), booking.operator_id, email, network)
    return SenderOfBooking(email, domain, network, list(rows), list(entries), refused)


def _same(
    address: InstrumentedAttribute[str],
    sender_network: InstrumentedAttribute[str] | InstrumentedAttribute[str | None],
    email: str,
    domain: str | None,
    network: str | None,
) -> ColumnElement[bool]:
    """Return the condition for rows of the same address, mail domain or network."""
    key = func.lower(address)
    conditions: list[ColumnElement[bool]] = [key == email] if email else []
    if domain is not None:
        spellings = dict.fromkeys((domain, unicode_domain(domain)))
        conditions += [key.endswith(f"{before}{name}", autoescape=True) for name in spellings for before in ("@", ".")]
    if network is not None:
        conditions.append(sender_network == network)
    return or_(False, *conditions)


def refuse_sender(db: Session, terms: Terms, booking: Booking, *, by: User, now: datetime) -> SenderOfBooking:
    """Cancel everything pending of a booking's sender, and block the sender. No customer is notified.

    ``terms`` are those read when this transaction took the lock. Raises NoSender.
    """
    sender = sender_of(db, booking)
    options = Options(notify=False, reason=REASON)
    for row in sender.bookings:
        transitions.change_status(db, terms, row.id, transitions.CANCELED, by=by, now=now, options=options)
    for entry in sender.entries:
        waiting.withdraw(db, terms, entry)
    db.execute(
        delete(PricedLead).where(
            _same(PricedLead.customer_email, PricedLead.sender_network, sender.email, sender.domain, sender.network)
        )
    )
    values = sender_values(sender.email, sender.network)
    blocked = set(db.scalars(select(RefusedSender.value).where(RefusedSender.value.in_(values))))
    named: list[tuple[RefusedKind, str | None, str]] = [
        ("email", sender.email or None, sender.email),
        ("domain", sender.domain, sender.domain or ""),
        ("network", sender.network, booking.customer_name),
    ]
    for kind, value, label in named:
        if value is not None and value not in blocked:
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
    """Return blocked senders, newest first, at most `MOST_LISTED`."""
    return list(db.scalars(select(RefusedSender).order_by(RefusedSender.id.desc()).limit(MOST_LISTED)))


def allow_sender(db: Session, sender_id: int) -> RefusedSender:
    """Unblock a sender. Raises NotFound."""
    row = existing(own(db, RefusedSender, sender_id), NotFound)
    db.delete(row)
    return row
