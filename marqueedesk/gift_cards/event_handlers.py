"""Event subscribers of gift cards: refund canceled bookings to the gift cards that paid for them."""

from datetime import datetime
from typing import Final

from marqueedesk.accounts import queries as accounts
from marqueedesk.bookings.event_handlers import booking_of
from marqueedesk.bookings.models import CANCELED
from marqueedesk.domain_events import BookingCanceled, EventDelivery, GiftCardReturnDue, Subscriber, on, publish
from marqueedesk.payments import queries, refunds


def _return_later(delivery: EventDelivery[BookingCanceled]) -> None:
    """Schedule the refund for when the cancellation can no longer be undone."""
    booking = booking_of(delivery)
    if booking is None or booking.status != CANCELED:
        return
    if any(row.gift_card_id is not None for row in queries.of_booking(delivery.db, booking.id)):
        event = delivery.event
        due = GiftCardReturnDue(operator_id=event.operator_id, booking_id=event.booking_id)
        at = datetime.fromisoformat(event.tell_at) if event.tell_at else delivery.now
        publish(delivery.db, due, delivery.now, run_at=max(at, delivery.now))


def _return(delivery: EventDelivery[GiftCardReturnDue]) -> None:
    booking = booking_of(delivery)
    if booking is None:
        return
    accounts.lock_own(delivery.db)
    delivery.db.refresh(booking)
    if booking.status == CANCELED:
        keep = (booking.cancel_fee_cents or 0) + booking.charges_cents
        refunds.return_to_gift_cards(delivery.db, booking.id, keep, by="Cancellation", now=delivery.now)


SUBSCRIBER: Final = Subscriber("gift_cards", dict([on(BookingCanceled, _return_later), on(GiftCardReturnDue, _return)]))
