"""Emails about bookings, to their customers and to the business."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from marqueedesk.availability.facts import read_operator
from marqueedesk.bookings import at_risk, charges
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED, CONFIRMED, FROM_FORM, HOLDING, PENDING, RESCHEDULE, Booking
from marqueedesk.domain_events import (
    AgreementAnswered,
    BookingAtRisk,
    BookingCanceled,
    BookingCharged,
    BookingConfirmed,
    BookingEdited,
    BookingPlaced,
    BookingReopened,
    CancellationDue,
    ChangeAnswered,
    ChangeRequested,
    CrewNotesChanged,
    HoldEndsSoon,
    HoldEvent,
    InvoiceSent,
    publish,
)
from marqueedesk.kit.errors import NotFound
from marqueedesk.messages import queries
from marqueedesk.messages.emails import (
    alerts,
    canceled,
    change_answered,
    changed,
    confirmed,
    customer_canceled,
    damage_charged,
    declined,
    hold_lapsing,
    invoice_sent,
    new_request,
    request_received,
    reschedule_charged,
    rescheduled,
)
from marqueedesk.messages.facts import BookingFacts, RequestedChange
from marqueedesk.messages.handling import Handling
from marqueedesk.messages.message import Message
from marqueedesk.payments import service as payments
from marqueedesk.portal import queries as portal
from marqueedesk.portal.models import MADE
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import queries as quotes


def tell_placed(handling: Handling[BookingPlaced]) -> None:
    """Notify the customer who asked for a new booking, and the business."""
    booking = handling.booking()
    if booking is None:
        return
    if booking.quote_id is not None:
        # A customer's own acceptance is an event of its own; this is a quote that the business booked.
        if quotes.acceptance(handling.db, booking.quote_id) is None and booking.status == CONFIRMED:
            handling.tell_customer(confirmed.MESSAGE, handling.facts(booking))
        return
    answered = any(
        # The payment that confirms a booking is its customer's own.
        change.kind == "status" and (change.user_id is not None or change.to_status != CONFIRMED)
        for change in bookings.history(handling.db, booking.id)
    )
    # If the request was answered before this event was handled, the email about the answer is enough.
    if booking.source != FROM_FORM or answered:
        return
    facts = handling.facts(booking)
    handling.tell_customer(request_received.MESSAGE if booking.status == PENDING else confirmed.MESSAGE, facts)
    handling.tell_business(new_request.MESSAGE, facts, booking_id=booking.id)


def tell_charged(handling: Handling[BookingCharged]) -> None:
    """Notify the customer of a charge beside the agreed price, unless it has been taken back since."""
    booking = handling.booking()
    if booking is None or not handling.event.notify:
        return
    row = next((row for row in charges.charged(handling.db, booking.id) if row.id == handling.event.charge_id), None)
    if row is not None and row.cents is not None:
        facts = handling.facts(
            booking, amount_cents=row.cents + row.tax_cents, charged_for=charges.charge_in_words(row)
        )
        message = reschedule_charged.MESSAGE if row.kind == RESCHEDULE else damage_charged.MESSAGE
        handling.tell_customer(message, facts)


def tell_confirmed(handling: Handling[BookingConfirmed | BookingReopened]) -> None:
    """Notify the customer that the booking is confirmed, unless the business chose not to notify them."""
    booking = handling.booking()
    if booking is not None and booking.status == CONFIRMED and handling.event.notify:
        handling.tell_customer(confirmed.MESSAGE, handling.facts(booking))


def tell_reopened(handling: Handling[BookingReopened]) -> None:
    """Notify the customer that a booking is confirmed again, if the business chose to notify them."""
    if handling.event.notify:
        tell_confirmed(handling)


def tell_canceled(handling: Handling[BookingCanceled]) -> None:
    """Announce the cancellation once the time to undo it has passed."""
    booking = handling.booking()
    if booking is None or booking.status != CANCELED:
        return
    tell_at = datetime.fromisoformat(handling.event.tell_at) if handling.event.tell_at else handling.now
    if tell_at <= handling.now:
        tell_cancellation(handling)
    else:
        publish(handling.db, CancellationDue(**asdict(handling.event)), handling.now, run_at=tell_at)


def tell_cancellation(handling: Handling[BookingCanceled]) -> None:
    """Notify the customer of the cancellation, and the business if the customer canceled. A cancellation that was
    undone is not announced.
    """
    booking = handling.booking()
    if booking is None or booking.status != CANCELED:
        return
    last = bookings.last_change_to(handling.db, booking.id, CANCELED)
    if last is not None and (handling.event.at or last.at.isoformat()) != last.at.isoformat():
        return
    was_request = last is not None and last.from_status == PENDING
    by_customer = last is not None and last.user_id is None
    if not handling.event.notify:
        return
    back = payments.coming_back(handling.db, booking.id, last.at) if last else 0
    facts = handling.facts(
        booking,
        amount_cents=back,
        by_hand_cents=payments.to_return(handling.db, booking),
        reason=handling.event.reason,
    )
    handling.tell_customer(declined.MESSAGE if was_request and not by_customer else canceled.MESSAGE, facts)
    if by_customer:
        handling.tell_business(customer_canceled.MESSAGE, facts, booking_id=booking.id)


def tell_edited(handling: Handling[BookingEdited]) -> None:
    """Notify the customer of the changes, if the business chose to notify them."""
    booking = handling.booking()
    if booking is None or booking.status not in HOLDING:
        return
    before = handling.event.before
    if before and handling.event.notify:
        handling.tell_customer(edited_message(before), handling.facts(booking, before=before))


def edited_message(before: Mapping[str, Any]) -> Message[BookingFacts]:
    """The message about an edit, by the fields that it replaced: new days have a message of their own."""
    return rescheduled.MESSAGE if {"deliveryDate", "pickupDate"} & before.keys() else changed.MESSAGE


def tell_change_answered(handling: Handling[ChangeAnswered]) -> None:
    """Notify the customer of the answer to their change request, unless an email about new days has done so."""
    booking = handling.booking()
    if booking is None:
        return
    try:
        asked = portal.change_request(handling.db, booking.id, handling.event.request_id)
    except NotFound:
        return
    is_made = asked.outcome == MADE
    if (
        is_made
        and asked.answer is None
        and queries.was_told(handling.db, rescheduled.MESSAGE.kind, booking.id, since=asked.asked_at)
    ):
        return
    requested = RequestedChange(asked.text, is_made=is_made, answer=asked.answer)
    message = change_answered.MADE if is_made else change_answered.DECLINED
    handling.tell_customer(message, handling.facts(booking, requested=requested))


def tell_change_asked(handling: Handling[ChangeRequested]) -> None:
    """Notify the business of a change that its customer asks for."""
    booking = handling.booking()
    if booking is not None:
        requested = RequestedChange(handling.event.text, is_made=False, answer=None)
        handling.tell_business(alerts.CHANGE_ASKED, handling.facts(booking, requested=requested), booking_id=booking.id)


def tell_at_risk(handling: Handling[BookingAtRisk]) -> None:
    """Notify the business of a booking that no longer fits, unless it is no longer active."""
    booking = handling.booking()
    if booking is None or booking.status not in HOLDING:
        return
    terms = read_operator(handling.db.connection(), handling.operator.id)
    prices = pricing.price_list(handling.db)
    facts = handling.facts(
        booking,
        problem=at_risk.short_in_words(handling.event),
        ways_out=at_risk.ways_in_words(
            handling.db, terms, booking.id, handling.now, prices, handling.operator.date_format
        ),
    )
    handling.tell_business(alerts.AT_RISK, facts, booking_id=booking.id)


def tell_agreement(handling: Handling[AgreementAnswered]) -> None:
    """Notify the business whether its customer agrees to a change."""
    booking = handling.booking()
    if booking is not None:
        answer = RequestedChange(handling.event.text or "", is_made=handling.event.agreed, answer=None)
        handling.tell_business(alerts.AGREEMENT, handling.facts(booking, requested=answer), booking_id=booking.id)


def tell_crew_notes(handling: Handling[CrewNotesChanged]) -> None:
    """Send the business the customer's notes for the crew, unless the customer has removed all of them."""
    booking = handling.booking()
    if booking is None:
        return
    facts = handling.facts(booking)
    if facts.crew:
        handling.tell_business(alerts.CREW_NOTES, facts, booking_id=booking.id)


def tell_invoice(handling: Handling[InvoiceSent]) -> None:
    """Send the customer the invoice of their booking."""
    booking = handling.booking()
    if booking is None:
        return
    facts = handling.facts(booking)
    if facts.invoice is not None:
        handling.tell_customer(invoice_sent.MESSAGE, facts)


def _still_held(handling: Handling[HoldEvent]) -> Booking | None:
    """The request that a hold's event is about, if it is still pending and its hold still ends at the same time."""
    booking = handling.booking()
    if booking is None or booking.status != PENDING or booking.hold_expires_at is None:
        return None
    return booking if booking.hold_expires_at.isoformat() == handling.event.ends_at else None


def tell_lapsing(handling: Handling[HoldEndsSoon]) -> None:
    """Notify the business that a request is about to lose its letters."""
    booking = _still_held(handling)
    if booking is not None and booking.hold_expires_at is not None and booking.hold_expires_at > handling.now:
        handling.tell_business(
            hold_lapsing.MESSAGE,
            handling.facts(booking),
            booking_id=booking.id,
            good_until=booking.hold_expires_at,
        )
