"""Upcoming bookings at risk: there are too few pieces for them, because some are broken, lost or not returned.

Pieces are assigned to bookings by delivery date, then by creation. Pieces out of service are subtracted first, and
overdue pieces count as taken today and tomorrow; a booking left with too few pieces is at risk. Bookings at risk are
never canceled automatically.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import accumulate
from typing import Final, cast
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Date,
    Table,
    and_,
    bindparam,
    case,
    func,
    literal,
    not_,
    or_,
    select,
    tuple_,
)
from sqlalchemy.orm import Session

from marqueedesk.accounts.queries import owner_of
from marqueedesk.availability.errors import wire_shortage
from marqueedesk.availability.models import BOOKING, OUTAGE, LetterHold
from marqueedesk.availability.operator_lock import Terms, read_operator
from marqueedesk.availability.stock import Shortage
from marqueedesk.bookings.goods.risk_fixes import can_apply, changed_lines
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
from marqueedesk.bookings.goods.risk_serializers import contact, missing_piece, options_out, resolution_of
from marqueedesk.bookings.goods.risk_texts import RiskTexts
from marqueedesk.bookings.models import CANCELED, HOLDING, Booking
from marqueedesk.domain_events import BookingAtRisk, ShortPiece, publish_once
from marqueedesk.inventory.models import COUNTED, InventoryItem, Item
from marqueedesk.inventory.outage_schemas import (
    AtRiskOut,
    RiskOut,
    ShortageOut,
)
from marqueedesk.inventory.pieces import ITEM, Piece, PieceLabels
from marqueedesk.kit import clock
from marqueedesk.kit.db.db import Instant
from marqueedesk.kit.db.prepared import Prepared
from marqueedesk.kit.db.tenancy import assert_tenant_filtered
from marqueedesk.kit.http.idempotency import fingerprint
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.rental_request import iso

_holds, _letters = cast("Table", LetterHold.__table__), cast("Table", InventoryItem.__table__)
_OPERATOR: BindParameter[int] = bindparam("operator")
_TODAY = bindparam("today", type_=Date())
_TAKEN: Final = Prepared(
    assert_tenant_filtered(
        select(_holds.c.size, _holds.c.letter, _holds.c.finish, func.sum(_holds.c.count))
        .where(
            _holds.c.operator_id == _OPERATOR,
            _holds.c.kind.in_((BOOKING, OUTAGE)),
            or_(_holds.c.expires_at.is_(None), _holds.c.expires_at > bindparam("now", type_=Instant())),
            or_(_holds.c.last_day >= _TODAY, _holds.c.expires_at.is_(None)),
            _holds.c.first_day <= bindparam("last", type_=Date()),
            or_(_holds.c.last_day >= bindparam("first", type_=Date()), _holds.c.last_day < _TODAY),
        )
        .group_by(_holds.c.size, _holds.c.letter, _holds.c.finish)
    )
)
"""Pieces taken on some days or overdue, with the sum over these days, which is at least the peak."""
_LETTERS: Final = Prepared(
    assert_tenant_filtered(
        select(_letters.c.size, _letters.c.letter, _letters.c.finish, _letters.c.quantity).where(
            _letters.c.operator_id == _OPERATOR
        )
    )
)
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
                    _add_shortage(
                        shortages.setdefault(row.booking_id, []), Shortage(piece, row.count, day, max(0, free))
                    )
            served.append(row)
    return shortages


def _add_shortage(rows: list[Shortage], new: Shortage) -> None:
    """Add a shortage. Of two of the same piece, on days between which borrowed pieces change, the larger one stays."""
    same = next((row for row in rows if row.piece == new.piece), None)
    if same is None:
        rows.append(new)
    elif new.needed - new.free > same.needed - same.free:
        rows[rows.index(same)] = new


def short_in_words(event: BookingAtRisk) -> str:
    """Describe the shortage of a booking at risk, such as "2 × E (1 free)"."""
    return ", ".join(f"{one.needed} × {one.name} ({one.free} free)" for one in event.short)


@dataclass(frozen=True, slots=True)
class Risks:
    """The shortages of bookings at risk by booking, and the stock and demand that their resolutions depend on."""

    short: Mapping[int, Sequence[Shortage]]
    owned: Mapping[Piece, int]
    demands: Demands
    today: date
    names: PieceLabels

    def options_of(self, booking: Booking) -> list[Option]:
        """Return the resolutions for a booking, simplest first."""
        return [
            option
            for one in self.short.get(booking.id, ())
            for option in options_for(self.owned, self.demands, booking.id, one, self.today)
        ]

    def applicable_to(self, booking: Booking) -> list[Option]:
        """Return the resolutions to offer for a booking: those that change the sign's size come last."""
        options = [
            option
            for option in self.options_of(booking)
            if can_apply(option, booking.lines, booking.id, self.owned, self.demands, self.today)
        ]
        # Two short letters of a text are both resolved by its other size.
        by_effect = {
            changed_lines(option, booking.lines) if option.kind == "size" else option: option for option in options
        }
        return sorted(by_effect.values(), key=lambda option: _ORDER.index(option.kind))


