"""Scheduled messages: reminders to customers and the morning run sheet (N6). Each is a row in the job table.

Every hour, housekeeping inserts the rows due in the next hours for every business, in its own time zone. A row's key
consists of business, day and hour, so it is only inserted once.
"""

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings import lists
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.goods import borrowing, day_stops
from marqueedesk.bookings.lists import Filter
from marqueedesk.bookings.models import CONFIRMED, PENDING, Booking
from marqueedesk.customer_pages import queries as portal
from marqueedesk.customer_pages.crew import crew_lines
from marqueedesk.domain_events import RemindersDue, RunSheetDue, publish_once
from marqueedesk.imports import queries as imports
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.messages import load_context, queries, returning_events
from marqueedesk.messages.email_context import DayContext, PaymentDueContext
from marqueedesk.messages.emails import payment_due, reminder, run_sheet
from marqueedesk.messages.event_mailer import EventMailer
from marqueedesk.messages.message import Message
from marqueedesk.messages.models import DEFAULT_RUN_SHEET_HOUR, MessageSettings
from marqueedesk.payments import queries as payments
from marqueedesk.pricing import queries as pricing
from marqueedesk.venues.models import Venue
from marqueedesk.venues.schemas import SiteAccessOut

REMINDER_HOUR: Final = 9
"""Local hour at which customers are reminded."""
_AHEAD: Final = timedelta(hours=2)
_BEHIND: Final = timedelta(hours=6)
"""How late a message may still be sent: a worker that was down in the morning catches up until noon."""
JUST_TOLD: Final = timedelta(hours=20)
"""A booking changed this recently gets no reminder yet, because its customer has just received an email about it."""


_LATE: Final = timedelta(days=2)
"""How long after the due date a payment counts as late. Bank transfers may take a day."""
_NOT_LATER: Final = timedelta(days=14)
"""Payments overdue for longer than this get no first reminder when reminders are switched on, because the business has
probably discussed them already.
"""


def plan_all(db: Session, now: datetime) -> None:
    """Write the rows due in the next hours for every business. The session is not scoped to a business."""
    hours = {row.operator_id: row.run_sheet_hour for row in db.scalars(select(MessageSettings))}
    for operator_id, zone in db.execute(select(Operator.id, Operator.time_zone).where(Operator.is_active)):
        plan(db, operator_id, zone, hours.get(operator_id, DEFAULT_RUN_SHEET_HOUR), now)


def plan(db: Session, operator_id: int, zone: str, run_sheet_hour: int | None, now: datetime) -> None:
    """Write the rows due in the next hours for one business."""
    due = [(RemindersDue, REMINDER_HOUR)] + ([(RunSheetDue, run_sheet_hour)] if run_sheet_hour is not None else [])
    for event, hour in due:
        for day, at in _occurrences(ZoneInfo(zone), hour, now):
            key = f"{event.kind}:{operator_id}:{day}:{hour}"
            due_then = event(operator_id=operator_id, day=day.isoformat(), hour=hour)
            publish_once(db, due_then, now, dedupe_key=key, run_at=at)


def _occurrences(zone: ZoneInfo, hour: int, now: datetime) -> list[tuple[date, datetime]]:
    """Return the days on which ``hour`` is coming up soon or has just passed, each with its time in UTC."""
    today = now.astimezone(zone).date()
    days = [today + timedelta(days=more) for more in (-1, 0, 1)]
    moments = [(day, datetime.combine(day, time(hour), zone).astimezone(UTC)) for day in days]
    return [(day, at) for day, at in moments if now - _BEHIND <= at <= now + _AHEAD]


def remind(mailer: EventMailer[RemindersDue]) -> None:
    """Send the morning's reminders of deliveries and payments, follow-ups of quotes, requests for reviews, and emails
    to past customers.
    """
    _remind_of_deliveries(mailer)
    _remind_of_payments(mailer)
    returning_events.follow_up_quotes(mailer)
    returning_events.ask_for_reviews(mailer)
    returning_events.email_past_customers(mailer)


def _remind_of_deliveries(mailer: EventMailer[RemindersDue]) -> None:
    """Remind customers of upcoming deliveries. A rescheduled delivery gets a new reminder."""
    days = queries.settings(mailer.db).reminder_days
    today = date.fromisoformat(mailer.event.day)
    if days == 0:
        return
    imports_with_reminders = imports.with_reminders(mailer.db)
    upcoming = Filter(statuses=(CONFIRMED,), since=today + timedelta(days=1), until=today + timedelta(days=days))
    for booking in lists.listed(mailer.db, upcoming):
        if mailer.now - booking.updated_at < JUST_TOLD or not _gets_reminders(booking, imports_with_reminders):
            continue
        key = f"reminder:{booking.id}:{booking.delivery_day}"
        if not queries.was_written(mailer.db, key):
            ends = datetime.combine(booking.delivery_day, time(23), ZoneInfo(mailer.operator.time_zone))
            mailer.email_customer(reminder.MESSAGE, mailer.context(booking), key=key, good_until=ends)


