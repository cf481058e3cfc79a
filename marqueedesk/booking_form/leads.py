"""Leads: visitors who began a booking and have not paid for it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final, Literal

from sqlalchemy import Integer, and_, exists, func, select
from sqlalchemy.orm import Mapped, Session, aliased, mapped_column

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries
from marqueedesk.bookings.models import CANCELED, HOLDING, PENDING, Booking, OfBooking
from marqueedesk.domain_events import LeadLapsed, PaymentHoldBegan, publish
from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.errors import Conflict, Invalid, TooMany

LeadStage = Literal["held", "lapsed", "priced"]
"""How far a visitor came: the letters are held until paid, the time to pay ran out, or only a price was shown."""
MOST_LEADS: Final = 100
MOST_EMAILS: Final = 3
"""How often the business can email one lead again."""
EMAIL_EVERY: Final = timedelta(minutes=10)
"""Minimum time between two of these emails."""


class LeadEmails(OfBooking, Base):
    """How often a lead was emailed again. A booking without a row never was."""

    __tablename__ = "lead_emails"
    __topic__ = "bookings"

    times: Mapped[int] = mapped_column(Integer)
    last_at: Mapped[datetime] = mapped_column(Instant)


class NotALead(Conflict):
    """The booking was paid, declined or canceled, or its delivery day has passed."""

    code = "not_a_lead"
    message = "This booking no longer waits for its customer's payment."


class EmailedOften(Conflict):
    """The lead was emailed as often as allowed."""

    code = "emailed_often"
    message = f"You already emailed this customer {MOST_EMAILS} times about this booking. Call or text instead."


class EmailedJustNow(TooMany):
    """The lead was emailed a few minutes ago."""

    code = "emailed_just_now"
    message = "You emailed this customer a few minutes ago. You can send another email in {minutes}."


@dataclass(frozen=True, slots=True)
class Lead:
    """An unfinished booking: how far its customer came, and since when.

    ``emails_left`` is how often it can be emailed again, ``emailed_at`` when it last was.
    """

    booking: Booking
    stage: LeadStage
    at: datetime
    emails_left: int = MOST_EMAILS
    emailed_at: datetime | None = None

    def next_email_at(self, now: datetime) -> datetime | None:
        """Return when it can be emailed again; None for now."""
        at = self.emailed_at + EMAIL_EVERY if self.emailed_at is not None else now
        return at if at > now else None


def leads(db: Session, today: date, now: datetime) -> list[Lead]:
    """Return the business's leads, newest first, at most `MOST_LEADS`.

    Lapsed bookings are left out once their delivery day has passed, or if the customer has booked that day since.
    """
    rows = [lead for booking in _unpaid(db, today, now) if (lead := _lead_of(booking, now)) is not None]
    newest = sorted(rows, key=lambda lead: lead.at, reverse=True)[:MOST_LEADS]
    emails = {
        row.booking_id: row
        for row in db.scalars(select(LeadEmails).where(LeadEmails.booking_id.in_([each.booking.id for each in newest])))
    }
    return [_with_emails(lead, emails.get(lead.booking.id)) for lead in newest]


def send_again(db: Session, terms: Terms, booking_id: int, now: datetime) -> None:
    """Email a lead again: how to pay, or how to have the letters held again. At most `MOST_EMAILS` times, and not twice
    within `EMAIL_EVERY`.

    ``terms`` are those read when this transaction took the lock. Raises NotFound, NotALead, EmailedOften,
    EmailedJustNow, and Invalid on customerEmail for a booking without an email address.
    """
    booking = queries.booking(db, booking_id)
    lead = _lead_of(booking, now)
    if lead is None or booking.delivery_day < terms.today(now):
        raise NotALead
    if not booking.customer_email:
        raise Invalid(fields={"customerEmail": "This booking has no email address. Call the customer instead."})
    _count_email(db, booking_id, now)
    event = LeadLapsed if lead.stage == "lapsed" else PaymentHoldBegan
    publish(db, event(operator_id=booking.operator_id, booking_id=booking.id, again=True), now)


def _count_email(db: Session, booking_id: int, now: datetime) -> None:
    row = db.scalars(select(LeadEmails).where(LeadEmails.booking_id == booking_id)).one_or_none()
    if row is None:
        row = LeadEmails(booking_id=booking_id, times=0, last_at=now)
        db.add(row)
    elif row.times >= MOST_EMAILS:
        raise EmailedOften
    elif now < row.last_at + EMAIL_EVERY:
        wait = row.last_at + EMAIL_EVERY - now
        minutes = -(-int(wait.total_seconds()) // 60) or 1
        raise EmailedJustNow(
            EmailedJustNow.message.format(minutes="1 minute" if minutes == 1 else f"{minutes} minutes"),
            retry_after=max(1, int(wait.total_seconds())),
        )
    row.times, row.last_at = row.times + 1, now


def _with_emails(lead: Lead, emails: LeadEmails | None) -> Lead:
    if emails is None:
        return lead
    return replace(lead, emails_left=MOST_EMAILS - emails.times, emailed_at=emails.last_at)


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
