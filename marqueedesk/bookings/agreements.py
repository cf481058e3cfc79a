"""Booking changes that need the customer's agreement, with the previous values and the customer's answer."""

from collections.abc import Mapping
from datetime import datetime

from pydantic import JsonValue
from sqlalchemy import Boolean, Integer, Text, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from marqueedesk.bookings.models import Booking, OfBooking
from marqueedesk.kit.db.db import Base, Document, Instant, JsonObject
from marqueedesk.kit.errors import Conflict, NotFound


class Agreement(OfBooking, Base):
    """The last change of a booking that needs its customer's agreement. A newer request replaces it.

    ``number`` counts requests and later edits, so that customers can't agree to a version they haven't seen. ``agreed``
    is None until the customer answers.
    """

    __tablename__ = "agreements"
    __topic__ = "bookings"

    number: Mapped[int] = mapped_column(Integer)
    # Previous values by wire field name.
    before: Mapped[JsonObject] = mapped_column(Document)
    asked_at: Mapped[datetime] = mapped_column(Instant)
    answered_at: Mapped[datetime | None] = mapped_column(Instant)
    agreed: Mapped[bool | None] = mapped_column(Boolean)
    text: Mapped[str | None] = mapped_column(Text)


class NothingToAgree(NotFound):
    """There is no open request for the customer's agreement."""

    code = "nothing_to_agree"
    message = "There are no changes to agree to."


class ChangedSince(Conflict):
    """The booking was changed again after the customer opened its page."""

    code = "changed_since"
    message = "The booking has changed again since you opened this page. Please review it again."


class AlreadyAnswered(Conflict):
    """The customer already gave a different answer."""

    code = "already_answered"
    message = "You've already answered. To change your answer, please contact the business."


def agreement(db: Session, booking_id: int) -> Agreement | None:
    """Return the last change that the customer was asked to agree to, answered or not."""
    return db.scalars(select(Agreement).where(Agreement.booking_id == booking_id)).one_or_none()


def is_open(row: Agreement | None) -> bool:
    """Return true while the customer's answer is pending."""
    return row is not None and row.answered_at is None


def record_change(db: Session, booking: Booking, before: Mapping[str, JsonValue], *, ask: bool, now: datetime) -> None:
    """Request the customer's agreement to an edit; after an edit that doesn't need agreement, update the open request,
    if any.

    ``before`` holds the previous values. While a request is open, its previous values are those that the customer last
    agreed to.
    """
    row = agreement(db, booking.id)
    waits = is_open(row)
    if not before or not (ask or waits):
        return
    if row is None:
        row = Agreement(booking_id=booking.id, number=0, before={})
        db.add(row)
    row.before = {**before, **row.before} if waits else dict(before)
    row.number += 1
    row.asked_at, row.answered_at, row.agreed, row.text = now, None, None, None


def record_answer(
    db: Session, booking_id: int, number: int, *, agreed: bool, text: str | None, now: datetime
) -> Agreement | None:
    """Store the customer's answer to the change with this number. Returns None if the same answer was stored before.

    Raises NothingToAgree, ChangedSince and AlreadyAnswered.
    """
    row = agreement(db, booking_id)
    if row is None:
        raise NothingToAgree
    if row.number != number:
        raise ChangedSince
    if row.answered_at is not None:
        if row.agreed is agreed:
            return None
        raise AlreadyAnswered
    row.answered_at, row.agreed, row.text = now, agreed, text
    return row
