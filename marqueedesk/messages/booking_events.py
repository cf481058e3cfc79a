"""Emails about bookings, to their customers and to the business."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Final

from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.charges import charges
from marqueedesk.bookings.goods import at_risk
from marqueedesk.bookings.models import CANCELED, CONFIRMED, FROM_FORM, HOLDING, LATE, PENDING, RESCHEDULE, Booking
from marqueedesk.customer_pages import queries as portal
from marqueedesk.customer_pages.models import MADE
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
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.kit.errors import NotFound
from marqueedesk.messages import queries
from marqueedesk.messages.email_context import (
    AtRiskContext,
    BookingContext,
    ChangeRequestContext,
    ChargeContext,
    RequestedChange,
)
from marqueedesk.messages.emails import (
    alerts,
    canceled,
    change_answered,
    changed,
    confirmed,
    customer_canceled,
    damage_charged,
    declined,
    fee_charged,
    invoice_sent,
    new_request,
    request_holds,
    request_received,
    rescheduled,
)
from marqueedesk.messages.event_mailer import EventMailer
from marqueedesk.messages.message import Message
from marqueedesk.payments import refunds
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import queries as quotes


def email_placed(mailer: EventMailer[BookingPlaced]) -> None:
    """Notify the customer and the business of a new booking."""
    booking = mailer.booking()
    if booking is None:
        return
    if booking.quote_id is not None:
        # Accepting a quote publishes another event, so this is about a quote that the business itself booked.
        if quotes.acceptance(mailer.db, booking.quote_id) is None and booking.status == CONFIRMED:
            mailer.email_customer(confirmed.MESSAGE, mailer.context(booking))
        return
    answered = any(
        # If a payment confirms the booking, that is the customer's own doing.
        change.kind == "status" and (change.user_id is not None or change.to_status != CONFIRMED)
        for change in bookings.history(mailer.db, booking.id)
    )
    # If the business answered the request before this event was handled, the email about the answer is enough.
    if booking.source != FROM_FORM or answered:
        return
    context = mailer.context(booking)
    if booking.must_confirm:
        mailer.site_links().make_confirmation(mailer.db, booking.operator_id, booking.id, mailer.now)
    if booking.authorized_until is not None:
        context = mailer.context(booking, amount_cents=booking.authorized_cents)
        mailer.email_customer(request_holds.AUTHORIZED, context)
    else:
        mailer.email_customer(request_received.MESSAGE if booking.status == PENDING else confirmed.MESSAGE, context)
    mailer.email_business(new_request.MESSAGE, context, booking_id=booking.id)


_FEE_EMAILS: Final[Mapping[str, Message[ChargeContext]]] = {
    RESCHEDULE: fee_charged.RESCHEDULED,
    LATE: fee_charged.LATE,
}
"""Emails about charges that are fees; the others are about damage."""


def email_charged(mailer: EventMailer[BookingCharged]) -> None:
    """Notify the customer of an additional charge, unless it has been removed since."""
    booking = mailer.booking()
    if booking is None or not mailer.event.notify:
        return
    row = next((row for row in charges.charged(mailer.db, booking.id) if row.id == mailer.event.charge_id), None)
    if row is not None and row.cents is not None:
        context = mailer.context(booking, amount_cents=row.cents + row.tax_cents)
        context = snapshot_of(ChargeContext, context, charged_for=charges.charge_in_words(row))
        mailer.email_customer(_FEE_EMAILS.get(row.kind, damage_charged.MESSAGE), context)


def email_confirmed(mailer: EventMailer[BookingConfirmed | BookingReopened]) -> None:
    """Notify the customer that the booking is confirmed, unless the business chose not to notify them."""
    booking = mailer.booking()
    if booking is not None and booking.status == CONFIRMED and mailer.event.notify:
        mailer.email_customer(confirmed.MESSAGE, mailer.context(booking))


def email_reopened(mailer: EventMailer[BookingReopened]) -> None:
    """Notify the customer that a booking is confirmed again, if the business chose to notify them."""
    if mailer.event.notify:
        email_confirmed(mailer)


def email_canceled(mailer: EventMailer[BookingCanceled]) -> None:
    """Send the cancellation emails once the undo period has passed."""
    booking = mailer.booking()
    if booking is None or booking.status != CANCELED:
        return
    email_at = datetime.fromisoformat(mailer.event.tell_at) if mailer.event.tell_at else mailer.now
    if email_at <= mailer.now:
        email_cancellation(mailer)
    else:
        publish(mailer.db, CancellationDue(**asdict(mailer.event)), mailer.now, run_at=email_at)


def email_cancellation(mailer: EventMailer[BookingCanceled]) -> None:
    """Notify the customer of the cancellation, and the business if the customer canceled.

    Sends nothing if the cancellation was undone.
    """
    booking = mailer.booking()
    if booking is None or booking.status != CANCELED:
        return
    last = bookings.last_change_to(mailer.db, booking.id, CANCELED)
    if last is not None and (mailer.event.at or last.at.isoformat()) != last.at.isoformat():
        return
    was_request = last is not None and last.from_status == PENDING
    by_customer = last is not None and last.user_id is None
    if not mailer.event.notify:
        return
    refunded = refunds.coming_back(mailer.db, booking.id, last.at) if last else 0
    context = mailer.context(
        booking,
        amount_cents=refunded,
        by_hand_cents=refunds.to_return(mailer.db, booking),
        reason=mailer.event.reason,
    )
    mailer.email_customer(declined.MESSAGE if was_request and not by_customer else canceled.MESSAGE, context)
    if by_customer:
        mailer.email_business(customer_canceled.MESSAGE, context, booking_id=booking.id)


def email_edited(mailer: EventMailer[BookingEdited]) -> None:
    """Notify the customer of the changes, if the business chose to notify them."""
    booking = mailer.booking()
    if booking is None or booking.status not in HOLDING:
        return
    before, after = mailer.event.before, mailer.event.after
    if before and mailer.event.notify:
        changes = {name: (old, after[name]) for name, old in before.items() if name in after}
        mailer.email_customer(edited_message(before), mailer.context(booking, changes=changes))


def edited_message(changed_names: Mapping[str, object]) -> Message[BookingContext]:
    """Return the message for an edit of some fields. Changed dates have a message of their own."""
    return rescheduled.MESSAGE if {"deliveryDate", "pickupDate"} & changed_names.keys() else changed.MESSAGE


def email_change_answered(mailer: EventMailer[ChangeAnswered]) -> None:
    """Notify the customer of the answer to their change request, unless an email about new dates already did."""
    booking = mailer.booking()
    if booking is None:
        return
    try:
        change_request = portal.change_request(mailer.db, booking.id, mailer.event.request_id)
    except NotFound:
        return
    is_made = change_request.outcome == MADE
    if (
        is_made
        and change_request.answer is None
        and queries.was_emailed(mailer.db, rescheduled.MESSAGE.kind, booking.id, since=change_request.asked_at)
    ):
        return
    requested = RequestedChange(change_request.text, is_made=is_made, answer=change_request.answer)
    message = change_answered.MADE if is_made else change_answered.DECLINED
    mailer.email_customer(message, snapshot_of(ChangeRequestContext, mailer.context(booking), requested=requested))


def email_change_asked(mailer: EventMailer[ChangeRequested]) -> None:
    """Notify the business that a customer requests a change, or made it."""
    booking = mailer.booking()
    if booking is not None:
        is_made = mailer.event.is_made
        requested = RequestedChange(mailer.event.text, is_made=is_made, answer=None)
        context = snapshot_of(ChangeRequestContext, mailer.context(booking), requested=requested)
        message = alerts.CUSTOMER_CHANGED if is_made else alerts.CHANGE_ASKED
        mailer.email_business(message, context, booking_id=booking.id)


def email_at_risk(mailer: EventMailer[BookingAtRisk]) -> None:
    """Notify the business of a booking at risk, unless the booking is no longer active."""
    booking = mailer.booking()
    if booking is None or booking.status not in HOLDING:
        return
    terms = read_operator(mailer.db.connection(), mailer.operator.id)
    prices = pricing.price_list(mailer.db)
    context = snapshot_of(
        AtRiskContext,
        mailer.context(booking),
        short=at_risk.short_in_words(mailer.event),
        resolutions=at_risk.resolution_texts(mailer.db, terms, booking.id, mailer.now, prices),
    )
    mailer.email_business(alerts.AT_RISK, context, booking_id=booking.id)


def email_agreement(mailer: EventMailer[AgreementAnswered]) -> None:
    """Notify the business of the customer's answer to a change."""
    booking = mailer.booking()
    if booking is not None:
        answer = RequestedChange(mailer.event.text or "", is_made=mailer.event.agreed, answer=None)
        context = snapshot_of(ChangeRequestContext, mailer.context(booking), requested=answer)
        mailer.email_business(alerts.AGREEMENT, context, booking_id=booking.id)


