"""A customer's actions on a booking's page. Each takes the operator's lock first; none commits."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.errors import BusinessUnavailable
from marqueedesk.accounts.mail_domains import own_domain
from marqueedesk.accounts.models import Operator, User
from marqueedesk.accounts.public_links import open_link, refuse_change_while_suspended
from marqueedesk.availability import service as availability
from marqueedesk.availability.models import Sender
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import agreements, senders, transitions
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.links import CONFIRMATION
from marqueedesk.bookings.models import CANCELED, HOLDING, LINK, Booking
from marqueedesk.customer_pages import queries
from marqueedesk.customer_pages.errors import BookingClosed, FeeChanged, NoBooking, TooLateToCancel, TooManyRequests
from marqueedesk.customer_pages.models import MOST_CHANGE_REQUESTS, Cancellation, ChangeRequest, CrewNotes
from marqueedesk.customer_pages.schemas import AgreementInput, CancelBookingInput, ChangeAnswerInput, CrewNotesInput
from marqueedesk.customers import text_consent
from marqueedesk.customers.models import Customer
from marqueedesk.domain_events import AgreementAnswered, ChangeAnswered, ChangeRequested, CrewNotesChanged, publish
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.db.tenancy import own
from marqueedesk.kit.http.rate_limit import network_digest
from marqueedesk.kit.money import units
from marqueedesk.payments import card_payments, refunds, retaking, shares
from marqueedesk.payments.canceling import canceling, free_hours_of
from marqueedesk.payments.errors import NoShare
from marqueedesk.payments.models import PaymentShare

RINGS_AGAIN = timedelta(hours=1)
"""Corrections within this period do not notify the business again."""


def open_booking(db: Session, token: str) -> tuple[int, int]:
    """Scope the session to the operator that a booking token belongs to. Return the IDs of the operator and the
    booking.

    Raises NoBooking for malformed, unknown and replaced tokens, and if the operator is deactivated; BusinessUnavailable
    for a change while the operator is suspended.
    """
    operator, booking_id = open_link(db, token, LINK, NoBooking)
    refuse_change_while_suspended(operator)
    return operator.id, booking_id


def open_share(db: Session, token: str) -> tuple[Operator, Booking, PaymentShare]:
    """Scope the session to the operator that a share token belongs to. Return the operator, booking and share.

    Raises NoShare for malformed, unknown and withdrawn tokens, and if the operator is deactivated.
    """
    operator, share_id = open_link(db, token, shares.LINK, NoShare)
    refuse_change_while_suspended(operator)
    share = shares.share(db, share_id)
    return operator, bookings.booking(db, share.booking_id), share


def booking_of(db: Session, booking_id: int) -> Booking:
    """Return the booking that a link belongs to. Raises NoBooking."""
    return existing(bookings.find_booking(db, booking_id), NoBooking)


def locked(db: Session, token: str) -> tuple[Terms, Booking]:
    """Return the operator's terms and the booking of a link, under the operator's lock. Raises NoBooking."""
    operator_id, booking_id = open_booking(db, token)
    terms = availability.lock(db, operator_id)
    return terms, booking_of(db, booking_id)


def change_text_consent(db: Session, token: str, now: datetime, *, agrees: bool) -> None:
    """Store whether the customer of a link agrees to texts, with the wording of the page."""
    _terms, booking = locked(db, token)
    customer = own(db, Customer, booking.customer_id) if booking.customer_id is not None else None
    change = text_consent.give if agrees else text_consent.withdraw
    change(customer, now, wording=text_consent.WORDING, source="customer page")


def confirm_address(db: Session, token: str, now: datetime, *, is_limited: bool, keys: StripeKeys | None) -> int:
    """Confirm a customer's email address by the token in their email, hold the letters if available, and return the
    booking's id. See `bookings.senders.confirm_address`. Raises NoBooking.
    """
    operator, booking_id = open_link(db, token, CONFIRMATION, NoBooking)
    # The link in the email is a GET request that holds letters.
    if operator.stopped_at is not None:
        raise BusinessUnavailable
    terms = availability.lock(db, operator.id)
    booking = booking_of(db, booking_id)
    senders.confirm_address(db, terms, booking, now, is_limited=is_limited, keys=keys)
    return booking_id


def _refuse_closed(booking: Booking) -> None:
    if booking.status not in HOLDING:
        raise BookingClosed.format(status=booking.status)


def save_crew_notes(db: Session, token: str, given: CrewNotesInput, now: datetime) -> None:
    """Replace the crew notes. Raises NoBooking and BookingClosed."""
    terms, booking = locked(db, token)
    _refuse_closed(booking)
    notes = queries.crew_notes(db, booking.id)
    values = given.model_dump()
    if notes is not None and all(getattr(notes, name) == value for name, value in values.items()):
        return
    rings = notes is None or notes.updated_at < now - RINGS_AGAIN
    if notes is None:
        notes = CrewNotes(booking_id=booking.id)
        db.add(notes)
    for name, value in values.items():
        setattr(notes, name, value)
    notes.updated_at = now
    if rings:
        publish(db, CrewNotesChanged(operator_id=terms.operator_id, booking_id=booking.id), now)


def ask_for_change(db: Session, token: str, text: str, now: datetime) -> None:
    """Store a change request. Raises NoBooking, BookingClosed and TooManyRequests."""
    terms, booking = locked(db, token)
    _refuse_closed(booking)
    if queries.number_of_change_requests(db, booking.id) >= MOST_CHANGE_REQUESTS:
        raise TooManyRequests
    db.add(ChangeRequest(booking_id=booking.id, text=text, asked_at=now))
    publish(db, ChangeRequested(operator_id=terms.operator_id, booking_id=booking.id, text=text[:500]), now)


def cancel(db: Session, token: str, given: CancelBookingInput, now: datetime) -> None:
    """Cancel a booking as its customer, at the cost displayed. Idempotent.

    Raises NoBooking, BookingClosed (completed), TooLateToCancel and FeeChanged.
    """
    terms, booking = locked(db, token)
    if booking.status == CANCELED:
        return
    _refuse_closed(booking)
    hours = free_hours_of(db, accounts.public_operator(db, terms.operator_id), booking)
    cost = canceling(booking, zone=terms.zone, free_hours=hours, now=now)
    if not cost.is_possible:
        raise TooLateToCancel
    if given.fee != cost.fee_cents:
        raise FeeChanged(fee=units(cost.fee_cents))
    transitions.change_status(db, terms, booking.id, CANCELED, by=booking.customer_name, now=now)
    booking.cancel_fee_cents = cost.fee_cents
    # The customer may have canceled the booking before, and the business reopened it since.
    row = queries.last_cancellation(db, booking.id) or Cancellation(booking_id=booking.id)
    row.at, row.fee_cents, row.reason = now, cost.fee_cents, given.reason
    db.add(row)
    refunds.return_excess(db, booking.id, cost.fee_cents, by=booking.customer_name, now=now)
    refunds.notify_money_to_return(db, booking, now)
    card_payments.schedule_cancel(db, booking, now, keep_cents=cost.fee_cents)


def retake(
    db: Session, token: str, now: datetime, *, network: str | None, by_network: bool, keys: StripeKeys | None
) -> Booking:
    """Hold the letters of a lapsed booking again, and return it. See `payments.retaking.retake`.

    ``network`` is the caller's network if the limits for strangers apply, otherwise None; ``by_network`` is true if a
    mail server is configured, without which no limits apply per network. Raises NoBooking.
    """
    terms, booking = locked(db, token)
    sender = None
    if network is not None:
        sender = Sender(network_digest(terms.operator_id, network), own_domain(booking.customer_email))
    retaking.retake(db, terms, booking, now, sender=sender, by_network=by_network, keys=keys)
    return booking


def answer_agreement(db: Session, token: str, given: AgreementInput, now: datetime) -> None:
    """Record the customer's answer to a change, and notify the business. Idempotent.

    Raises NoBooking, BookingClosed, NothingToAgree, ChangedSince and AlreadyAnswered.
    """
    terms, booking = locked(db, token)
    _refuse_closed(booking)
    row = agreements.record_answer(db, booking.id, given.number, agreed=given.agreed, text=given.text, now=now)
    if row is None:
        return
    answered = AgreementAnswered(
        operator_id=terms.operator_id, booking_id=booking.id, agreed=given.agreed, text=given.text
    )
    publish(db, answered, now)


def answer_change_request(
    db: Session, terms: Terms, booking_id: int, request_id: int, given: ChangeAnswerInput, *, by: User, now: datetime
) -> None:
    """Record the answer to a change request and notify the customer. Call under the operator's lock.

    Idempotent. Raises NotFound.
    """
    asked = queries.change_request(db, booking_id, request_id)
    if asked.done_at is not None:
        return
    asked.done_at, asked.done_by = now, by.username
    asked.outcome, asked.answer = given.outcome, given.answer
    publish(db, ChangeAnswered(operator_id=terms.operator_id, booking_id=booking_id, request_id=request_id), now)
