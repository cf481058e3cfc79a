"""Emails to customers on the waiting list."""

from marqueedesk.bookings import waiting
from marqueedesk.bookings.waiting import WaitingEntry
from marqueedesk.domain_events import WaitingEvent
from marqueedesk.kit.tenancy import own
from marqueedesk.messages import gather
from marqueedesk.messages.emails import waiting_list
from marqueedesk.messages.facts import WaitingFacts
from marqueedesk.messages.handling import Handler, Handling
from marqueedesk.messages.message import Message


def _teller(message: Message[WaitingFacts], state: str) -> Handler[WaitingEvent]:
    """A handler that emails the customer of an entry, unless its state has changed since the event."""

    def tell(handling: Handling[WaitingEvent]) -> None:
        entry = own(handling.db, WaitingEntry, handling.event.entry_id)
        if entry is None or entry.state_at(handling.now) != state:
            return
        facts = gather.waiting_facts(handling.db, handling.operator, entry)
        good_until = entry.offered_until if state == waiting.OFFERED else None
        handling.tell(message, facts, entry.customer_email, entry.customer_name, good_until=good_until)

    return tell


tell_joined = _teller(waiting_list.JOINED, waiting.WAITING)
tell_offered = _teller(waiting_list.OFFERED, waiting.OFFERED)
tell_lapsed = _teller(waiting_list.LAPSED, waiting.LAPSED)
