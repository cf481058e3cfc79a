"""Validate handovers: reject pieces that can't go out or come in."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.availability import borrowed
from marqueedesk.availability.errors import join
from marqueedesk.availability.models import OUTAGE, LetterHold
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.errors import HandoverRefused
from marqueedesk.bookings.goods.models import PieceOut
from marqueedesk.bookings.models import CANCELED, COMPLETED, Booking
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.inventory.models import InventoryItem, Item
from marqueedesk.inventory.pieces import Needs, Piece, PieceLabels


def check_out(
    db: Session,
    terms: Terms,
    booking: Booking,
    moved: Mapping[Piece, int],
    out: Mapping[Piece, int],
    reason: str | None,
    names: PieceLabels,
    now: datetime,
) -> None:
    """Raise HandoverRefused for pieces that can't go out. With a reason, more pieces than booked may go out."""
    if booking.status == CANCELED:
        raise HandoverRefused("canceled", f"Booking #{booking.number} is canceled, so nothing can go out.")
    if booking.status == COMPLETED:
        raise HandoverRefused("completed", f"Booking #{booking.number} is completed. Reopen it to take goods out.")
    booked = rental_of(booking, terms, now).request.needs
    more = {
        piece: min(count, out.get(piece, 0) + count - booked.get(piece, 0))
        for piece, count in moved.items()
        if out.get(piece, 0) + count > booked.get(piece, 0)
    }
    if more and not reason:
        what = join(names.of(more))
        raise HandoverRefused(
            "more_than_booked",
            f"That's more {what} than booking #{booking.number} has. Enter a reason, or check the number.",
        )
    needed = {piece: count + out.get(piece, 0) for piece, count in moved.items()}
    _refuse_elsewhere(db, terms, booking, needed, names, now)


def _refuse_elsewhere(
    db: Session, terms: Terms, booking: Booking, needed: Mapping[Piece, int], names: PieceLabels, now: datetime
) -> None:
    """Raise HandoverRefused if too few of a piece are in the warehouse. The error names the booking that has them.

    Runs five queries regardless of the batch's size.
    """
    today = terms.today(now)
    letters = {piece.letter for piece in needed}
    own = borrowed.with_bookings(db, [booking.id]).get(booking.id)
    if own is not None:
        needed = {piece: max(0, count - own[piece]) for piece, count in needed.items()}
    away: dict[Piece, int] = {}
    first: dict[Piece, tuple[int, int, str]] = {}
    rows = db.execute(
        select(
            PieceOut.size,
            PieceOut.letter,
            PieceOut.finish,
            PieceOut.count,
            Booking.id,
            Booking.number,
            Booking.customer_name,
        )
        .join(Booking, (Booking.operator_id == PieceOut.operator_id) & (Booking.id == PieceOut.booking_id))
        .where(PieceOut.booking_id != booking.id, PieceOut.letter.in_(letters))
        .order_by(Booking.delivery_day, Booking.id)
    ).all()
    lent = borrowed.with_bookings(db, {row.id for row in rows})
    for size, letter, finish, count, booking_id, number, customer in rows:
        piece = Piece(size, letter, finish)
        of_lenders = lent[booking_id][piece] if booking_id in lent else 0
        if count <= of_lenders:
            continue
        away[piece] = away.get(piece, 0) + count - of_lenders
        first.setdefault(piece, (booking_id, number, customer))
    if not away.keys() & needed.keys():
        return
    broken: dict[Piece, int] = {}
    for hold in db.scalars(
        select(LetterHold).where(
            LetterHold.kind == OUTAGE,
            LetterHold.letter.in_(letters),
            LetterHold.first_day <= today,
            LetterHold.last_day >= today,
        )
    ):
        piece = Piece(hold.size, hold.letter, hold.finish)
        broken[piece] = broken.get(piece, 0) + hold.count
    owned = _owned(db, letters)
    for piece, count in needed.items():
        other = first.get(piece)
        if other is not None and owned.get(piece, 0) - broken.get(piece, 0) - away[piece] < count:
            booking_id, number, customer = other
            sentence = f"{names.of([piece])[0]} is out with booking #{number} ({customer})."
            raise HandoverRefused("out_elsewhere", sentence, bookingId=booking_id, number=number)


def _owned(db: Session, letters: set[str]) -> dict[Piece, int]:
    """Return the quantity owned of each piece with these letters; items use their number as the letter."""
    owned = {
        row.piece: row.quantity for row in db.scalars(select(InventoryItem).where(InventoryItem.letter.in_(letters)))
    }
    ids = [int(letter) for letter in letters if letter.isascii() and letter.isdigit()]
    items = db.scalars(select(Item).where(Item.id.in_(ids))) if ids else ()
    return owned | {row.piece: row.quantity for row in items}


def check_in(booking: Booking, moved: Needs, out: Needs, names: PieceLabels, *, is_delivery_recorded: bool) -> None:
    """Raise HandoverRefused if more of a piece would come in than is out: more than went out, or, if no delivery was
    recorded, more than is booked.
    """
    more = [piece for piece, count in moved.items() if count > out.get(piece, 0)]
    if more and is_delivery_recorded:
        raise HandoverRefused(
            "not_out", f"More {join(names.of(more))} can't come in than went out with booking #{booking.number}."
        )
    if more:
        raise HandoverRefused(
            "more_than_booked", f"That's more {join(names.of(more))} than booking #{booking.number} has."
        )
