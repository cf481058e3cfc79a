"""Read-only queries for customers' booking pages, scoped to the session's operator."""

from collections.abc import Collection

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import Booking
from marqueedesk.customer_pages.models import Cancellation, ChangeRequest, CrewNotes
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.errors import NotFound


def crew_notes(db: Session, booking_id: int) -> CrewNotes | None:
    """Return the customer's notes for the crew, or None."""
    return db.scalars(select(CrewNotes).where(CrewNotes.booking_id == booking_id)).one_or_none()


def crew_notes_of(db: Session, booking_ids: Collection[int]) -> dict[int, CrewNotes]:
    """Return the customers' notes for the crew by booking ID."""
    found = db.scalars(select(CrewNotes).where(CrewNotes.booking_id.in_(booking_ids)))
    return {notes.booking_id: notes for notes in found}


def change_requests(db: Session, booking_id: int) -> list[ChangeRequest]:
    """Return a booking's change requests, oldest first."""
    return list(
        db.scalars(select(ChangeRequest).where(ChangeRequest.booking_id == booking_id).order_by(ChangeRequest.id))
    )


def number_of_change_requests(db: Session, booking_id: int) -> int:
    """Count a booking's change requests."""
    asked = select(func.count()).select_from(ChangeRequest).where(ChangeRequest.booking_id == booking_id)
    return db.scalar(asked) or 0


def change_request(db: Session, booking_id: int, request_id: int) -> ChangeRequest:
    """Return one change request. Raises NotFound."""
    wanted = select(ChangeRequest).where(ChangeRequest.booking_id == booking_id, ChangeRequest.id == request_id)
    return existing(db.scalars(wanted).one_or_none(), NotFound, "This change request does not exist.")


def cancellation(db: Session, booking: Booking) -> Cancellation | None:
    """Return the customer's cancellation, or None if there is none or the booking was reopened."""
    return None if booking.cancel_fee_cents is None else last_cancellation(db, booking.id)


def last_cancellation(db: Session, booking_id: int) -> Cancellation | None:
    """Return the customer's last cancellation, even if the booking was reopened, or None."""
    return db.scalars(select(Cancellation).where(Cancellation.booking_id == booking_id)).one_or_none()
