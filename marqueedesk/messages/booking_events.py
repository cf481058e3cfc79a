"""Emails about bookings, to their customers and to the business."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy.orm import Session

from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED, CONFIRMED, FROM_FORM, HOLDING, PENDING, Booking
from marqueedesk.kit import jobs
from marqueedesk.kit.errors import NotFound
from marqueedesk.messages import queries
from marqueedesk.messages.facts import BookingFacts, Wish
from marqueedesk.messages.handling import Handling
from marqueedesk.messages.mails import (
    alerts,
    canceled,
    change_answered,
    changed,
    confirmed,
    customer_canceled,
    declined,
    hold_lapsing,
    invoice_sent,
    new_request,
    request_received,
    rescheduled,
)
from marqueedesk.messages.message import Message
from marqueedesk.payments import service as payments
from marqueedesk.portal import queries as portal
from marqueedesk.portal.models import MADE
from marqueedesk.quotes import queries as quotes

CANCELLATION_DUE: Final = "booking.cancellation_due"
"""The event of a cancellation that was not undone in time."""
LAPSING: Final = timedelta(days=1)
"""How long before a request loses its letters the business is notified."""


def tell_placed(event: Handling) -> None:
    """Notify the customer who asked for a new booking, and the business."""
    booking = event.booking()
    if booking is None:
        return
    if booking.status == PENDING:
        _watch_hold(event.db, booking, event.now)
    if booking.quote_id is not None:
        # A customer's own acceptance is an event of its own; this is a quote that the business booked.
        if quotes.acceptance(event.db, booking.quote_id) is None and booking.status == CONFIRMED:
            event.tell_customer(confirmed.MESSAGE, event.facts(booking))
        return
    answered = any(change.kind == "status" for change in bookings.history(event.db, booking.id))
    # If the request was answered before this event was handled, the email about the answer is enough.
    if booking.source != FROM_FORM or answered:
        return
    facts = event.facts(booking)
    event.tell_customer(request_received.MESSAGE if booking.status == PENDING else confirmed.MESSAGE, facts)
    event.tell_business(new_request.MESSAGE, facts, booking_id=booking.id)


def tell_confirmed(event: Handling) -> None:
    """Notify the customer that the booking is confirmed, unless the business chose not to notify them."""
    booking = event.booking()
    if booking is not None and booking.status == CONFIRMED and event.payload.get("notify", True):
        event.tell_customer(confirmed.MESSAGE, event.facts(booking))


def tell_reopened(event: Handling) -> None:
    """Notify the customer that a booking is confirmed again, if the business chose to notify them."""
    booking = event.booking()
    if booking is not None and booking.status == PENDING:
        _watch_hold(event.db, booking, event.now)
    if event.payload["notify"]:
        tell_confirmed(event)


def tell_canceled(event: Handling) -> None:
    """Close open card payments, and announce the cancellation once the time to undo it has passed."""
    booking = event.booking()
    if booking is None or booking.status != CANCELED:
        return
    payments.close_later(event.db, booking, event.now)
    tell_at = datetime.fromisoformat(event.payload.get("tellAt", event.now.isoformat()))
    if tell_at <= event.now:
        tell_cancellation(event)
    else:
        jobs.enqueue(event.db, CANCELLATION_DUE, dict(event.payload), event.now, run_at=tell_at)


def tell_cancellation(event: Handling) -> None:
    """Notify the customer of the cancellation, and the business if the customer canceled. A cancellation that was
    undone is not announced.
    """
    booking = event.booking()
    if booking is None or booking.status != CANCELED:
        return
    last = bookings.last_change_to(event.db, booking.id, CANCELED)
    if last is not None and event.payload.get("at", last.at.isoformat()) != last.at.isoformat():
        return
    was_request = last is not None and last.from_status == PENDING
    by_customer = last is not None and last.user_id is None
    if not event.payload.get("notify", True):
        return
    back = payments.coming_back(event.db, booking.id, last.at) if last else 0
    facts = event.facts(
        booking,
        amount_cents=back,
        by_hand_cents=payments.to_return(event.db, booking),
        reason=event.payload.get("reason"),
    )
    event.tell_customer(declined.MESSAGE if was_request and not by_customer else canceled.MESSAGE, facts)
    if by_customer:
        event.tell_business(customer_canceled.MESSAGE, facts, booking_id=booking.id)


def tell_edited(event: Handling) -> None:
    """Notify the customer of the changes, if the business chose to notify them."""
    booking = event.booking()
    if booking is None or booking.status not in HOLDING:
        return
    payments.close_outdated(event.db, booking, event.now)
    if booking.status == PENDING:
        _watch_hold(event.db, booking, event.now)
    before: Mapping[str, Any] = event.payload["before"]
    # Events written before the ``notify`` option existed only carry new days, and customers are notified of those.
    if before and event.payload.get("notify", True):
        event.tell_customer(edited_message(before), event.facts(booking, before=before))


def edited_message(before: Mapping[str, Any]) -> Message[BookingFacts]:
    """The message about an edit, by the fields that it replaced: new days have a message of their own."""
    return rescheduled.MESSAGE if {"deliveryDate", "pickupDate"} & before.keys() else changed.MESSAGE


def tell_change_answered(event: Handling) -> None:
    """Notify the customer of the answer to their change request, unless an email about new days has done so."""
    booking = event.booking()
    if booking is None:
        return
    try:
        asked = portal.change_request(event.db, booking.id, event.payload["requestId"])
    except NotFound:
        return
    is_made = asked.outcome == MADE
    if (
        is_made
        and asked.answer is None
        and queries.was_told(event.db, rescheduled.MESSAGE.kind, booking.id, since=asked.asked_at)
    ):
        return
    wish = Wish(asked.text, is_made=is_made, answer=asked.answer)
    message = change_answered.MADE if is_made else change_answered.DECLINED
    event.tell_customer(message, event.facts(booking, wish=wish))


def tell_change_asked(event: Handling) -> None:
    """Notify the business of a change that its customer asks for."""
    booking = event.booking()
    if booking is not None:
        wish = Wish(event.payload.get("text", ""), is_made=False, answer=None)
        event.tell_business(alerts.CHANGE_ASKED, event.facts(booking, wish=wish), booking_id=booking.id)


def tell_at_risk(event: Handling) -> None:
    """Notify the business of a booking that no longer fits, unless it is no longer active."""
    booking = event.booking()
    if booking is None or booking.status not in HOLDING:
        return
    short = short_in_words(event.payload)
    event.tell_business(alerts.AT_RISK, event.facts(booking, problem=short), booking_id=booking.id)


def short_in_words(payload: Mapping[str, Any]) -> str:
    """The shortage of a booking at risk in words, such as "2 × E (1 free)"."""
    return ", ".join(f"{row['needed']} × {row['name']} ({row['free']} free)" for row in payload["short"])


def tell_agreement(event: Handling) -> None:
    """Notify the business whether its customer agrees to a change."""
    booking = event.booking()
    if booking is not None:
        answer = Wish(event.payload.get("text") or "", is_made=event.payload["agreed"], answer=None)
        event.tell_business(alerts.AGREEMENT, event.facts(booking, wish=answer), booking_id=booking.id)


def tell_crew_notes(event: Handling) -> None:
    """Send the business the customer's notes for the crew, unless the customer has removed all of them."""
    booking = event.booking()
    if booking is None:
        return
    facts = event.facts(booking)
    if facts.crew:
        event.tell_business(alerts.CREW_NOTES, facts, booking_id=booking.id)


