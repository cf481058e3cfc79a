"""Bookings that hold the letters a rental is short of, with a check whether moving one by a day would help. Shown to
operators.
"""

from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Final, TypedDict

from sqlalchemy import Connection, bindparam, or_, select

from marqueedesk.availability import stock_queries
from marqueedesk.availability.models import BOOKING
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stock import Taken
from marqueedesk.availability.stock_queries import read_stock, scan_from
from marqueedesk.bookings import statements
from marqueedesk.bookings.stock_check import StockCheck
from marqueedesk.inventory.pieces import Needs, Piece, count_pieces
from marqueedesk.kit.db.db import one_of
from marqueedesk.kit.db.tenancy import assert_tenant_filtered

MOST_IN_THE_WAY: Final = 5
_A_DAY: Final = timedelta(days=1)


class ConflictingBooking(TypedDict):
    """A booking that holds letters a rental is short of. ``move`` is 1 or -1 if moving it by that many days makes both
    fit, else None.
    """

    bookingId: int
    number: int
    customerName: str
    message: str
    deliveryDate: str
    pickupDate: str
    letters: list[str]
    move: int | None


@dataclass(slots=True)
class _Holder:
    """A booking with the pieces it holds."""

    number: int
    customer: str
    message: str
    delivery: date
    pickup: date
    taken: list[Taken] = field(default_factory=list[Taken])

    @property
    def needs(self) -> Needs:
        return count_pieces([{row.piece: row.count} for row in self.taken])


_holds, _bookings = stock_queries.holds, statements.bookings
_LIVE = or_(_holds.c.expires_at.is_(None), _holds.c.expires_at > bindparam("now"))
_HOLDERS = assert_tenant_filtered(
    select(_holds.c.holder_id, _holds.c.size, _holds.c.letter, _holds.c.finish)
    .where(
        _holds.c.operator_id == bindparam("operator"),
        _holds.c.kind == BOOKING,
        _holds.c.holder_id != bindparam("own"),
        one_of(_holds.c.size, "sizes"),
        one_of(_holds.c.letter, "letters"),
        _holds.c.first_day.between(bindparam("scan_from"), bindparam("last")),
        _holds.c.last_day >= bindparam("first"),
        _LIVE,
    )
    .order_by(_holds.c.first_day, _holds.c.holder_id)
)
_HELD = assert_tenant_filtered(
    select(
        _holds.c.holder_id,
        _holds.c.size,
        _holds.c.letter,
        _holds.c.finish,
        _holds.c.count.label("pieces"),
        _holds.c.first_day,
        _holds.c.last_day,
        _bookings.c.number,
        _bookings.c.customer_name,
        _bookings.c.message,
        _bookings.c.delivery_day,
        _bookings.c.pickup_day,
    )
    .join(_bookings, (_bookings.c.operator_id == _holds.c.operator_id) & (_bookings.c.id == _holds.c.holder_id))
    .where(
        _holds.c.operator_id == bindparam("operator"),
        _holds.c.kind == BOOKING,
        _holds.c.holder_id.in_(bindparam("holders", expanding=True)),
        _LIVE,
    )
)


def find_conflicts(connection: Connection, terms: Terms, check: StockCheck, now: datetime) -> list[ConflictingBooking]:
    """Return up to `MOST_IN_THE_WAY` bookings that hold the missing pieces, earliest first. Read-only."""
    short = {row.piece for row in check.shortages if row.day is not None}
    if not short:
        return []
    days = check.request.when
    rows = connection.execute(
        _HOLDERS,
        {
            "operator": terms.operator_id,
            "own": check.own.id if check.own.kind == BOOKING else 0,
            "sizes": sorted({piece.size for piece in short}),
            "letters": sorted({piece.letter for piece in short}),
            "scan_from": scan_from(days.first),
            "first": days.first,
            "last": days.last,
            "now": now,
        },
    )
    letters: dict[int, list[Piece]] = {}
    for holder, *piece in rows:
        if Piece(*piece) in short:
            letters.setdefault(holder, []).append(Piece(*piece))
    ids = list(letters)[:MOST_IN_THE_WAY]
    if not ids:
        return []
    holders = _held(connection, terms, ids, now)
    return [
        {
            "bookingId": at,
            "number": found.number,
            "customerName": found.customer,
            "message": found.message,
            "deliveryDate": found.delivery.isoformat(),
            "pickupDate": found.pickup.isoformat(),
            "letters": check.names.of(letters[at]),
            "move": _move(connection, terms, check, found, now),
        }
        for at in ids
        if (found := holders.get(at)) is not None
    ]


def _held(connection: Connection, terms: Terms, ids: list[int], now: datetime) -> dict[int, _Holder]:
    holders: dict[int, _Holder] = {}
    for row in connection.execute(_HELD, {"operator": terms.operator_id, "holders": ids, "now": now}):
        holder = holders.setdefault(
            row.holder_id, _Holder(row.number, row.customer_name, row.message, row.delivery_day, row.pickup_day)
        )
        piece = Piece(row.size, row.letter, row.finish)
        holder.taken.append(Taken(piece, row.pieces, row.first_day, row.last_day))
    return holders


def _move(connection: Connection, terms: Terms, check: StockCheck, holder: _Holder, now: datetime) -> int | None:
    """Return the number of days to move the holder so that both fit: 1 (later), else -1 (earlier), else None."""
    days, today = check.request.when, terms.today(now)
    first = min(days.first, *(row.first for row in holder.taken)) - _A_DAY
    last = max(days.last, *(row.last for row in holder.taken)) + _A_DAY
    pieces = {*check.request.needs, *holder.needs}
    stock = read_stock(connection, terms, pieces, first, last, now, own=check.own)
    away = [replace(row, count=-row.count) for row in holder.taken]
    needed = [Taken(piece, count, days.first, days.last) for piece, count in check.request.needs.items()]
    without = replace(stock, taken=(*stock.taken, *away))
    if not without.fits(check.request.needs, days.first, days.last):
        return None
    both = replace(without, taken=(*without.taken, *needed))
    for move in (1, -1):
        by = timedelta(days=move)
        if holder.delivery + by < today:
            continue
        if all(both.fits({row.piece: row.count}, row.first + by, row.last + by) for row in holder.taken):
            return move
    return None
