"""Emails to customers on the waiting list."""

from collections.abc import Callable

from marqueedesk.bookings import waiting
from marqueedesk.bookings.waiting import WaitingEntry
from marqueedesk.kit.tenancy import own
from marqueedesk.messages import gather
from marqueedesk.messages.facts import WaitingFacts
from marqueedesk.messages.handling import Handling
from marqueedesk.messages.mails import waiting_list
from marqueedesk.messages.message import Message


def _teller(message: Message[WaitingFacts], state: str) -> Callable[[Handling], None]:
    """A handler that emails the customer of an entry, unless its state has changed since the event."""

    def tell(event: Handling) -> None:
        entry = own(event.db, WaitingEntry, event.payload["entryId"])
        if entry is None or entry.state_at(event.now) != state:
            return
        facts = gather.waiting_facts(event.db, event.operator, entry)
        good_until = entry.offered_until if state == waiting.OFFERED else None
        event.tell(message, facts, entry.customer_email, entry.customer_name, good_until=good_until)

    return tell


tell_joined = _teller(waiting_list.JOINED, waiting.WAITING)
tell_offered = _teller(waiting_list.OFFERED, waiting.OFFERED)
tell_lapsed = _teller(waiting_list.LAPSED, waiting.LAPSED)