_ORDER: Final = ("finish", "swap", "borrow", "size")


def read_risks(
    db: Session, terms: Terms, now: datetime, *, usual_finish: str, among: Collection[Booking] = ()
) -> Risks:
    """Read the bookings at risk, either all or those ``among`` some.

    For a binding check, call after taking the operator's lock.
    """
    today = terms.today(now)
    short = read_shortages(db, terms, now, among)
    if not short:
        return Risks({}, {}, {}, today, PieceLabels(usual_finish))
    # Resolutions can involve any piece, so read the demand for all of them.
    demands = by_piece(_demands(db, terms, now, today), today)
    return Risks(short, _owned(db), demands, today, PieceLabels(usual_finish, _item_names(db)))


def short_ids(db: Session, operator_id: int, zone: ZoneInfo, now: datetime, among: Sequence[Booking]) -> set[int]:
    """Return which of these bookings are at risk.

    Every page of the list asks this, so the common answer, none, takes two prepared statements.
    """
    today = clock.local_day(now, zone)
    rows = _upcoming(among, today)
    if not rows:
        return set()
    days = {"first": max(today, min(row.delivery_day for row in rows)), "last": _last_day(rows)}
    parameters = {"operator": operator_id, "now": now, "today": today, **days}
    taken = _TAKEN.all(db.connection(), parameters)
    owned = {Piece(*row[:3]): row[3] for row in _LETTERS.all(db.connection(), {"operator": operator_id})}
    if any(size == ITEM for size, *_ in taken):
        items = db.execute(select(Item.id, Item.quantity).where(Item.kind == COUNTED))
        owned |= {Piece.of_item(item_id): quantity for item_id, quantity in items}
    if all(count <= owned.get(Piece(size, letter, finish), 0) for size, letter, finish, count in taken):
        return set()
    return set(read_shortages(db, read_operator(db.connection(), operator_id), now, rows))


def short_between(db: Session, terms: Terms, now: datetime, first: date, last: date) -> set[int]:
    """Return the bookings at risk whose rental overlaps these days, and possibly others."""
    return set(_shortages(db, terms, now, _on_days(first, last, terms.today(now))))


def read_shortages(
    db: Session, terms: Terms, now: datetime, among: Collection[Booking] = ()
) -> dict[int, list[Shortage]]:
    """Return the shortages of all bookings at risk, or of those ``among`` some, by booking ID."""
    if not among:
        return _shortages(db, terms, now, [])
    short = _shortages(db, terms, now, _competing(among, terms.today(now)))
    return {row.id: short[row.id] for row in among if row.id in short}


def _shortages(
    db: Session, terms: Terms, now: datetime, only: Sequence[ColumnElement[bool]]
) -> dict[int, list[Shortage]]:
    """Return the shortages of bookings, complete for those whose pieces or days ``only`` selects."""
    today = terms.today(now)
    owned = _owned(db)
    crowded = _crowded(db, owned, now, today, only)
    if not crowded:
        return {}
    short = shortages_of(owned, by_piece(_demands(db, terms, now, today, crowded), today), today)
    # The database returns holds of one day in any order.
    return {booking_id: sorted(rows, key=lambda row: row.piece) for booking_id, rows in short.items()}


def risks_of(
    db: Session, terms: Terms, now: datetime, among: Sequence[Booking], prices: PriceList
) -> dict[int, RiskOut]:
    """Return what those of these bookings that are at risk are short of, with what can be done, by booking ID."""
    rows = _upcoming(among, terms.today(now))
    if not rows:
        return {}
    risks = read_risks(db, terms, now, usual_finish=prices.usual_finish, among=rows)
    at_risk = [row for row in rows if row.id in risks.short]
    if not at_risk:
        return {}
    options = {row.id: risks.applicable_to(row) for row in at_risk}
    partners, texts = _partners(db, options.values()), _texts(db, terms, prices)
    return {
        row.id: RiskOut(
            short=[missing_piece(one, risks.names) for one in risks.short[row.id]],
            options=options_out(row, options[row.id], partners, risks.names, texts),
        )
        for row in at_risk
    }


def _upcoming(among: Iterable[Booking], today: date) -> list[Booking]:
    return [row for row in among if row.status in HOLDING and max(row.pickup_day, row.return_day or today) >= today]