def _gets_reminders(booking: Booking, imports_with_reminders: Collection[int]) -> bool:
    """Return false for a booking from an import whose customers get no reminders (B18)."""
    return booking.import_id is None or booking.import_id in imports_with_reminders


def _remind_of_payments(mailer: EventMailer[RemindersDue]) -> None:
    """Remind customers of payments that are due soon, and once of each that is late.

    A customer gets at most one email per booking each morning, and one of each kind per due date. No reminders are sent
    while a payment is disputed, because the business decides what to write then.
    """
    db, zone = mailer.db, ZoneInfo(mailer.operator.time_zone)
    days = queries.settings(db).payment_reminder_days
    if days is None:
        return
    today = date.fromisoformat(mailer.event.day)
    ends = datetime.combine(today, time(23), zone)
    disputed, imports_with_reminders = payments.in_dispute(db), imports.with_reminders(db)
    for booking in bookings.owing(db, today + timedelta(days=days)):
        if booking.id in disputed or mailer.now - booking.updated_at < JUST_TOLD:
            continue
        if not _gets_reminders(booking, imports_with_reminders):
            continue
        email = _to_remind_of(db, booking, zone, today, days)
        if email is not None:
            message, key, due, cents = email
            context = mailer.context(booking, amount_cents=min(cents, booking.balance_cents))
            context = snapshot_of(PaymentDueContext, context, due_on=due)
            mailer.email_customer(message, context, key=key, good_until=ends)


def _to_remind_of(
    db: Session, booking: Booking, zone: ZoneInfo, today: date, days: int
) -> tuple[Message[PaymentDueContext], str, date, int] | None:
    """Return today's payment email for a booking: message, key, due date, and total due by then in cents.

    Returns None if there is nothing to send. Payments that a bank is still processing count as paid.
    """
    if booking.balance_cents <= 0:
        return None
    schedule = booking.payment_schedule(zone, with_processing=True)
    parts = [part for part in schedule if part.cents > part.paid_cents]
    late = [part.due for part in parts if today - _NOT_LATER <= part.due <= today - _LATE]
    soon = [part.due for part in parts if today <= part.due <= today + timedelta(days=days)]
    candidates = [(payment_due.OVERDUE, day) for day in reversed(late)] + [(payment_due.DUE, day) for day in soon]
    for message, day in candidates:
        key = f"{message.kind}:{booking.id}:{day}"
        if not queries.was_written(db, key):
            return message, key, day, sum(part.cents - part.paid_cents for part in parts if part.due <= day)
    return None


def send_run_sheet(mailer: EventMailer[RunSheetDue]) -> None:
    """Send the run sheet to the business, unless the day has no stops or the hour was changed since."""
    if queries.settings(mailer.db).run_sheet_hour != mailer.event.hour:
        return
    day = date.fromisoformat(mailer.event.day)
    context = day_context(mailer, day)
    if context.deliveries or context.pickups:
        ends = datetime.combine(day, time(23), ZoneInfo(mailer.operator.time_zone))
        mailer.email_business(run_sheet.MESSAGE, context, key=f"run-sheet:{mailer.operator.id}:{day}", good_until=ends)


def day_context(mailer: EventMailer[RunSheetDue], day: date) -> DayContext:
    """Load a day's deliveries and pickups by time, and the number of requests waiting for a reply."""
    db = mailer.db
    stops = day_stops.stops_on(db, day, (CONFIRMED,))
    out = [booking for stop, booking in stops if stop.kind == "delivery"]
    back = [booking for stop, booking in stops if stop.kind == "pickup"]
    next_day = day + timedelta(days=1)
    tomorrow = sum(
        db.scalar(select(func.count()).select_from(Booking).where(Booking.status == CONFIRMED, column == next_day)) or 0
        for column in (Booking.delivery_day, Booking.pickup_day)
    )
    waiting = db.scalar(
        select(func.count()).select_from(Booking).where(Booking.status == PENDING, Booking.delivery_day >= day)
    )
    venues = {row.id: row for row in db.scalars(select(Venue).where(Venue.id.in_({b.venue_id for b in out})))}
    directions = {
        booking.id: SiteAccessOut.of_venue(venue, mailer.operator.measures).directions
        for booking in out
        if booking.venue_id is not None and (venue := venues.get(booking.venue_id)) is not None
    }
    crew = {id_: crew_lines(notes) for id_, notes in portal.crew_notes_of(db, [b.id for b in (*out, *back)]).items()}
    head, prices = load_context.head_of(db, mailer.operator), pricing.price_list(db)
    loans = borrowing.by_booking(db, [*out, *back], prices)
    borrowed = {id_: [f"{loan.text} from {loan.lender}" for loan in rows] for id_, rows in loans.items()}
    return DayContext(head, day, out, back, waiting or 0, tomorrow, directions, crew, prices, borrowed)
