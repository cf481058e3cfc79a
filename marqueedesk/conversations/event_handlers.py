"""Event handlers that add customers' questions on their pages to conversations."""

from marqueedesk.accounts import queries as accounts
from marqueedesk.bookings import queries as bookings
from marqueedesk.conversations import queries, service
from marqueedesk.conversations.models import IN, ConversationEntry
from marqueedesk.customers.models import Customer
from marqueedesk.domain_events import ChangeRequested, EventDelivery, QuoteQuestioned, Subscriber
from marqueedesk.kit.db.tenancy import own
from marqueedesk.quotes import queries as quotes


def _ask(
    delivery: EventDelivery[ChangeRequested] | EventDelivery[QuoteQuestioned],
    customer_id: int | None,
    text: str,
    *,
    booking_id: int | None = None,
    quote_id: int | None = None,
) -> None:
    key = f"question:{delivery.key}"
    if customer_id is None or own(delivery.db, Customer, customer_id) is None or queries.is_written(delivery.db, key):
        return
    row = ConversationEntry(
        customer_id=customer_id,
        kind="question",
        direction=IN,
        text=text,
        at=delivery.published_at,
        booking_id=booking_id,
        quote_id=quote_id,
        key=key,
    )
    service.add_entry(delivery.db, row, is_unread=True)


def _change_requested(delivery: EventDelivery[ChangeRequested]) -> None:
    if accounts.active_operator(delivery.db, delivery.event.operator_id) is None or delivery.event.is_made:
        return
    booking = bookings.find_booking(delivery.db, delivery.event.booking_id)
    if booking is not None:
        _ask(delivery, booking.customer_id, delivery.event.text, booking_id=booking.id)


def _quote_questioned(delivery: EventDelivery[QuoteQuestioned]) -> None:
    if accounts.active_operator(delivery.db, delivery.event.operator_id) is None:
        return
    quote = quotes.find_quote(delivery.db, delivery.event.quote_id)
    if quote is not None:
        _ask(delivery, quote.customer_id, delivery.event.text, quote_id=quote.id)


SUBSCRIBER = Subscriber("conversations", {ChangeRequested: _change_requested, QuoteQuestioned: _quote_questioned})
