"""Payment along with a visitor's booking: the amount to collect, and the interface of the package that collects it.

The collecting package depends on this one, so the application injects it at startup.
"""

from datetime import datetime, timedelta
from typing import Final, Protocol, cast
from zoneinfo import ZoneInfo

from fastapi import Request

from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.schemas import PaymentFormOut
from marqueedesk.pricing.payment_terms import open_by
from marqueedesk.stripe.minimums import smallest_cents

PAY_WITHIN: Final = timedelta(minutes=30)
"""Time limit for the payment, during which the booking holds its letters."""


WAIT_FOR_PROVIDER: Final = timedelta(hours=1)
"""How long a new booking holds its letters if the payment provider is unavailable."""

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