def email_crew_notes(mailer: EventMailer[CrewNotesChanged]) -> None:
    """Send the business the customer's notes for the crew, unless all of them were removed."""
    booking = mailer.booking()
    if booking is None:
        return
    context = mailer.context(booking)
    if context.crew:
        mailer.email_business(alerts.CREW_NOTES, context, booking_id=booking.id)


def email_invoice(mailer: EventMailer[InvoiceSent]) -> None:
    """Email the customer the invoice for their booking."""
    booking = mailer.booking()
    if booking is None:
        return
    context = mailer.context(booking)
    if context.invoice is not None:
        mailer.email_customer(invoice_sent.MESSAGE, context)


def _still_held(mailer: EventMailer[HoldEvent]) -> Booking | None:
    """Return the event's request if it is still pending and its hold still ends at the event's time."""
    booking = mailer.booking()
    if booking is None or booking.status != PENDING or booking.hold_expires_at is None:
        return None
    return booking if booking.hold_expires_at.isoformat() == mailer.event.ends_at else None


def email_lapsing(mailer: EventMailer[HoldEndsSoon]) -> None:
    """Notify the business that a request's letters are about to be released."""
    booking = _still_held(mailer)
    if booking is not None and booking.hold_expires_at is not None and booking.hold_expires_at > mailer.now:
        mailer.email_business(
            request_holds.HOLD_LAPSING,
            mailer.context(booking),
            booking_id=booking.id,
            good_until=booking.hold_expires_at,
        )
