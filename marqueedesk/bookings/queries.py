"""Read-only queries about bookings, without a lock: the results aren't binding."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.availability.models import BOOKING, QUOTE, WAITING, LetterHold
from marqueedesk.bookings.models import HOLDING, OWING, Booking, BookingChange
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.clock import local_day
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.errors import NotFound

MOST_LISTED = 20
"""Bookings listed in an error (L8, B5)."""


def booking(db: Session, booking_id: int) -> Booking:
    """Return a booking of the session's operator. Raises NotFound if there is none, or it is another operator's."""
    return existing(find_booking(db, booking_id), NotFound, "This booking does not exist.")


def find_booking(db: Session, booking_id: int) -> Booking | None:
    """Like `booking`, but returns None if the booking doesn't exist."""
    return db.scalars(select(Booking).where(Booking.id == booking_id)).one_or_none()


def coming(db: Session, operator: Operator, now: datetime, statuses: Collection[str] = HOLDING) -> int:
    """Count a business's bookings in the given statuses with a pickup today or later in its time zone.

    Takes the operator explicitly, for callers that lift the tenant scope to query across businesses.
    """
    today = local_day(now, ZoneInfo(operator.time_zone))
    statement = select(func.count()).select_from(Booking)
    conditions = (Booking.operator_id == operator.id, Booking.status.in_(statuses), Booking.pickup_day >= today)
    return db.scalar(statement.where(*conditions)) or 0


def history(db: Session, booking_id: int) -> list[BookingChange]:
    """Return the history of a booking, oldest first."""
    return list(
        db.scalars(select(BookingChange).where(BookingChange.booking_id == booking_id).order_by(BookingChange.id))
    )


def last_change_to(db: Session, booking_id: int, status: str) -> BookingChange | None:
    """Return a booking's last change to a status; None if it never had that status."""
    return db.scalar(
        select(BookingChange)
        .where(BookingChange.booking_id == booking_id, BookingChange.to_status == status)
        .order_by(BookingChange.id.desc())
        .limit(1)
    )


def owing(db: Session, until: date) -> list[Booking]:
    """Return bookings with a payment due by a day; some due the day after may be included. Pending requests owe
    nothing.
    """
    return [booking for due in owing_by(until) for booking in db.scalars(select(Booking).where(*due))]


def owing_by(until: date) -> tuple[tuple[ColumnElement[bool], ...], ...]:
    """Return the conditions of `owing`: bookings with a stored due day, and bookings without one.

    Run as separate queries they use the index of balances due; with one combined condition the database would scan
    every booking.
    """
    return (OWING, Booking.next_due_day <= until + timedelta(days=1)), (OWING, Booking.next_due_day.is_(None))


def coming_at_venue(db: Session, venue_id: int, today: date) -> list[Booking]:
    """Return upcoming bookings at a venue (B5): pending or confirmed, with a pickup on ``today`` or later."""
    return list(
        db.scalars(
            select(Booking)
            .where(Booking.venue_id == venue_id, Booking.status.in_(HOLDING), Booking.pickup_day >= today)
            .order_by(Booking.delivery_day, Booking.id)
            .limit(MOST_LISTED)
        )
    )


def holding(db: Session, piece: Piece, spans: list[tuple[date, date]], now: datetime) -> list[Booking]:
    """Return bookings that hold a piece on any day of the given periods, by delivery (L8)."""
    held = _holders(BOOKING, piece, spans, now)
    return list(
        db.scalars(
            select(Booking).where(Booking.id.in_(held)).order_by(Booking.delivery_day, Booking.id).limit(MOST_LISTED)
        )
    )


def held_for_others(db: Session, piece: Piece, spans: list[tuple[date, date]], now: datetime) -> str | None:
    """Describe what else holds a piece on any day of the given periods besides bookings (L8, L13, Q5)."""
    for kind, words in ((QUOTE, "held for quotes"), (WAITING, "offered to waiting customers")):
        if db.scalar(_holders(kind, piece, spans, now).limit(1)) is not None:
            return words
    return None


def _holders(kind: str, piece: Piece, spans: list[tuple[date, date]], now: datetime) -> Select[int]:
    touched = or_(*(and_(LetterHold.first_day <= last, LetterHold.last_day >= first) for first, last in spans[:200]))
    return (
        select(LetterHold.holder_id)
        .where(
            LetterHold.kind == kind,
            LetterHold.size == piece.size,
            LetterHold.letter == piece.letter,
            LetterHold.finish == piece.finish,
            touched,
            or_(LetterHold.expires_at.is_(None), LetterHold.expires_at > now),
        )
        .distinct()
    )


def coming_with(
    db: Session, today: date, now: datetime, *, size: str | None = None, finish: str | None = None
) -> list[Booking]:
    """Return bookings from ``today`` on that hold letters of a size or finish, by delivery."""
    held = select(LetterHold.holder_id).where(
        LetterHold.kind == BOOKING,
        LetterHold.last_day >= today,
        or_(LetterHold.expires_at.is_(None), LetterHold.expires_at > now),
        LetterHold.size == size if size is not None else LetterHold.finish == finish,
    )
    return list(
        db.scalars(
            select(Booking).where(Booking.id.in_(held)).order_by(Booking.delivery_day, Booking.id).limit(MOST_LISTED)
        )
    )


def has_stock(db: Session, *, size: str | None = None, finish: str | None = None) -> bool:
    """Return true if the inventory has letters of a size or finish."""
    column = InventoryItem.size == size if size is not None else InventoryItem.finish == finish
    return db.scalar(select(InventoryItem.id).where(column).limit(1)) is not None
