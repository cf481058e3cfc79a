"""Record pieces that a booking borrows from another business, undo that, and list what has to be given back."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import borrowed
from marqueedesk.availability.errors import join
from marqueedesk.availability.models import BOOKING, BorrowedPieces, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stock_queries import SPAN
from marqueedesk.bookings.goods import at_risk, handovers, returns
from marqueedesk.bookings.goods.resolving import NoLongerOffered
from marqueedesk.bookings.models import CANCELED, HOLDING, Booking
from marqueedesk.bookings.service import note_change
from marqueedesk.bookings.stock_check import hold_rental
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.inventory.outage_schemas import BorrowedOut, BorrowedPieceOut, GiveBackOut
from marqueedesk.inventory.pieces import Piece, PieceLabels
from marqueedesk.kit.errors import Invalid, NotFound
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import day
from marqueedesk.pricing.price_list import PriceList

MOST: Final = 50
"""Limit of entries to give back on a day, and of what a booking can borrow."""


@dataclass(frozen=True, slots=True)
class Loan:
    """Pieces that another business lends, from ``first`` to ``last``. ``pieces`` maps each to its count and to the
    request field that has the count.
    """

    lender: str
    pieces: Mapping[Piece, tuple[int, str]]
    first: date
    last: date
    cost_cents: int | None = None


def borrow(
    db: Session, terms: Terms, booking: Booking, loan: Loan, prices: PriceList, *, by: User, now: datetime
) -> BorrowedPieces:
    """Record what a booking borrows, and hold that many fewer of the business's own pieces on these days.

    ``terms`` are those read when this transaction took the lock. Raises NoLongerOffered unless the booking is short of
    each piece, and Invalid for more pieces than are missing, for days outside the rental, and for too many loans.
    """
    missing = {
        short.piece: short.needed - max(0, short.free)
        for short in at_risk.read_shortages(db, terms, now, [booking]).get(booking.id, ())
    }
    if any(piece not in missing for piece in loan.pieces):
        raise NoLongerOffered
    fields = {
        field: f"Booking #{booking.number} is short of {missing[piece]}"
        for piece, (count, field) in loan.pieces.items()
        if count > missing[piece]
    }
    when = rental_of(booking, terms, now).request.when
    last_held = max(when.last, booking.return_day or when.last)
    if loan.last < loan.first:
        fields["lastDay"] = "Choose the first day or a later one"
    elif loan.last < when.first or loan.first > last_held:
        days = f"{day(when.first, terms.date_format)} to {day(last_held, terms.date_format)}"
        fields["firstDay"] = f"The rental needs its pieces from {days}"
    elif loan.last - loan.first > SPAN:
        fields["lastDay"] = f"Choose at most {SPAN.days} days"
    if len(of_bookings(db, [booking.id])) >= MOST:
        fields["pieces"] = f"A booking can borrow at most {MOST} times"
    if fields:
        raise Invalid(fields=fields)
    row = BorrowedPieces(
        booking_id=booking.id,
        lender=loan.lender,
        pieces=[{**piece._asdict(), "count": count} for piece, (count, _) in loan.pieces.items()],
        first_day=loan.first,
        last_day=loan.last,
        cost_cents=loan.cost_cents,
        recorded_by=by.username[:120],
        created_at=now,
    )
    db.add(row)
    _hold_again(db, terms, booking, now)
    _note(db, booking, [None, _sentence(db, row, prices, terms)], by, now)
    return row


def remove(
    db: Session, terms: Terms, booking: Booking, loan_id: int, prices: PriceList, *, by: User, now: datetime
) -> None:
    """Delete what was recorded as borrowed. The booking may be short of these pieces again. Raises NotFound."""
    row = of_booking(db, booking, loan_id)
    sentence = _sentence(db, row, prices, terms)
    db.delete(row)
    _hold_again(db, terms, booking, now)
    _note(db, booking, [sentence, None], by, now)


def of_booking(db: Session, booking: Booking, loan_id: int) -> BorrowedPieces:
    """Return one of a booking's loans. Raises NotFound."""
    row = db.scalars(
        select(BorrowedPieces).where(BorrowedPieces.booking_id == booking.id, BorrowedPieces.id == loan_id)
    ).one_or_none()
    if row is None:
        raise NotFound("These borrowed pieces are no longer recorded.")
    return row


def of_bookings(db: Session, booking_ids: Collection[int]) -> list[BorrowedPieces]:
    """Return what these bookings borrow, by first day."""
    if not booking_ids:
        return []
    rows = select(BorrowedPieces).where(BorrowedPieces.booking_id.in_(booking_ids))
    return list(db.scalars(rows.order_by(BorrowedPieces.first_day, BorrowedPieces.id)))


