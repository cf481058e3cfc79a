"""Upcoming bookings at risk: there are too few pieces for them, because some are broken, lost or not returned.

Pieces are assigned to bookings by delivery date, then by creation. Pieces out of service are subtracted first, and
overdue pieces count as taken today and tomorrow; a booking left with too few pieces is at risk. Bookings at risk are
never canceled automatically.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import accumulate
from typing import Final

import orjson
from sqlalchemy import ColumnElement, Date, and_, case, func, literal, not_, or_, select, tuple_
from sqlalchemy.orm import Session

from marqueedesk.availability.errors import wire_shortage
from marqueedesk.availability.models import BOOKING, OUTAGE, LetterHold
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stock import Shortage
from marqueedesk.bookings.goods.risk_options import (
    Demand,
    Demands,
    Option,
    by_piece,
    least_free,
    most_at_once,
    options_for,
    served_first,
)
from marqueedesk.bookings.models import CANCELED, HOLDING, Booking
from marqueedesk.domain_events import BookingAtRisk, ShortPiece, publish_once
from marqueedesk.inventory.models import COUNTED, InventoryItem, Item
from marqueedesk.inventory.outage_schemas import AtRiskOut, ResolutionOut, ShortageOut
from marqueedesk.inventory.pieces import Piece, PieceLabels
from marqueedesk.kit.http.idempotency import fingerprint
from marqueedesk.kit.text import formats
from marqueedesk.pricing.price_list import Finish, PriceList, Size
from marqueedesk.rentals.rental_request import iso

MOST = 200
MOST_HOLDS: Final = 50_000
"""Limit of holds that are compared, far above a real business's upcoming and overdue ones."""
MOST_TOLD: Final = 20
"""Limit of bookings that the business is notified about at once."""


def shortages_of(owned: dict[Piece, int], demands: Demands, since: date) -> dict[int, list[Shortage]]:
    """Assign pieces in order of priority and return the shortages of each booking from ``since`` on, by ID. Pure
    function.
    """
    shortages: dict[int, list[Shortage]] = {}
    for piece, rows in demands.items():
        have = owned.get(piece, 0)
        if most_at_once(rows) <= have:
            continue
        in_order = served_first(rows)
        # Only keep earlier rows that overlap a remaining one: a business has thousands of upcoming bookings.
        earliest_left = list(accumulate((row.first for row in reversed(in_order)), min))
        served: list[Demand] = []
        for row in in_order:
            left_from = earliest_left.pop()
            served = [earlier for earlier in served if earlier.last >= left_from]
            if row.order is not None:
                free, day = least_free(have, served, max(row.first, since), row.last)
                if free < row.count:
                    shortages.setdefault(row.booking_id, []).append(Shortage(piece, row.count, day, max(0, free)))
            served.append(row)
    return shortages


def short_in_words(event: BookingAtRisk) -> str:
    """Describe the shortage of a booking at risk, such as "2 × E (1 free)"."""
    return ", ".join(f"{one.needed} × {one.name} ({one.free} free)" for one in event.short)


def answer(db: Session, terms: Terms, now: datetime, *, usual_finish: str) -> list[AtRiskOut]:
    """Return the bookings at risk for a response, nearest first, each with ways to resolve it.

    For a binding check, call after taking the operator's lock.
    """
    today = terms.today(now)
    owned = _owned(db)
    crowded = _crowded(db, owned, now, today)
    short = shortages_of(owned, by_piece(_demands(db, terms, now, today, crowded), today), today) if crowded else {}
    if not short:
        return []
    # Resolutions can involve any piece, so read the demand for all of them.
    demands = by_piece(_demands(db, terms, now, today), today)
    items = {row.id: row.name for row in db.scalars(select(Item))}
    names = PieceLabels(usual_finish, items)
    rows = db.scalars(
        select(Booking)
        .where(Booking.id.in_(short), Booking.status.in_(HOLDING))
        .order_by(Booking.delivery_day, Booking.delivery_clock, Booking.id)
        .limit(MOST)
    ).all()
    options = {
        row.id: [option for one in short[row.id] for option in options_for(owned, demands, row.id, one, today)]
        for row in rows
    }
    partners = {option.booking_id for found in options.values() for option in found if option.booking_id}
    others = {row.id: row for row in db.scalars(select(Booking).where(Booking.id.in_(partners)))} if partners else {}
    resolutions = {
        row.id: [
            *(_resolution_of(option, others.get(option.booking_id), names) for option in options[row.id]),
            _resolution({"kind": "call", "phone": row.customer_phone, "email": row.customer_email or None}),
        ]
        for row in rows
    }
    return [
        AtRiskOut.of_row(
            row,
            booking_id=row.id,
            delivery_date=iso(row.delivery_day, row.delivery_clock, terms.zone),
            shortages=[
                ShortageOut.model_validate(wire_shortage(one, for_operator=True, names=names)) for one in short[row.id]
            ],
            resolutions=resolutions[row.id],
            ways_out=resolutions[row.id],
        )
        for row in rows
    ]


