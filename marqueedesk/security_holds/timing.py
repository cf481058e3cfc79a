"""Rules for when security holds are placed, retried, renewed and released. The functions only read."""

from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import AWAY, CANCELED, CONFIRMED, FEES, Booking, BookingCharge
from marqueedesk.cards_on_file import queries as cards
from marqueedesk.security_holds import queries
from marqueedesk.security_holds.models import HELD, OPEN, REFUSED, SecurityHold

PLACED_AT: Final = time(10)
RENEWED_BEFORE: Final = timedelta(days=1)
"""Lead time for renewing a hold before it lapses. A customer whose card is refused has a day to save another one."""


def _time_to_place(booking: Booking, zone: ZoneInfo) -> datetime:
    terms = booking.terms.hold
    days = terms.days_before if terms is not None else 0
    return datetime.combine(booking.delivery_day - timedelta(days=days), PLACED_AT, zone)


def is_to_place(db: Session, booking: Booking, zone: ZoneInfo, now: datetime) -> bool:
    """Return true if a booking's hold is due for placement, for the first time or with another card after a refusal."""
    if booking.terms.hold is None or booking.status != CONFIRMED or not booking.planned_hold_cents:
        return False
    if now < _time_to_place(booking, zone) or now.astimezone(zone).date() > booking.delivery_day:
        return False
    rows = queries.of_booking(db, booking.id)
    if any(row.state in OPEN for row in rows):
        return False
    last = newest_of_day(rows, booking)
    if last is not None and last.renews_id is not None:
        # The hold was placed, and has ended since.
        return False
    return last is None or (last.state == REFUSED and has_another_card(db, last))


def newest_of_day(rows: list[SecurityHold], booking: Booking) -> SecurityHold | None:
    """Return the newest hold for a booking's current delivery day, or None."""
    return next((row for row in reversed(rows) if row.delivery_day == booking.delivery_day), None)


def has_another_card(db: Session, refused: SecurityHold) -> bool:
    """Return true if the booking now has a card that can be authorized, other than the refused one."""
    card = cards.authorizable(db, refused.booking_id)
    return card is not None and card.id != refused.card_id


def can_retry(booking: Booking, rows: list[SecurityHold], zone: ZoneInfo, now: datetime) -> bool:
    """Return true if the business can retry a refused hold, even on the same card: until the pickup day."""
    last = newest_of_day(rows, booking)
    is_refused = (
        last is not None
        and last.state == REFUSED
        and last.renews_id is None
        and not any(row.state in OPEN for row in rows)
    )
    return is_refused and booking.status == CONFIRMED and now.astimezone(zone).date() <= booking.pickup_day


def is_to_renew(db: Session, row: SecurityHold, booking: Booking, zone: ZoneInfo, now: datetime) -> bool:
    """Return true if a hold is about to lapse, by the time that the provider reported, while the letters are still out
    or the agreed days after the pickup have not passed. A refused renewal is retried with another card.
    """
    until, terms = row.held_until, booking.terms.hold
    if row.state != HELD or until is None or not until - RENEWED_BEFORE <= now < until:
        return False
    if is_to_release(db, row, booking, zone, until):
        return False
    days = terms.release_days if terms is not None else 0
    if booking.goods not in AWAY and until.astimezone(zone).date() >= booking.pickup_day + timedelta(days=days):
        return False
    renewals = [one for one in queries.of_booking(db, booking.id) if one.renews_id == row.id]
    return not renewals or (renewals[-1].state == REFUSED and has_another_card(db, renewals[-1]))


def is_to_release(db: Session, row: SecurityHold, booking: Booking, zone: ZoneInfo, now: datetime) -> bool:
    """Return true if a held amount is due for release: the booking was canceled, or moved to a day for which a hold
    isn't due yet, or the letters are back without damage and the agreed number of days since pickup have passed.
    """
    if booking.status == CANCELED:
        return booking.goods not in AWAY
    if booking.delivery_day > row.delivery_day and booking.goods not in AWAY and now < _time_to_place(booking, zone):
        return True
    terms = booking.terms.hold
    days = terms.release_days if terms is not None else 0
    if booking.goods in AWAY or now.astimezone(zone).date() < booking.pickup_day + timedelta(days=days):
        return False
    damage = select(BookingCharge.id).where(BookingCharge.booking_id == booking.id, BookingCharge.state != "waived")
    return db.scalar(damage.where(BookingCharge.kind.not_in(FEES)).limit(1)) is None
