"""Sends messages about an event: finds the recipient, chooses the text, and makes sure each email is written once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Generic, TypeVar

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import Booking
from marqueedesk.domain_events import BookingEvent, BusinessEvent, read
from marqueedesk.kit.drain import Task
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.tenancy import set_operator
from marqueedesk.messages import gather, outbox, queries
from marqueedesk.messages.facts import BookingFacts
from marqueedesk.messages.message import Facts, Message, chosen_texts, write
from marqueedesk.messages.outbox import About
from marqueedesk.messages.post import Post

STALE: Final = timedelta(days=7)
"""Events older than this are ignored: nobody gets an email about them."""

F = TypeVar("F", bound=Facts)
E = TypeVar("E", bound=BusinessEvent)
E_co = TypeVar("E_co", bound=BusinessEvent, covariant=True)


@dataclass(frozen=True, slots=True)
class Handling(Generic[E_co]):
    """One event, with what its handler needs."""

    db: Session
    event: E_co
    task: Task
    post: Post
    operator: Operator
    now: datetime

    @property
    def stamp(self) -> str:
        """A key for the event that stays unique even after its row is gone and its number was reused."""
        return f"event:{self.task.id}:{self.task.created_at:%Y%m%d%H%M%S%f}"

    def booking(self: "Handling[BookingEvent]") -> Booking | None:
        """The booking that the event is about, as it is now."""
        try:
            return bookings.booking(self.db, self.event.booking_id)
        except NotFound:
            return None

    def facts(self, booking: Booking, **more: Any) -> BookingFacts:
        """The data of the booking for a message."""
        return gather.booking_facts(self.db, self.operator, booking, self.now, **more)

    def tell(
        self, message: Message[F], facts: F, to: str, name: str | None, *, key: str | None = None, **about: Any
    ) -> None:
        """Write a message to the outbox: once for this event, or once for ``key``."""
        head = gather.head_of(self.db, self.operator)
        site = self.post.site(self.db)
        own = queries.settings(self.db).texts if message.is_editable else {}
        texts = chosen_texts(message, site.templates, own)
        outbox.write_down(
            self.db,
            self.post,
            About(
                kind=message.kind,
                audience=message.audience,
                recipient=to,
                recipient_name=name,
                key=key or f"{self.stamp}:{message.kind}",
                **about,
            ),
            write(message, facts, head, site.name, texts, site.signature, site.contact),
            self.now,
        )

    def tell_customer(self, message: Message[BookingFacts], facts: BookingFacts, **about: Any) -> None:
        """Email a booking's customer, with the link to the booking's page."""
        booking = facts.booking
        if not booking.customer_email:
            # Customers who gave only a phone number get a call from the business.
            return
        self.link(booking)
        self.tell(message, facts, booking.customer_email, booking.customer_name, booking_id=booking.id, **about)

    def link(self, booking: Booking) -> None:
        """Make sure that the booking has its link, made under the operator's lock as everywhere else."""
        availability.lock(self.db, self.operator.id)
        self.post.site(self.db).booking_links.of(self.db, self.operator.id, booking.id, self.now)

    def tell_business(self, message: Message[F], facts: F, **about: Any) -> None:
        """Email the business, unless it switched this kind off."""
        if message.kind in queries.settings(self.db).muted:
            return
        head = gather.head_of(self.db, self.operator)
        if head.email:
            self.tell(message, facts, head.email, head.name, **about)


Handler = Callable[[Handling[E]], None]
Handlers = Mapping[type[BusinessEvent], Handler[Any]]


def on(event: type[E], handler: Handler[E]) -> tuple[type[BusinessEvent], Handler[Any]]:
    """An event with its handler, which takes events of this type."""
    return event, handler


def handling_of(db: Session, task: Task, post: Post, now: datetime) -> Handling[BusinessEvent] | None:
    """Limit the session to the business that a job is about; None if the business is gone or deactivated."""
    event = read(task.kind, task.payload)
    assert isinstance(event, BusinessEvent)  # noqa: S101 - only kinds of such events have a handler.
    set_operator(db, event.operator_id)
    operator = db.get(Operator, event.operator_id)
    return Handling(db, event, task, post, operator, now) if operator is not None and operator.is_active else None