def to_give_back(db: Session, on: date, today: date) -> list[tuple[BorrowedPieces, Booking]]:
    """Return what has to be given back on a day, with the bookings. Today includes what should have been given back
    before.
    """
    due = BorrowedPieces.last_day == on
    if on == today:
        due = or_(due, and_(BorrowedPieces.last_day < today, BorrowedPieces.given_back_at.is_(None)))
    rows = db.execute(
        select(BorrowedPieces, Booking)
        .join(Booking, (Booking.operator_id == BorrowedPieces.operator_id) & (Booking.id == BorrowedPieces.booking_id))
        .where(due)
        .order_by(BorrowedPieces.last_day, BorrowedPieces.id)
        .limit(MOST)
    )
    return [(loan, booking) for loan, booking in rows]


def serialize(
    db: Session, rows: Iterable[tuple[BorrowedPieces, Booking]], prices: PriceList, *, sees_money: bool = False
) -> list[BorrowedOut]:
    """Serialize borrowed pieces of bookings. The cost is only included with ``sees_money``."""
    loans = list(rows)
    if not loans:
        return []
    names = handovers.known_names(db, {piece for row, _ in loans for piece in borrowed.pieces_of(row)})
    return [
        BorrowedOut(
            id=row.id,
            lender=row.lender,
            pieces=[_piece(piece, count, names) for piece, count in borrowed.pieces_of(row).items()],
            text=_in_words(row, names, prices),
            first_day=row.first_day.isoformat(),
            last_day=row.last_day.isoformat(),
            covers=row.first_day <= booking.delivery_day and row.last_day >= booking.pickup_day,
            given_back=row.given_back_at is not None,
            cost=None if row.cost_cents is None or not sees_money else units(row.cost_cents),
        )
        for row, booking in loans
    ]


def by_booking(
    db: Session, bookings: Iterable[Booking], prices: PriceList, *, sees_money: bool = False
) -> dict[int, list[BorrowedOut]]:
    """Return what bookings borrow for a response, by booking."""
    rows = {row.id: row for row in bookings}
    loans = [(loan, rows[loan.booking_id]) for loan in of_bookings(db, list(rows))]
    found: dict[int, list[BorrowedOut]] = {}
    for (loan, _), shown in zip(loans, serialize(db, loans, prices, sees_money=sees_money), strict=True):
        found.setdefault(loan.booking_id, []).append(shown)
    return found


def give_back_on(db: Session, on: date, today: date, prices: PriceList) -> list[GiveBackOut]:
    """Return what has to be given back on a day, for a response."""
    rows = to_give_back(db, on, today)
    return [
        GiveBackOut.adding(
            shown,
            booking_id=booking.id,
            number=booking.number,
            customer_name=booking.customer_name,
            canceled=booking.status == CANCELED,
        )
        for shown, (_, booking) in zip(serialize(db, rows, prices), rows, strict=True)
    ]


def _piece(piece: Piece, count: int, names: PieceLabels) -> BorrowedPieceOut:
    item_id = piece.item_id
    is_letter = item_id is None
    return BorrowedPieceOut(
        letter=piece.letter if is_letter else None,
        size=piece.size if is_letter else None,
        finish=names.finish(piece) if is_letter else None,
        item_id=item_id,
        name=None if item_id is None else names.item(item_id),
        count=count,
    )


def _in_words(row: BorrowedPieces, names: PieceLabels, prices: PriceList) -> str:
    parts: list[str] = []
    for piece, count in borrowed.pieces_of(row).items():
        if (item_id := piece.item_id) is not None:
            parts.append(f"{count} × {names.item(item_id)}")
            continue
        details = [prices.size_name(piece.size), *([prices.finish_name(piece.finish)] if piece.finish else [])]
        parts.append(f"{count} × {piece.letter} ({', '.join(details)})")
    return join(parts)


def _sentence(db: Session, row: BorrowedPieces, prices: PriceList, terms: Terms) -> str:
    names = handovers.known_names(db, borrowed.pieces_of(row))
    days = " to ".join(dict.fromkeys(day(one, terms.date_format) for one in (row.first_day, row.last_day)))
    return f"{_in_words(row, names, prices)} from {row.lender}, {days}"


def _hold_again(db: Session, terms: Terms, booking: Booking, now: datetime) -> None:
    """Replace the booking's holds after its borrowed pieces changed. Pieces that are short stay short."""
    db.flush()
    if booking.status not in HOLDING or booking.asked is not None:
        return
    request = rental_of(booking, terms, now).request
    needs = handovers.still_needed(db, booking, request.needs)
    hold_rental(
        db,
        terms,
        request,
        Holder(BOOKING, booking.id),
        expires_at=booking.hold_expires_at,
        now=now,
        check=False,
        needs=needs,
    )
    if booking.return_day is not None:
        returns.hold(db, terms, booking, now)


def _note(db: Session, booking: Booking, change: list[str | None], by: User, now: datetime) -> None:
    booking.revision += 1
    booking.updated_at = now
    note_change(db, booking, by, now, kind="edited", changes={"borrowed": change})
