"""Event subscribers of contracts: new versions of changed bookings and quotes, and the daily reminders."""

from typing import Final

from marqueedesk.accounts import queries as accounts
from marqueedesk.availability import service as availability
from marqueedesk.contracts import queries, reminding, service, subjects
from marqueedesk.domain_events import BookingEdited, EventDelivery, QuoteSent, RemindersDue, Subscriber, on
from marqueedesk.kit.errors import NotFound


def _booking_edited(delivery: EventDelivery[BookingEdited]) -> None:
    _update(delivery, booking_id=delivery.event.booking_id)


def _quote_sent(delivery: EventDelivery[QuoteSent]) -> None:
    _update(delivery, quote_id=delivery.event.quote_id)


def _update(
    delivery: EventDelivery[BookingEdited] | EventDelivery[QuoteSent],
    *,
    booking_id: int | None = None,
    quote_id: int | None = None,
) -> None:
    db = delivery.db
    operator = accounts.active_operator(db, delivery.event.operator_id)
    if operator is None:
        return
    try:
        subject = (
            subjects.of_booking(db, booking_id)
            if booking_id is not None
            else subjects.of_quote(db, operator, quote_id or 0)
        )
    except NotFound:
        return
    if queries.contract_of(db, subject) is None:
        # Most bookings have none, and need no lock.
        return
    availability.lock(db, operator.id)
    contract = queries.contract_of(db, subject)
    if contract is not None:
        service.up_to_date(db, operator, contract, delivery.now)


def _reminders_due(delivery: EventDelivery[RemindersDue]) -> None:
    operator = accounts.active_operator(delivery.db, delivery.event.operator_id)
    if operator is not None:
        reminding.run(delivery.db, operator, delivery.now)


SUBSCRIBER: Final = Subscriber(
    "contracts",
    dict([on(BookingEdited, _booking_edited), on(QuoteSent, _quote_sent), on(RemindersDue, _reminders_due)]),
)
