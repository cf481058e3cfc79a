"""Leads: visitors who began a booking and have not paid for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal

from sqlalchemy import and_, exists, func, select
from sqlalchemy.orm import Session, aliased

from marqueedesk.bookings import queries
from marqueedesk.bookings.models import CANCELED, HOLDING, PENDING, Booking
from marqueedesk.domain_events import LeadLapsed, PaymentHoldBegan, publish
from marqueedesk.kit.errors import Conflict, Invalid

LeadStage = Literal["held", "lapsed", "priced"]
"""How far a visitor came: the letters are held until paid, the time to pay ran out, or only a price was shown."""
MOST_LEADS: Final = 100


class NotALead(Conflict):
    """The booking was paid, declined or canceled, or its delivery day has passed."""

    code = "not_a_lead"
    message = "This booking no longer waits for its customer's payment."


@dataclass(frozen=True, slots=True)
class Lead:
    """An unfinished booking: how far its customer came, and since when."""

    booking: Booking
    stage: LeadStage
    at: datetime


def leads(db: Session, today: date, now: datetime) -> list[Lead]:
    """Return the business's leads, newest first, at most `MOST_LEADS`.

    Lapsed bookings are left out once their delivery day has passed, or if the customer has booked that day since.
    """
    rows = [lead for booking in _unpaid(db, today, now) if (lead := _lead_of(booking, now)) is not None]
    return sorted(rows, key=lambda lead: lead.at, reverse=True)[:MOST_LEADS]


def send_again(db: Session, booking_id: int, today: date, now: datetime) -> None:
    """Email a lead again: how to pay, or how to have the letters held again.

    Raises NotFound, NotALead, and Invalid on customerEmail for a booking without an email address.
    """
    booking = queries.booking(db, booking_id)
    lead = _lead_of(booking, now)
    if lead is None or booking.delivery_day < today:
        raise NotALead
    if not booking.customer_email:
        raise Invalid(fields={"customerEmail": "This booking has no email address. Call the customer instead."})
    event = LeadLapsed if lead.stage == "lapsed" else PaymentHoldBegan
    publish(db, event(operator_id=booking.operator_id, booking_id=booking.id, again=True), now)


def _lead_of(booking: Booking, now: datetime) -> Lead | None:
    if booking.awaits_prepayment(now) and booking.processing_cents == 0:
        return Lead(booking, "held", booking.created_at)
    if booking.status == CANCELED and booking.lapsed_at is not None:
        return Lead(booking, "lapsed", booking.lapsed_at)
    return None


def _unpaid(db: Session, today: date, now: datetime) -> Sequence[Booking]:
    """Return the candidates: two queries, each with an index of its own."""
    held = (
        select(Booking)
        .where(Booking.status == PENDING, Booking.delivery_day >= today, Booking.pay_by > now)
        .order_by(Booking.created_at.desc())
        .limit(MOST_LEADS)
    )
    later = aliased(Booking)
    booked_since = exists().where(
        and_(
            later.operator_id == Booking.operator_id,
            later.status.in_(HOLDING),
            later.delivery_day == Booking.delivery_day,
            func.lower(later.customer_email) == func.lower(Booking.customer_email),
        )
    )
    lapsed = (
        select(Booking)
        .where(Booking.lapsed_at.is_not(None), Booking.delivery_day >= today, ~booked_since)
        .order_by(Booking.lapsed_at.desc())
        .limit(MOST_LEADS)
    )
    return [*db.scalars(held), *db.scalars(lapsed)]
