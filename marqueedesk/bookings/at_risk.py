"""Coming bookings that no longer fit, because pieces broke, were lost or did not come back.

Pieces go to bookings in order of delivery, then of booking. Overdue pieces count as taken today and tomorrow before any
booking gets a piece, and so do pieces out of service; a booking that then gets too few is at risk. None is canceled.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

import orjson
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from marqueedesk.availability.errors import wire_shortage
from marqueedesk.availability.facts import Terms
from marqueedesk.availability.models import BOOKING, OUTAGE, LetterHold
from marqueedesk.availability.stock import Shortage
from marqueedesk.bookings.models import CANCELED, HOLDING, Booking
from marqueedesk.bookings.rental_request import iso
from marqueedesk.bookings.schemas import ShortageAnswer
from marqueedesk.domain_events import BookingAtRisk, ShortPiece, publish_once
from marqueedesk.inventory.models import COUNTED, InventoryItem, Item
from marqueedesk.inventory.pieces import Piece, PieceNames
from marqueedesk.kit.idempotency import fingerprint
from marqueedesk.kit.wire import Answer

MOST = 200
MOST_TOLD: Final = 20
"""The most bookings that the business is notified about at one time."""
"""The event of a booking that no longer fits."""


class AtRiskAnswer(Answer):
    """A coming booking that no longer fits, and what it is short of."""

    booking_id: int
    number: int
    customer_name: str
    message: str
    delivery_date: str
    shortages: list[ShortageAnswer]


@dataclass(frozen=True, slots=True)
class Wish:
    """So many of a piece, from a first to a last day. ``order`` is who comes first; None for what is gone already."""

    piece: Piece
    count: int
    first: date
    last: date
    booking_id: int = 0
    order: tuple[date, int] | None = None


def shortages_of(owned: dict[Piece, int], wishes: Iterable[Wish], since: date) -> dict[int, list[Shortage]]:
    """The shortages of each booking from ``since`` on, by its id, when pieces are assigned in order. Pure."""
    by_piece: dict[Piece, list[Wish]] = {}
    for wish in wishes:
        if wish.last >= since:
            by_piece.setdefault(wish.piece, []).append(wish)
    found: dict[int, list[Shortage]] = {}
    for piece, rows in by_piece.items():
        have = owned.get(piece, 0)
        if sum([row.count for row in rows]) <= have:
            # Even all at once there are enough.
            continue
        given: list[Wish] = [row for row in rows if row.order is None]
        for row in sorted((row for row in rows if row.order is not None), key=lambda row: row.order or (since, 0)):
            free, day = _least_free(have, given, max(row.first, since), row.last)
            if free < row.count:
                found.setdefault(row.booking_id, []).append(Shortage(piece, row.count, day, max(0, free)))
            given.append(row)
    return found


def _least_free(have: int, given: list[Wish], first: date, last: date) -> tuple[int, date]:
    """The fewest pieces left on any day, and the first such day. Use only grows where something begins."""
    days = sorted({first, *[row.first for row in given if first < row.first <= last]})
    left = [(have - sum([row.count for row in given if row.first <= day <= row.last]), day) for day in days]
    return min(left)


def answer(db: Session, terms: Terms, now: datetime, *, usual_finish: str) -> list[dict[str, Any]]:
    """The bookings at risk as the wire shows them, the nearest first. For a promise, after the operator's lock."""
    today = terms.today(now)
    short = shortages_of(_owned(db), _wishes(db, terms, now, today), today)
    if not short:
        return []
    items = {row.id: row.name for row in db.scalars(select(Item))}
    names = PieceNames(usual_finish, items)
    rows = db.scalars(
        select(Booking)
        .where(Booking.id.in_(short), Booking.status.in_(HOLDING))
        .order_by(Booking.delivery_day, Booking.delivery_clock, Booking.id)
        .limit(MOST)
    )
    return [
        {
            "bookingId": row.id,
            "number": row.number,
            "customerName": row.customer_name,
            "message": row.message,
            "deliveryDate": iso(row.delivery_day, row.delivery_clock, terms.zone),
            "shortages": [wire_shortage(one, for_operator=True, names=names) for one in short[row.id]],
        }
        for row in rows
    ]


def announced(db: Session, terms: Terms, now: datetime, *, usual_finish: str) -> list[dict[str, Any]]:
    """As `answer`, and queue a notice to the business for each of the nearest bookings, once for each shortage."""
    found = answer(db, terms, now, usual_finish=usual_finish)
    for row in found[:MOST_TOLD]:
        short = tuple(
            ShortPiece(one.get("name") or one["letter"], one["needed"], one.get("free", 0)) for one in row["shortages"]
        )
        digest = fingerprint(orjson.dumps([(one.name, one.needed, one.free) for one in short]))[:16]
        event = BookingAtRisk(operator_id=terms.operator_id, booking_id=row["bookingId"], short=short)
        publish_once(db, event, now, dedupe_key=f"at-risk:{row['bookingId']}:{digest}")
    return found


def _owned(db: Session) -> dict[Piece, int]:
    owned = {row.piece: row.quantity for row in db.scalars(select(InventoryItem))}
    return owned | {row.piece: row.quantity for row in db.scalars(select(Item).where(Item.kind == COUNTED))}


def _wishes(db: Session, terms: Terms, now: datetime, today: date) -> list[Wish]:
    due_before, tomorrow = terms.due_before(now), today + timedelta(days=1)
    rows = db.execute(
        select(LetterHold, Booking.delivery_day, Booking.status)
        .join(
            Booking,
            (LetterHold.kind == BOOKING)
            & (Booking.operator_id == LetterHold.operator_id)
            & (Booking.id == LetterHold.holder_id),
            isouter=True,
        )
        .where(
            LetterHold.kind.in_((BOOKING, OUTAGE)),
            or_(LetterHold.expires_at.is_(None), LetterHold.expires_at > now),
            # What is overdue has days in the past.
            or_(LetterHold.last_day >= today, LetterHold.expires_at.is_(None)),
        )
    ).all()
    wishes: list[Wish] = []
    for hold, delivery_day, status in rows:
        piece = Piece(hold.size, hold.letter, hold.finish)
        if hold.kind == OUTAGE:
            wishes.append(Wish(piece, hold.count, hold.first_day, hold.last_day))
            continue
        is_late = hold.expires_at is None and (hold.due_day or hold.last_day) < due_before
        if is_late:
            wishes.append(Wish(piece, hold.count, today, max(tomorrow, hold.last_day)))
        elif status == CANCELED:
            # Still out with a booking that was canceled.
            wishes.append(Wish(piece, hold.count, hold.first_day, hold.last_day))
        else:
            order = (delivery_day, hold.holder_id)
            wishes.append(Wish(piece, hold.count, hold.first_day, hold.last_day, hold.holder_id, order))
    return wishes
