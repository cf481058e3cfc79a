"""When security holds are placed, tried again and released. The functions only read."""

from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import AWAY, CANCELED, CONFIRMED, RESCHEDULE, Booking, BookingCharge
from marqueedesk.cards_on_file import queries as cards
from marqueedesk.security_holds import queries
from marqueedesk.security_holds.models import OPEN, REFUSED, SecurityHold

PLACED_AT: Final = time(10)


def _day_of_placing(booking: Booking) -> timedelta:
    terms = booking.terms.hold
    return timedelta(days=terms.days_before if terms is not None else 0)


def is_to_place(db: Session, booking: Booking, zone: ZoneInfo, now: datetime) -> bool:
    """Return true if a booking's hold is due for placement, for the first time or with another card after a refusal."""
    if booking.terms.hold is None or booking.status != CONFIRMED or not booking.planned_hold_cents:
        return False
    at = datetime.combine(booking.delivery_day - _day_of_placing(booking), PLACED_AT, zone)
    if now < at or now.astimezone(zone).date() > booking.delivery_day:
        return False
    rows = queries.of_booking(db, booking.id)
    if any(row.state in OPEN for row in rows):
        return False
    last = newest_of_day(rows, booking)
    return last is None or (last.state == REFUSED and has_another_card(db, last))


def newest_of_day(rows: list[SecurityHold], booking: Booking) -> SecurityHold | None:
    """Return the newest hold for a booking's current delivery day, or None."""
    return next((row for row in reversed(rows) if row.delivery_day == booking.delivery_day), None)


def has_another_card(db: Session, refused: SecurityHold) -> bool:
    """Return true if the booking now has a card that can be charged and that this hold was not refused for."""
    card = cards.chargeable(db, refused.booking_id)
    return card is not None and card.id != refused.card_id


def can_retry(booking: Booking, rows: list[SecurityHold], zone: ZoneInfo, now: datetime) -> bool:
    """Return true if the business can try a refused hold again, also on the same card: until the pickup day."""
    last = newest_of_day(rows, booking)
    is_refused = last is not None and last.state == REFUSED and not any(row.state in OPEN for row in rows)
    return is_refused and booking.status == CONFIRMED and now.astimezone(zone).date() <= booking.pickup_day


def is_to_release(db: Session, booking: Booking, zone: ZoneInfo, now: datetime) -> bool:
    """Return true if a held amount is due for release: the booking was canceled, or the letters are back without
    damage and the agreed number of days since pickup have passed.
    """
    if booking.status == CANCELED:
        return booking.goods not in AWAY
    terms = booking.terms.hold
    days = terms.release_days if terms is not None else 0
    if booking.goods in AWAY or now.astimezone(zone).date() < booking.pickup_day + timedelta(days=days):
        return False
    damage = select(BookingCharge.id).where(BookingCharge.booking_id == booking.id, BookingCharge.state != "waived")
    return db.scalar(damage.where(BookingCharge.kind != RESCHEDULE).limit(1)) is None