def answer(db: Session, terms: Terms, now: datetime, prices: PriceList) -> list[AtRiskOut]:
    """Return the bookings at risk for a response, nearest first, each with ways to resolve it.

    For a binding check, call after taking the operator's lock.
    """
    risks = read_risks(db, terms, now, usual_finish=prices.usual_finish)
    short, names = risks.short, risks.names
    if not short:
        return []
    rows = db.scalars(
        select(Booking)
        .where(Booking.id.in_(short), Booking.status.in_(HOLDING))
        .order_by(Booking.delivery_day, Booking.delivery_clock, Booking.id)
        .limit(MOST)
    ).all()
    options = {row.id: risks.options_of(row) for row in rows}
    others, texts = _partners(db, options.values()), _texts(db, terms, prices)
    resolutions = {
        row.id: [
            *(resolution_of(option, others.get(option.booking_id), names) for option in options[row.id]),
            contact(row),
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
            options=options_out(row, risks.applicable_to(row), others, names, texts),
            resolutions=resolutions[row.id],
            ways_out=resolutions[row.id],
        )
        for row in rows
    ]


def _partners(db: Session, options: Iterable[Sequence[Option]]) -> dict[int, Booking]:
    """Return the bookings to swap with, by ID."""
    ids = {option.booking_id for rows in options for option in rows if option.booking_id}
    return {row.id: row for row in db.scalars(select(Booking).where(Booking.id.in_(ids)))} if ids else {}


def _texts(db: Session, terms: Terms, prices: PriceList) -> RiskTexts:
    return RiskTexts(prices, terms.date_format, owner_of(db, terms.operator_id))


def _item_names(db: Session) -> dict[int, str]:
    return {row.id: row.name for row in db.scalars(select(Item))}


def resolution_texts(db: Session, terms: Terms, booking_id: int, now: datetime, prices: PriceList) -> list[str]:
    """Describe the resolutions for a booking at risk, one sentence each, simplest first. Empty if the booking is no
    longer at risk.
    """
    found = next((row for row in answer(db, terms, now, prices) if row.booking_id == booking_id), None)
    resolutions = found.resolutions if found is not None else []
    texts = _texts(db, terms, prices)
    return [text for resolution in resolutions if (text := texts.describe(resolution))]


def announced(db: Session, terms: Terms, now: datetime, prices: PriceList) -> list[AtRiskOut]:
    """Like `answer`, but also queue a notification about each of the nearest bookings at risk, once per shortage."""
    rows = answer(db, terms, now, prices)
    for row in rows[:MOST_TOLD]:
        short = tuple(ShortPiece(one.name or one.letter or "", one.needed, one.free or 0) for one in row.shortages)
        digest = fingerprint(orjson.dumps([(one.name, one.needed, one.free) for one in short]))[:16]
        event = BookingAtRisk(operator_id=terms.operator_id, booking_id=row.booking_id, short=short)
        publish_once(db, event, now, dedupe_key=f"at-risk:{row.booking_id}:{digest}")
    return rows


def _owned(db: Session) -> dict[Piece, int]:
    owned = {row.piece: row.quantity for row in db.scalars(select(InventoryItem))}
    return owned | {row.piece: row.quantity for row in db.scalars(select(Item).where(Item.kind == COUNTED))}


def _competing(among: Collection[Booking], today: date) -> list[ColumnElement[bool]]:
    """Return the conditions for holds of pieces that these bookings need, on their days or overdue."""
    pieces = {piece for row in among for line in row.lines for piece in line.needs}
    return [*_on_days(min(row.delivery_day for row in among), _last_day(among), today), _one_of(pieces)]


def _last_day(among: Collection[Booking]) -> date:
    """Return the last day on which one of these bookings may hold pieces."""
    last = max(max(row.pickup_day, row.return_day or row.pickup_day) for row in among)
    return last + timedelta(days=max(row.turnaround_days for row in among))


def _on_days(first: date, last: date, today: date) -> list[ColumnElement[bool]]:
    """Return the conditions for holds on these days, or overdue."""
    return [LetterHold.first_day <= last, or_(LetterHold.last_day >= max(first, today), LetterHold.last_day < today)]


def _crowded(
    db: Session, owned: Mapping[Piece, int], now: datetime, today: date, only: Sequence[ColumnElement[bool]] = ()
) -> list[Piece]:
    """Return the pieces whose total demand over all upcoming days exceeds the stock.

    No other piece can be short, and most businesses have few such pieces on most days.
    """
    what = (LetterHold.size, LetterHold.letter, LetterHold.finish)
    rows = db.execute(select(*what, func.sum(LetterHold.count)).where(*_holding(now, today), *only).group_by(*what))
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
