"""What canceling costs a customer: plain values in, the answer out (C3)."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from marqueedesk.bookings.models import HOLDING, PENDING, Booking


@dataclass(frozen=True, slots=True)
class Canceling:
    """Whether a booking can be canceled by its customer now, and at which cost."""

    is_possible: bool
    fee_cents: int
    free_until: datetime
    delivery: datetime


def canceling(booking: Booking, *, zone: ZoneInfo, free_hours: int, now: datetime) -> Canceling:
    """What canceling costs at this moment.

    Nothing for a request, and nothing until ``free_hours`` before the delivery. After that the deposit, which is never
    more than the total. From the delivery on a booking is not canceled here any more.
    """
    delivery = datetime.combine(booking.delivery_day, time.fromisoformat(booking.delivery_clock), zone)
    free_until = delivery.astimezone(now.tzinfo) - timedelta(hours=free_hours)
    open_now = booking.status in HOLDING and now < delivery
    free = booking.status == PENDING or now <= free_until
    return Canceling(
        is_possible=open_now,
        fee_cents=0 if free else min(booking.deposit_cents, booking.total_cents),
        free_until=free_until,
        delivery=delivery,
    )