def tell_invoice(event: Handling) -> None:
    """Send the customer the invoice of their booking."""
    booking = event.booking()
    if booking is None:
        return
    facts = event.facts(booking)
    if facts.invoice is not None:
        event.tell_customer(invoice_sent.MESSAGE, facts)


def _watch_hold(db: Session, booking: Booking, now: datetime) -> None:
    """Schedule the events for when a request is about to lose its letters and when it has; once per end of hold."""
    ends = booking.hold_expires_at
    if ends is None or ends <= now:
        return
    payload = {"bookingId": booking.id, "operatorId": booking.operator_id, "endsAt": ends.isoformat()}
    # The key contains the end of the hold, so a request that keeps its letters longer after an edit gets new events.
    key = f"{booking.id}:{ends:%Y%m%d%H%M%S%f}"
    soon = max(now + (ends - now) / 2, ends - LAPSING)
    jobs.enqueue_once(db, "hold.lapsing", payload, now, dedupe_key=f"hold:{key}:lapsing", run_at=soon)
    jobs.enqueue_once(db, "hold.lapsed", payload, now, dedupe_key=f"hold:{key}:lapsed", run_at=ends)


def _still_held(event: Handling) -> Booking | None:
    """The request that a hold's event is about, if it is still pending and its hold still ends at the same time."""
    booking = event.booking()
    if booking is None or booking.status != PENDING or booking.hold_expires_at is None:
        return None
    return booking if booking.hold_expires_at.isoformat() == event.payload["endsAt"] else None


def tell_lapsing(event: Handling) -> None:
    """Notify the business that a request is about to lose its letters."""
    booking = _still_held(event)
    if booking is not None and booking.hold_expires_at is not None and booking.hold_expires_at > event.now:
        event.tell_business(
            hold_lapsing.MESSAGE,
            event.facts(booking),
            booking_id=booking.id,
            good_until=booking.hold_expires_at,
        )
