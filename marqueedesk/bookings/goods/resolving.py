"""Apply a resolution to a booking at risk, and undo it. The agreed price stays; the customer isn't notified."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import BigInteger, Integer, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from marqueedesk.accounts.models import User
from marqueedesk.availability.models import BOOKING, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries
from marqueedesk.bookings.goods import at_risk, handovers, returns
from marqueedesk.bookings.goods.risk_fixes import changed_lines, option_id
from marqueedesk.bookings.models import PACKED, RESERVED, Booking, OfBooking
from marqueedesk.bookings.service import note_change
from marqueedesk.bookings.stock_check import hold_rental
from marqueedesk.bookings.stored_rental import rental_columns, rental_of
from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.detached_copy import attribute_names
from marqueedesk.kit.errors import Conflict, NotFound
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.lines import Lines, said_of
from marqueedesk.rentals.priced_rental import agreed_rental
from marqueedesk.rentals.stored_lines import StoredLine, read_lines, stored_line

UNDO_WITHIN: Final = timedelta(minutes=10)


class AppliedResolution(OfBooking, Base):
    """The last resolution applied to a booking, with the lines and revisions needed to undo it."""

    __tablename__ = "applied_resolutions"
    __topic__ = "bookings"

    lines: Mapped[list[StoredLine]] = mapped_column(Document)
    # The booking's revision after the change.
    revision: Mapped[int] = mapped_column(Integer)
    # The same for the other booking in a swap.
    other_id: Mapped[int | None] = mapped_column(BigInteger)
    other_lines: Mapped[list[StoredLine] | None] = mapped_column(Document)
    other_revision: Mapped[int | None] = mapped_column(Integer)
    at: Mapped[datetime] = mapped_column(Instant)


class NoLongerOffered(Conflict):
    """The stock or the booking changed, so that the resolution doesn't apply anymore."""

    code = "not_offered"
    message = "This is no longer possible, because the stock or the booking has changed. Please choose again."


class GoodsGone(Conflict):
    """The booking's letters are out already."""

    code = "goods_out"
    message = "The letters of booking #{number} are already out, so they can't be exchanged here."


class NothingToUndo(NotFound):
    """No resolution of the booking can be undone."""

    code = "nothing_to_undo"
    message = "There is nothing to undo, or more than 10 minutes have passed."


class ChangedSinceResolved(Conflict):
    """A booking was changed after the resolution."""

    code = "changed_since"
    message = "Booking #{number} was changed in the meantime. Edit it instead."


@dataclass(frozen=True, slots=True)
class Resolved:
    """The changed booking, and the other one in a swap."""

    booking: Booking
    other: Booking | None = None


def resolve(
    db: Session, terms: Terms, booking: Booking, chosen: str, prices: PriceList, *, by: User, now: datetime
) -> Resolved:
    """Apply the resolution with the id ``chosen`` (`risk_fixes.option_id`). ``terms`` are those read when this
    transaction took the lock.

    Raises NoLongerOffered, also for resolutions that change no booking, and GoodsGone.
    """
    risks = at_risk.read_risks(db, terms, now, usual_finish=prices.usual_finish, among=[booking])
    option = next((row for row in risks.applicable_to(booking) if option_id(row) == chosen), None)
    if option is None or option.other is None:
        raise NoLongerOffered
    other = queries.booking(db, option.booking_id) if option.booking_id else None
    own_lines, other_lines = changed_lines(option, booking.lines, other.lines if other else ())
    db.execute(delete(AppliedResolution).where(AppliedResolution.booking_id == booking.id))
    applied = AppliedResolution(booking_id=booking.id, lines=[stored_line(line) for line in booking.lines], at=now)
    if other is not None:
        applied.other_id, applied.other_lines = other.id, [stored_line(line) for line in other.lines]
        # First, because its pieces become available for the booking at risk.
        _replace_lines(db, terms, other, other_lines, prices, by=by, now=now)
        applied.other_revision = other.revision
    if own_lines != booking.lines:
        _replace_lines(db, terms, booking, own_lines, prices, by=by, now=now)
    applied.revision = booking.revision
    db.add(applied)
    return Resolved(booking, other)


def undo(db: Session, terms: Terms, booking: Booking, prices: PriceList, *, by: User, now: datetime) -> Resolved:
    """Restore the lines from before the last resolution. Raises NothingToUndo and ChangedSinceResolved."""
    applied = db.scalars(select(AppliedResolution).where(AppliedResolution.booking_id == booking.id)).one_or_none()
    if applied is None or now - applied.at > UNDO_WITHIN:
        raise NothingToUndo
    other = queries.booking(db, applied.other_id) if applied.other_id else None
    changed: list[tuple[Booking, int | None, Sequence[StoredLine] | None]] = [
        (booking, applied.revision, applied.lines)
    ]
    if other is not None:
        changed.append((other, applied.other_revision, applied.other_lines))
    for row, revision, _ in changed:
        if row.revision != revision:
            raise ChangedSinceResolved.format(number=row.number)
    for row, _, lines in changed:
        before = read_lines(lines or ())
        if before != row.lines:
            _replace_lines(db, terms, row, before, prices, by=by, now=now)
    db.delete(applied)
    return Resolved(booking, other)


def _replace_lines(
    db: Session, terms: Terms, booking: Booking, lines: Lines, prices: PriceList, *, by: User, now: datetime
) -> None:
    """Store and hold other lines at the agreed price. Pieces that are short anyway may stay short."""
    if booking.goods not in {RESERVED, PACKED}:
        raise GoodsGone.format(number=booking.number)
    before = booking.lines
    agreed = rental_of(booking, terms, now)
    request = replace(agreed.request, lines=lines)
    rental = agreed_rental(request, booking.price, total_cents=booking.total_cents)
    names = attribute_names(Booking)
    for column, value in rental_columns(rental, request.place).items():
        setattr(booking, names[column], value)
    hold_rental(
        db,
        terms,
        request,
        Holder(BOOKING, booking.id),
        expires_at=booking.hold_expires_at,
        now=now,
        check=False,
        needs=handovers.still_needed(db, booking, request.needs),
    )
    if booking.return_day is not None:
        returns.hold(db, terms, booking, now)
    booking.revision += 1
    booking.updated_at = now
    said = [said_of(rows, prices.size_name, prices.finish_name) for rows in (before, lines)]
    note_change(db, booking, by, now, kind="edited", changes={"lines": said})
