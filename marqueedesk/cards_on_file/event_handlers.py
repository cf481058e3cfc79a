"""Event subscribers of cards on file: results of bank debits, which take days."""

from typing import Any, Final

from marqueedesk.bookings.event_handlers import booking_of
from marqueedesk.bookings.models import Booking
from marqueedesk.cards_on_file import announced, automatic, charging, service
from marqueedesk.domain_events import (
    DebitReturned,
    EventDelivery,
    PaymentFailed,
    PaymentReceived,
    Subscriber,
    on,
)
from marqueedesk.payments import bank_debits
from marqueedesk.payments import queries as payments
from marqueedesk.payments.models import OPEN, BookingPayment


def _received(delivery: EventDelivery[PaymentReceived]) -> None:
    """Record that an automatic charge has arrived."""
    if booking_of(delivery) is not None:
        automatic.settle(delivery.db, delivery.event.operator_id, delivery.event.payment_id, None, delivery.now)


def _failed(delivery: EventDelivery[PaymentFailed]) -> None:
    """Stop a charge whose debit was rejected, so that it can't be paid anymore."""
    booking = booking_of(delivery)
    row = payments.by_id(delivery.db, delivery.event.payment_id) if booking is not None else None
    if booking is None or row is None:
        return
    if row.card_id is not None and row.state == OPEN:
        charging.charge_later(delivery.db, row, delivery.now, delivery.now)
    announced.record_failed_debit(delivery.db, booking.operator_id, row.id)
    _end_bank_account(delivery, booking, row)


def _returned(delivery: EventDelivery[DebitReturned]) -> None:
    """Record that the debit of an automatic or announced charge was returned."""
    booking = booking_of(delivery)
    row = payments.by_id(delivery.db, delivery.event.payment_id) if booking is not None else None
    if booking is not None and row is not None:
        automatic.record_return(delivery.db, booking.operator_id, row.id)
        announced.record_failed_debit(delivery.db, booking.operator_id, row.id)
        _end_bank_account(delivery, booking, row)


def _end_bank_account(delivery: EventDelivery[Any], booking: Booking, row: BookingPayment) -> None:
    """Remove the bank account on file whose debit was rejected or returned: the customer decides how to pay."""
    if row.card_id is not None and bank_debits.has_failed(row):
        service.end(delivery.db, booking, row.card_id, delivery.now)


SUBSCRIBER: Final = Subscriber(
    "cards_on_file",
    dict([on(PaymentReceived, _received), on(PaymentFailed, _failed), on(DebitReturned, _returned)]),
)
