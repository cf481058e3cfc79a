"""Emails to customers as entries of their conversations."""

from datetime import datetime
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import Booking
from marqueedesk.conversations import service
from marqueedesk.conversations.models import EMAIL, OUT, ConversationEntry, EntryState
from marqueedesk.customers.contacts import email_key
from marqueedesk.customers.models import Customer, CustomerKey
from marqueedesk.kit.db.tenancy import own
from marqueedesk.messages.models import CUSTOMER, FAILED, SENT, UNCERTAIN, UNSENT, WAITING, OutboxMail
from marqueedesk.quotes.models import Quote

_STATES: Final[dict[str, EntryState]] = {
    WAITING: "waiting",
    SENT: "sent",
    UNCERTAIN: "sent",
    UNSENT: "failed",
    FAILED: "failed",
}
_NO_SERVER: Final = "There is no mail server."
_LONGEST: Final = 5000


def add_email(db: Session, mail: OutboxMail, now: datetime) -> None:
    """Add an email to the conversation of its customer, if there is one."""
    customer_id = _customer_of(db, mail) if mail.audience == CUSTOMER else None
    if customer_id is None or own(db, Customer, customer_id) is None:
        return
    row = ConversationEntry(
        customer_id=customer_id,
        kind=EMAIL,
        direction=OUT,
        text=_words(mail),
        at=now,
        state="waiting",
        booking_id=mail.booking_id,
        quote_id=mail.quote_id,
        mail_id=mail.id,
    )
    service.add_entry(db, row)


def note_state(db: Session, mail: OutboxMail) -> None:
    """Copy the delivery state of an email to its entry."""
    reason = _NO_SERVER if mail.state == UNSENT else (mail.last_error or None)
    db.execute(
        update(ConversationEntry)
        .where(ConversationEntry.mail_id == mail.id)
        .values(state=_STATES[mail.state], reason=reason[:300] if reason else None)
    )


def _customer_of(db: Session, mail: OutboxMail) -> int | None:
    if mail.booking_id is not None:
        booking = own(db, Booking, mail.booking_id)
        return booking.customer_id if booking is not None else None
    if mail.quote_id is not None:
        quote = own(db, Quote, mail.quote_id)
        return quote.customer_id if quote is not None else None
    ids = select(CustomerKey.customer_id).where(CustomerKey.match_key == email_key(mail.recipient)).distinct()
    found = db.scalars(ids.limit(2)).all()
    return found[0] if len(found) == 1 else None


def _words(mail: OutboxMail) -> str:
    paragraphs = [part["text"] for part in mail.content["parts"] if part["kind"] == "text"]
    return "\n\n".join([mail.subject, *paragraphs])[:_LONGEST]
