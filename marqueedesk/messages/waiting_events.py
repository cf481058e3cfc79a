"""Emails to customers on the waiting list."""

from marqueedesk.domain_events import WaitingEvent
from marqueedesk.kit.db.tenancy import own
from marqueedesk.messages import load_context
from marqueedesk.messages.email_context import WaitingContext
from marqueedesk.messages.emails import waiting_list
from marqueedesk.messages.event_mailer import EventMailer, Handler, TextRecipient
from marqueedesk.messages.message import Message
from marqueedesk.waiting_list.waiting_entry import LAPSED, OFFERED, WAITING, WaitingEntry


def _handler(message: Message[WaitingContext], state: str) -> Handler[WaitingEvent]:
    """Create a handler that emails the entry's customer, unless its state has changed since the event."""

    def send(mailer: EventMailer[WaitingEvent]) -> None:
        entry = own(mailer.db, WaitingEntry, mailer.event.entry_id)
        if entry is None or entry.state_at(mailer.now) != state:
            return
        context = load_context.waiting_context(mailer.db, mailer.operator, entry)
        good_until = entry.offered_until if state == OFFERED else None
        recipient = TextRecipient(entry.customer_id, entry.customer_phone, {"to": "waiting", "id": entry.id})
        if not mailer.text(message, context, recipient, good_until=good_until):
            mailer.send(message, context, entry.customer_email, entry.customer_name, good_until=good_until)

    return send


email_joined = _handler(waiting_list.JOINED, WAITING)
email_offered = _handler(waiting_list.OFFERED, OFFERED)
email_lapsed = _handler(waiting_list.LAPSED, LAPSED)
