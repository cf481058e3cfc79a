"""A change of a booking that its customer is asked to agree to: what was different before, and what they said."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Boolean, Integer, Text, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from marqueedesk.bookings.models import Booking, OfBooking
from marqueedesk.kit.db.db import Base, Document, Instant, JsonObject
from marqueedesk.kit.errors import Conflict, NotFound


class Agreement(OfBooking, Base):
    """The last change of a booking that its customer was asked about; a later question takes its place.

    ``number`` counts the questions and the edits since, so that nobody agrees to what they have not seen. ``agreed`` is
    None until the customer has answered.
    """

    __tablename__ = "agreements"
    __topic__ = "bookings"

    number: Mapped[int] = mapped_column(Integer)
    # What was different before, by the field's name on the wire.
    before: Mapped[JsonObject] = mapped_column(Document)
    asked_at: Mapped[datetime] = mapped_column(Instant)
    answered_at: Mapped[datetime | None] = mapped_column(Instant)
    agreed: Mapped[bool | None] = mapped_column(Boolean)
    text: Mapped[str | None] = mapped_column(Text)


class NothingToAgree(NotFound):
    """The customer was asked about nothing."""

    code = "nothing_to_agree"
    sentence = "Nothing in this booking waits for your agreement."


class ChangedSince(Conflict):
    """The booking was changed again after the customer opened its page."""

    code = "changed_since"
    sentence = "The booking has changed again since you opened this page. Please look at it once more."


class AlreadyAnswered(Conflict):
    """The customer has said something else before."""

    code = "already_answered"
    sentence = "You have answered this already. Please get in touch with the business to change your answer."


def agreement(db: Session, booking_id: int) -> Agreement | None:
    """The last change that the customer of a booking was asked about, answered or not."""
    return db.scalars(select(Agreement).where(Agreement.booking_id == booking_id)).one_or_none()


def is_open(row: Agreement | None) -> bool:
    """Whether the customer still has to answer."""
    return row is not None and row.answered_at is None


def record_change(db: Session, booking: Booking, before: Mapping[str, Any], *, ask: bool, now: datetime) -> None:
    """Ask the customer about an edit, or keep an open question true after one that asks nothing.

    ``before`` is what the edit replaced. While a question is open, it names what the customer agreed to last.
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
    """Keep what the customer said about the change that they have seen; None where they said the same before.

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
