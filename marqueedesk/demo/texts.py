"""Conversations of a demo business: two customers who agreed to texts, one of whom is waiting for an answer.

The texts are entered as sent and received, so that no job sends them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.bookings.models import CONFIRMED, Booking
from marqueedesk.conversations import service
from marqueedesk.conversations.models import DELIVERED, IN, OUT, TEXT, ConversationEntry
from marqueedesk.customers.models import Customer
from marqueedesk.customers.text_consent import WORDING, give, phone_of
from marqueedesk.notifications import service as notifications
from marqueedesk.notifications.service import CUSTOMER, Note
from marqueedesk.sms.segments import segments_of


@dataclass(frozen=True, slots=True)
class DemoText:
    """A text of the day before today. Unread ones come from the customer."""

    at: time
    direction: str
    text: str
    is_unread: bool = False


CONVERSATIONS: Final = (
    (
        DemoText(time(13, 5), OUT, "Hi! We have you down for the front entrance. Is there a spot to unload the van?"),
        DemoText(time(13, 22), IN, "Please use the side door, the front one is locked on weekends."),
        DemoText(time(13, 31), OUT, "Side door it is. We'll text you when we're on our way."),
        DemoText(time(13, 33), IN, "Perfect, thank you!"),
    ),
    (
        DemoText(time(15, 10), OUT, "Hi! Is there an outlet within 50 feet of where the sign will stand?"),
        DemoText(
            time(16, 42), IN, "Yes, right behind the stage. Can my brother let you in? I'll be at work until 5.", True
        ),
    ),
)
"""Each is of one customer."""


def add_conversations(
    db: Session, user: User, company: str, today: date, local: Callable[[date, time], datetime]
) -> None:
    """Add conversations with the customers of the next confirmed bookings. ``local`` converts a day and a time in the
    business's zone to an instant.
    """
    people = _customers(db, today)
    for (customer, booking), texts in zip(people, CONVERSATIONS, strict=False):
        give(customer, booking.created_at, wording=WORDING, source="booking form")
        for number, text in enumerate(texts):
            _add(db, user, customer, text, local(today - timedelta(days=1), text.at), company if number == 0 else None)
    db.flush()


def _customers(db: Session, today: date) -> list[tuple[Customer, Booking]]:
    """Return customers with a number that can get texts, each with their next confirmed booking."""
    coming = (
        select(Customer, Booking)
        .join(Booking, Booking.customer_id == Customer.id)
        .where(Booking.status == CONFIRMED, Booking.delivery_day > today)
        .order_by(Booking.delivery_day, Booking.id)
    )
    found: dict[int, tuple[Customer, Booking]] = {}
    for customer, booking in db.execute(coming):
        if phone_of(customer) is not None:
            found.setdefault(customer.id, (customer, booking))
    return list(found.values())[: len(CONVERSATIONS)]


def _add(db: Session, user: User, customer: Customer, text: DemoText, at: datetime, company: str | None) -> None:
    is_ours = text.direction == OUT
    body = service.introduced(text.text, company) if company else text.text
    row = ConversationEntry(
        customer_id=customer.id,
        kind=TEXT,
        direction=text.direction,
        text=body,
        at=at,
        state=DELIVERED if is_ours else None,
        user_id=user.id if is_ours else None,
        phone=phone_of(customer),
        segments=segments_of(body).count if is_ours else None,
        attempts=1 if is_ours else 0,
    )
    service.add_entry(db, row, is_unread=text.is_unread)
    if text.is_unread:
        note = Note("text", f"{customer.name} sent a text", text.text, CUSTOMER, customer.id)
        notifications.notify(db, note, key=f"demo-text:{customer.id}", now=at)
