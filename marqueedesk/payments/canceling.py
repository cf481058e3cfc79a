"""The cost of canceling, for the customer's page and for the business (C3), and cancellation by the business."""

from dataclasses import dataclass
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import transitions
from marqueedesk.bookings.models import CANCELED, HOLDING, PENDING, Booking
from marqueedesk.bookings.transitions import Options
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.money import units
from marqueedesk.payments import card_payments, refunds
from marqueedesk.payments.schemas import CancellationOut
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.agreed_price import read_breakdown
from marqueedesk.pricing.payment_terms import CancellationTier, free_until, kept, tier_of
from marqueedesk.pricing.policy_schemas import TierOut
from marqueedesk.quotes import queries as quotes


@dataclass(frozen=True, slots=True)
class Canceling:
    """The cost of canceling a booking, and true if the customer can cancel it now.

    ``tier`` determines the cost if the booking has cancellation tiers. If canceling was never free, ``free_until`` is
    the time of booking.
    """

    is_possible: bool
    fee_cents: int
    free_until: datetime
    delivery: datetime
    tier: CancellationTier | None = None


def canceling(booking: Booking, *, zone: ZoneInfo, free_hours: int, now: datetime) -> Canceling:
    """Compute the current cost of canceling.

    Canceling a request is free. Bookings with cancellation tiers cost what the tier says. Without tiers, canceling is
    free until ``free_hours`` before the delivery and costs the deposit afterwards. The cost never exceeds the total.
    Once the delivery time has passed, the customer can no longer cancel.
    """
    delivery = datetime.combine(booking.delivery_day, time.fromisoformat(booking.delivery_clock), zone)
    tiers = booking.terms.cancellation
    is_possible = booking.status in HOLDING and now < delivery
    until = (free_until(tiers, delivery, free_hours) or booking.created_at).astimezone(now.tzinfo)
    # Tips are always refunded.
    price = read_breakdown(booking.breakdown)
    total = max(0, booking.total_cents - price.tip_cents)
    if tiers:
        tier = tier_of(tiers, booking.delivery_day, now.astimezone(zone).date())
        fee = 0 if booking.status == PENDING else kept(total, tier, price.step_cents)
        return Canceling(is_possible, fee, until, delivery, tier)
    free = booking.status == PENDING or now <= until
    return Canceling(is_possible, 0 if free else min(booking.deposit_cents, total), until, delivery)


def free_hours_of(db: Session, operator: Operator, booking: Booking) -> int:
    """Return how many hours before the delivery free cancellation ends: as agreed (C3, Q11), or by the current rules if
    none were stored.
    """
    agreed = quotes.agreed_free_hours(db, booking)
    return pricing.free_cancellation_hours(db, operator) if agreed is None else agreed


def cancellation_answer(
    db: Session, operator: Operator, booking: Booking, on: date | None, now: datetime
) -> CancellationOut:
    """Serialize the cost of canceling on a day (today by default), and the resulting refund."""
    zone = ZoneInfo(operator.time_zone)
    local = now.astimezone(zone)
    then = local if on is None or on == local.date() else local.replace(year=on.year, month=on.month, day=on.day)
    cost = canceling(booking, zone=zone, free_hours=free_hours_of(db, operator, booking), now=then)
    fee = (booking.cancel_fee_cents or 0) if booking.status == CANCELED else cost.fee_cents
    tier = cost.tier
    return CancellationOut(
        fee=units(fee),
        refund=units(max(0, booking.received_cents - fee - booking.charges_cents)),
        tier=TierOut(days_before=tier.days_before, keep_percent=units(tier.keep_basis_points)) if tier else None,
    )


@dataclass(frozen=True, slots=True)
class CancellationCharge:
    """A business's charge for canceling.

    If ``fee_cents`` is None, the policy's fee applies when money is refunded, and none otherwise. With ``refund``,
    money received beyond the fee is refunded.
    """

    fee_cents: int | None = None
    refund: bool = False


def cancel(
    db: Session,
    operator: Operator,
    terms: Terms,
    booking_id: int,
    charge: CancellationCharge,
    *,
    by: User,
    now: datetime,
    options: Options,
) -> Booking:
    """Cancel a booking on behalf of its business. If it is canceled already, only its lost reason may change.

    ``terms`` are those read when this transaction took the lock. Raises NotFound, InvalidTransition, and Invalid for
    ``fee``.
    """
    before = bookings.booking(db, booking_id)
    if before.status == CANCELED:
        return transitions.change_status(db, terms, booking_id, CANCELED, by=by, now=now, options=options)
    total, fee = max(0, before.total_cents), charge.fee_cents
    if fee is not None and not 0 <= fee <= total:
        raise Invalid(fields={"fee": "The fee must be between 0 and the total of the booking"})
    if fee is None and charge.refund:
        cost = canceling(before, zone=terms.zone, free_hours=free_hours_of(db, operator, before), now=now)
        fee = cost.fee_cents
    booking = transitions.change_status(db, terms, booking_id, CANCELED, by=by, now=now, options=options)
    if fee is not None:
        booking.cancel_fee_cents = fee
    if charge.refund:
        keep = (fee or 0) + booking.charges_cents
        refunds.return_all(db, booking, keep, by=by, now=now)
        card_payments.schedule_cancel(db, booking, now, keep_cents=keep)
    return booking