def resolution_texts(
    db: Session, terms: Terms, booking_id: int, now: datetime, prices: PriceList, date_format: str
) -> list[str]:
    """Describe the resolutions for a booking at risk, one sentence each, simplest first. Empty if the booking is no
    longer at risk.

    Sizes and finishes are named as on the price list; dates are in ``date_format``.
    """
    found = next(
        (row for row in answer(db, terms, now, usual_finish=prices.usual_finish) if row.booking_id == booking_id), None
    )
    resolutions = found.resolutions if found is not None else []
    return [text for resolution in resolutions if (text := _in_words(resolution, prices, date_format))]


def _in_words(row: ResolutionOut, prices: PriceList, date_format: str) -> str:
    def label(of: Sequence[Size | Finish], code: str | None) -> str:
        return next((row.label for row in of if row.code == code), code or "")

    what = f"{row.count} × {row.name or f'{row.letter} ({label(prices.sizes, row.size)})'}"
    size, finish = label(prices.sizes, row.other_size), label(prices.finishes, row.other_finish)
    if row.kind in {"size", "finish"}:
        return f"Use {row.count} × {row.letter} ({size if row.kind == 'size' else finish}): {row.free} available."
    if row.kind == "swap":
        partner = f"booking #{row.number} ({row.customer_name})"
        if row.other_size is None:
            return f"Pick up earlier: {partner} needs {what} on the same day."
        other = ", ".join(part for part in (size, finish) if part)
        return (
            f"Swap with {partner}. That booking takes {row.count} × {row.letter} ({other}), and this one gets {what}."
        )
    if row.kind == "borrow":
        days = [formats.day(date.fromisoformat(one), date_format) for one in (row.first_day, row.last_day) if one]
        return f"Borrow {what}, {' to '.join(dict.fromkeys(days))}."
    reached = " or ".join(text for text in (row.phone, row.email) if text)
    return f"Contact the customer: {reached}." if reached else ""


def _resolution(fields: Mapping[str, object]) -> ResolutionOut:
    """Build a resolution; missing fields are None."""
    return ResolutionOut.model_validate({**dict.fromkeys(ResolutionOut.model_fields), **fields})


def _resolution_of(option: Option, partner: Booking | None, names: PieceLabels) -> ResolutionOut:
    piece, other = option.piece, option.other
    item_id = piece.item_id
    fields: dict[str, object] = {
        "kind": option.kind,
        "count": option.count,
        "first_day": option.first.isoformat(),
        "last_day": option.last.isoformat(),
    }
    if item_id is None:
        fields |= {"letter": piece.letter, "size": piece.size, "finish": names.finish(piece)}
    else:
        fields |= {"item_id": item_id, "name": names.item(item_id)}
    if other is not None:
        fields |= {"other_size": other.size, "other_finish": names.finish(other)}
        if option.kind != "swap":
            fields["free"] = option.free
    if partner is not None:
        fields |= {"booking_id": partner.id, "number": partner.number, "customer_name": partner.customer_name}
    return _resolution(fields)


def announced(db: Session, terms: Terms, now: datetime, *, usual_finish: str) -> list[AtRiskOut]:
    """Like `answer`, but also queue a notification about each of the nearest bookings at risk, once per shortage."""
    rows = answer(db, terms, now, usual_finish=usual_finish)
    for row in rows[:MOST_TOLD]:
        short = tuple(ShortPiece(one.name or one.letter or "", one.needed, one.free or 0) for one in row.shortages)
        digest = fingerprint(orjson.dumps([(one.name, one.needed, one.free) for one in short]))[:16]
        event = BookingAtRisk(operator_id=terms.operator_id, booking_id=row.booking_id, short=short)
        publish_once(db, event, now, dedupe_key=f"at-risk:{row.booking_id}:{digest}")
    return rows


