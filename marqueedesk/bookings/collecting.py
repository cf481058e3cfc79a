"""Payment together with a visitor's booking: what is asked for, and who takes it. The package that takes money is above
this one, so the application names it when it is built.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final, Protocol, cast
from zoneinfo import ZoneInfo

from fastapi import Request

from marqueedesk.bookings.models import PENDING
from marqueedesk.bookings.schemas import PaymentFormOut
from marqueedesk.bookings.serializers import schedule_of
from marqueedesk.pricing.payment_terms import PaymentTerms, open_by
from marqueedesk.stripe.minimums import smallest_cents

PAY_WITHIN: Final = timedelta(minutes=30)
"""How long a booking waits for its payment, and keeps its letters meanwhile."""


WAIT_FOR_PROVIDER: Final = timedelta(hours=1)
"""The time for which a booking keeps its letters, from its creation, if the payment provider cannot be reached."""

PAY_ENDS: Final = "payment.pay_ends"
"""The job that ends a booking that was not paid in time."""


class AsksForPayment(Exception):
    """A booking's terms ask for a payment, and it is not known yet whether the business can take one. Nothing was
    written.
    """


class Collector(Protocol):
    """Takes the payment of a booking that was just made. Called with no transaction open."""

    def is_ready(self, request: Request, operator_id: int) -> bool:
        """Whether the business can take card payments."""
        ...

    def begin(self, request: Request, operator_id: int, booking_id: int) -> PaymentFormOut | datetime:
        """Open the payment and return what a card form needs. If the provider cannot be reached, return the time until
        which the letters are held: the customer's page tries again, and an email follows once paying is possible.
        """
        ...


def collector_of(request: Request) -> Collector:
    """The application's collector."""
    return cast("Collector", request.app.state.collector)


def to_collect(row: Mapping[str, Any], zone: ZoneInfo, currency: str) -> int:
    """What a new booking's terms ask for at once, in cents: the deposit, or everything where that is due at once, or is
    asked for. 0 where nothing is, or less than a card is charged for. ``row`` holds the booking's columns.
    """
    terms = PaymentTerms.from_json(row["payment_terms"])
    if terms.collect == "nothing":
        return 0
    parts = schedule_of(row, zone)
    whole = sum(part.cents for part in parts)
    at_once = open_by(parts, row["created_at"].astimezone(zone).date())
    cents = whole if terms.collect == "all" or at_once == whole else min(row["deposit_cents"], whole)
    return cents if cents >= smallest_cents(currency) else 0


def waits_for_payment(row: Mapping[str, Any], now: datetime) -> bool:
    """Whether a booking's letters are held for its customer to pay. ``row`` holds the booking's columns."""
    pay_by: datetime | None = row.get("pay_by")
    return row["status"] == PENDING and pay_by is not None and now < pay_by
