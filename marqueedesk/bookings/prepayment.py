"""Payment along with a visitor's booking: the amount to collect, the hold until it is paid, and the interface of the
package that collects it.

The collecting package depends on this one, so the application injects it at startup.
"""

from datetime import datetime, timedelta
from typing import Final, Protocol, cast
from zoneinfo import ZoneInfo

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.bookings import queries
from marqueedesk.bookings.models import CANCELED, COMPLETED, PENDING, Booking
from marqueedesk.bookings.schemas import CustomerState, PaymentFormOut
from marqueedesk.domain_events import PaymentHoldEnds, publish_once
from marqueedesk.pricing.payment_terms import open_by
from marqueedesk.stripe.minimums import smallest_cents

PAY_WITHIN: Final = timedelta(minutes=30)
"""Time limit for the payment, during which the booking holds its letters."""


WAIT_FOR_PROVIDER: Final = timedelta(hours=1)
"""How long a new booking holds its letters if the payment provider is unavailable."""

REMIND_BEFORE: Final = timedelta(minutes=10)
"""How long before the end of the hold the customer is reminded to pay."""

PAY_ENDS: Final = "payment.pay_ends"
"""Job that ends a booking that wasn't paid in time."""


class Collector(Protocol):
    """Collects the payment of a new booking."""

    def begin(self, request: Request, operator_id: int, booking_id: int) -> PaymentFormOut | datetime:
        """Create the payment and return the data of the card form. Called without an open transaction.

        If the provider is unavailable, return the end of the hold: the customer's page retries, and an email follows
        once payment is possible.
        """
        ...


def collector_of(request: Request) -> Collector:
    """Return the application's collector."""
    return cast("Collector", request.app.state.collector)


def to_collect(booking: Booking, zone: ZoneInfo, currency: str) -> int:
    """Return the amount in cents that a new booking's terms require at once: the deposit, or the full price if due now.

    Returns 0 if nothing is due, or less than the card minimum.
    """
    terms = booking.terms
    if terms.collect == "nothing":
        return 0
    parts = booking.payment_schedule(zone)
    whole = sum(part.cents for part in parts)
    at_once = open_by(parts, booking.created_at.astimezone(zone).date())
    cents = whole if terms.collect == "all" or at_once == whole else min(booking.deposit_cents, whole)
    return cents if cents >= smallest_cents(currency) else 0


def state_for_customer(db: Session, booking: Booking, now: datetime) -> CustomerState:
    """Return a booking's state as shown to its customer."""
    if booking.status == CANCELED:
        return _end_for_customer(db, booking)
    return state_of_active(booking, now)


def state_of_active(booking: Booking, now: datetime) -> CustomerState:
    """Return the state of a booking that isn't canceled, as shown to its customer.

    Once the time to pay has run out, its state is "lapsed", even if the job that cancels it has not run yet.
    """
    if booking.status != PENDING:
        return "completed" if booking.status == COMPLETED else "confirmed"
    if booking.pay_by is None:
        return "waiting_for_approval"
    return "held" if now < booking.pay_by else "lapsed"


def _end_for_customer(db: Session, booking: Booking) -> CustomerState:
    """Return why a canceled booking has ended: not paid in time, declined by the business, or canceled."""
    if booking.lapsed_at is not None:
        return "lapsed"
    last = queries.last_change_to(db, booking.id, CANCELED)
    was_declined = last is not None and last.from_status == PENDING and last.user_id is not None
    return "declined" if was_declined else "canceled"


def schedule_reminder(db: Session, booking: Booking, now: datetime) -> None:
    """Schedule the reminder shortly before the end of a booking's hold, once per end. Does nothing if that moment is
    too close.
    """
    ends = booking.pay_by
    if ends is None or ends - REMIND_BEFORE <= now:
        return
    ending = PaymentHoldEnds(operator_id=booking.operator_id, booking_id=booking.id, ends_at=ends.isoformat())
    key = f"booking:{booking.id}:{ends:%Y%m%d%H%M%S%f}:hold_ending"
    publish_once(db, ending, now, dedupe_key=key, run_at=ends - REMIND_BEFORE)
