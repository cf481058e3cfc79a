"""Send messages about an event: find the recipient, choose the text, and write each email only once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator, User
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.links import BookingLinks
from marqueedesk.bookings.models import Booking
from marqueedesk.conversations import service as conversations
from marqueedesk.conversations import texting
from marqueedesk.conversations.models import FAILED, ConversationEntry, SmsLink
from marqueedesk.conversations.service import NewText
from marqueedesk.customers.contacts import e164_of, region_of
from marqueedesk.customers.models import Customer
from marqueedesk.domain_events import BookingCanceled, BookingEvent, BusinessEvent, EventDelivery
from marqueedesk.kit.db.tenancy import own
from marqueedesk.messages import allowance, load_context, outbox, queries
from marqueedesk.messages.email_context import BookingContext, BookingContextT
from marqueedesk.messages.mail_settings import MailSettings
from marqueedesk.messages.message import Context, Message, chosen_texts, fixed_subject, write
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.new_senders import content_without_links
from marqueedesk.messages.outbox import MailEnvelope
from marqueedesk.messages.plain_names import is_plain_name
from marqueedesk.messages.text_messages import BY_EMAIL, BY_TEXT, can_be_texted, wording

F = TypeVar("F", bound=Context)
E = TypeVar("E", bound=BusinessEvent)
E_co = TypeVar("E_co", bound=BusinessEvent, covariant=True)


@dataclass(frozen=True, slots=True)
class TextRecipient:
    """The customer of a message that can go as a text, the number given with the booking, and the text's link."""

    customer_id: int | None
    phone: str | None
    link: SmsLink

    def number(self, time_zone: str) -> str | None:
        """Return the given number in E.164 form; None if it can't be texted."""
        parsed = e164_of(self.phone, region_of(time_zone)) if self.phone else None
        return parsed[0] if parsed is not None and parsed[1] is None else None