def _owned(db: Session) -> dict[Piece, int]:
    owned = {row.piece: row.quantity for row in db.scalars(select(InventoryItem))}
    return owned | {row.piece: row.quantity for row in db.scalars(select(Item).where(Item.kind == COUNTED))}


def _crowded(db: Session, owned: Mapping[Piece, int], now: datetime, today: date) -> list[Piece]:
    """Return the pieces whose total demand over all upcoming days exceeds the stock.

    No other piece can be short, and most businesses have few such pieces on most days.
    """
    what = (LetterHold.size, LetterHold.letter, LetterHold.finish)
    rows = db.execute(select(*what, func.sum(LetterHold.count)).where(*_holding(now, today)).group_by(*what))
    totals = [(Piece(size, letter, finish), int(count)) for size, letter, finish, count in rows]
    return [piece for piece, count in totals if count > owned.get(piece, 0)]


def _holding(now: datetime, today: date) -> list[ColumnElement[bool]]:
    """Return the conditions for holds of bookings and outages on or after today."""
    return [
        LetterHold.kind.in_((BOOKING, OUTAGE)),
        or_(LetterHold.expires_at.is_(None), LetterHold.expires_at > now),
        # The last day of an overdue hold is in the past.
        or_(LetterHold.last_day >= today, LetterHold.expires_at.is_(None)),
    ]


def _demands(
    db: Session, terms: Terms, now: datetime, today: date, pieces: Collection[Piece] | None = None
) -> list[Demand]:
    """Return the demand from today on, for all pieces or some: overdue pieces, and the earliest `MOST_HOLDS` holds.

    A booking's shortage depends only on holds that begin before it ends, so the nearest bookings are complete.
    """
    overdue = and_(
        LetterHold.kind == BOOKING,
        LetterHold.expires_at.is_(None),
        func.coalesce(LetterHold.due_day, LetterHold.last_day) < terms.due_before(now),
    )
    only = [*_holding(now, today), *([] if pieces is None else [_one_of(pieces)])]
    # As columns: a business has thousands of upcoming holds, and ORM objects would take most of the time.
    rows = db.execute(
        select(
            LetterHold.size,
            LetterHold.letter,
            LetterHold.finish,
            LetterHold.kind,
            LetterHold.holder_id,
            LetterHold.count,
            LetterHold.first_day,
            LetterHold.last_day,
            Booking.delivery_day,
            Booking.status,
        )
        .join(
            Booking,
            (LetterHold.kind == BOOKING)
            & (Booking.operator_id == LetterHold.operator_id)
            & (Booking.id == LetterHold.holder_id),
            isouter=True,
        )
        .where(*only, not_(overdue))
        .order_by(LetterHold.first_day)
        .limit(MOST_HOLDS)
    ).all()
    demands = _overdue(db, [*only, overdue], today)
    for size, letter, finish, kind, holder_id, count, first, last, delivery_day, status in rows:
        piece = Piece(size, letter, finish)
        # Pieces out of service, or still out with a canceled booking.
        is_gone = kind == OUTAGE or status == CANCELED
        demands.append(
            Demand(piece, count, first, last)
            if is_gone
            else Demand(piece, count, first, last, holder_id, (delivery_day, holder_id))
        )
    return demands


def _overdue(db: Session, conditions: Iterable[ColumnElement[bool]], today: date) -> list[Demand]:
    """Return the demand of overdue pieces, which count as taken today and tomorrow, or as long as they are booked.

    The sum is computed in the database, because a business that records no returns has thousands of such holds, all
    overlapping.
    """
    what = (LetterHold.size, LetterHold.letter, LetterHold.finish)
    tomorrow = today + timedelta(days=1)
    until = case((LetterHold.last_day > tomorrow, LetterHold.last_day), else_=literal(tomorrow, Date))
    rows = db.execute(select(*what, until, func.sum(LetterHold.count)).where(*conditions).group_by(*what, until))
    return [Demand(Piece(size, letter, finish), int(count), today, last) for size, letter, finish, last, count in rows]


def _one_of(pieces: Collection[Piece]) -> ColumnElement[bool]:
    what = tuple_(LetterHold.size, LetterHold.letter, LetterHold.finish)
    return what.in_([(piece.size, piece.letter, piece.finish) for piece in pieces])