@dataclass(frozen=True, slots=True)
class EventMailer(EventDelivery[E_co]):
    """An event, with the session, settings and functions that its handler uses to write emails."""

    mail_settings: MailSettings
    operator: Operator
    problems: list[Exception] = field(default_factory=list[Exception])
    """Errors of emails that could not be written. The other emails are still sent."""

    def booking(self: "EventMailer[BookingEvent]") -> Booking | None:
        """Return the current state of the event's booking, or None if it was deleted."""
        return bookings.find_booking(self.db, self.event.booking_id)

    def context(self, booking: Booking, **more: Any) -> BookingContext:
        """Return the booking's data for a message."""
        keys = self.mail_settings.stripe_keys(self.db)
        return load_context.booking_context(self.db, self.operator, booking, self.now, keys=keys, **more)

    def send(
        self,
        message: Message[F],
        context: F,
        to: str,
        name: str | None,
        *,
        key: str | None = None,
        entry: ConversationEntry | None = None,
        **about: Any,
    ) -> None:
        """Write a message to the outbox, once per event or once per ``key``. Collect errors in ``problems``."""
        try:
            with self.db.begin_nested():
                self._write(message, context, to, name, key=key, entry=entry, **about)
        except Exception as problem:  # noqa: BLE001 - an error affects this email only.
            self.problems.append(problem)

    def _write(
        self,
        message: Message[F],
        context: F,
        to: str,
        name: str | None,
        *,
        key: str | None,
        entry: ConversationEntry | None,
        **about: Any,
    ) -> None:
        head = load_context.head_of(self.db, self.operator)
        site = self.mail_settings.site(self.db)
        own = queries.settings(self.db).texts if message.is_editable else {}
        texts = chosen_texts(message, site.templates, own)
        content = write(message, context, head, site.name, texts, site.signature, site.contact)
        to_strangers = message.audience == CUSTOMER or message.kind == queries.INVITATION
        if to_strangers and name is not None and not is_plain_name(name):
            name = None
        if to_strangers and allowance.is_metered(self.mail_settings, site) and self._is_new():
            # A new business can't choose its sender name or subject, and its emails contain no links.
            if not is_plain_name(head.name):
                head = replace(head, name=site.name)
                content = write(message, context, head, site.name, texts, site.signature, site.contact)
            content = content_without_links(content)
            content["from"] = site.name
            content["subject"] = (
                f"You are invited to join a team at {site.name}"
                if message.kind == queries.INVITATION
                else fixed_subject(message, context, chosen_texts(message, site.templates))
            )
        outbox.write_down(
            self.db,
            self.mail_settings,
            MailEnvelope(
                kind=message.kind,
                audience=message.audience,
                recipient=to,
                recipient_name=name,
                dedupe_key=key or f"{self.key}:{message.kind}",
                **about,
            ),
            content,
            self.now,
            entry=entry,
        )

    def text(
        self, message: Message[F], context: F, recipient: TextRecipient, *, key: str | None = None, **about: Any
    ) -> bool:
        """Text a customer, if the business chose texts for this kind of message. Return true if the customer needs no
        email: the business chose texts alone, and the text is on its way.
        """
        channel = queries.settings(self.db).channels.get(message.kind, BY_EMAIL)
        customer = own(self.db, Customer, recipient.customer_id) if recipient.customer_id is not None else None
        if channel == BY_EMAIL or not can_be_texted(message.kind) or customer is None:
            return False
        new = NewText(
            wording(message.kind, {**context.values(), **message.body(context).words}),
            phone=recipient.number(self.operator.time_zone),
            key=f"text:{key or f'{self.key}:{message.kind}'}",
            link=recipient.link,
            **about,
        )
        terms = texting.terms_of(self.db, self.operator, self.mail_settings.text_account(self.db))
        row = conversations.write_text(self.db, terms, customer, new, self.now)
        return channel == BY_TEXT and (row is None or row.state != FAILED)

    def _is_new(self) -> bool:
        owner = self.db.get(User, self.operator.id)
        return owner is not None and allowance.is_new(self.db, self.operator, owner, self.now)

    def email_customer(self, message: Message[BookingContextT], context: BookingContextT, **about: Any) -> None:
        """Email a booking's customer, with a link to the booking's page."""
        booking = context.booking
        recipient = TextRecipient(booking.customer_id, booking.customer_phone, {"to": "booking", "id": booking.id})
        if self._is_texted(message) or booking.customer_email:
            self.link(booking)
        if self.text(message, context, recipient, booking_id=booking.id, **about):
            return
        # Customers with only a phone number, whom the business may not text, get a call.
        if booking.customer_email:
            self.send(message, context, booking.customer_email, booking.customer_name, booking_id=booking.id, **about)

    def _is_texted(self, message: Message[Any]) -> bool:
        return queries.settings(self.db).channels.get(message.kind, BY_EMAIL) != BY_EMAIL

    def site_links(self) -> BookingLinks:
        """Return the installation's builder of booking links."""
        return self.mail_settings.site(self.db).booking_links

    def link(self, booking: Booking) -> None:
        """Create the booking's link if it has none, under the operator's lock.

        Most bookings got a link when they were created, so most emails don't need the lock, which would block new
        bookings.
        """
        links = self.site_links()
        if links.known(self.db, booking.id) is None:
            availability.lock(self.db, self.operator.id)
            links.of(self.db, self.operator.id, booking.id, self.now)

    def email_business(self, message: Message[F], context: F, **about: Any) -> None:
        """Email the business, unless it has switched this kind of email off."""
        if message.kind in queries.settings(self.db).muted:
            return
        head = load_context.head_of(self.db, self.operator)
        if head.email:
            self.send(message, context, head.email, head.name, **about)


Handler = Callable[[EventMailer[E]], None]
Handlers = Mapping[type[BusinessEvent], Handler[Any]]


def on(event: type[E], handler: Handler[E]) -> tuple[type[BusinessEvent], Handler[Any]]:
    """Pair an event type with its handler."""
    return event, handler


def mailer_for(mail_settings: MailSettings, delivery: EventDelivery[E]) -> EventMailer[E] | None:
    """Scope the session to the event's business. Return None if the business is gone or inactive, or if the event is
    too old.

    A business that is being closed still emails the customers whose requests it declined.
    """
    operator = accounts.active_operator(delivery.db, delivery.event.operator_id)
    if operator is None and isinstance(delivery.event, BookingCanceled):
        operator = accounts.closing_operator(delivery.db, delivery.event.operator_id)
    if operator is None or delivery.is_stale:
        return None
    return EventMailer(
        delivery.db, delivery.event, delivery.key, delivery.published_at, delivery.now, mail_settings, operator
    )
