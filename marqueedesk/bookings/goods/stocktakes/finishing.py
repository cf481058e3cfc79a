"""Finish a stocktake: missing pieces become losses, repairs or a smaller quantity, and found ones end losses."""

from dataclasses import dataclass, field
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import outages
from marqueedesk.availability.models import MISSING, REPAIR, LetterOutage
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.goods import repairs
from marqueedesk.bookings.goods.stocktakes.counting import CountRow, losses, rows_of
from marqueedesk.bookings.goods.stocktakes.models import ADJUST, LOSS, Differences, Stocktake
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit import clock
from marqueedesk.pricing.price_list import PriceList

REASON = "Stocktake"


@dataclass(frozen=True, slots=True)
class ChangedQuantity:
    """A quantity before and after a stocktake."""

    piece: Piece
    before: int
    after: int


@dataclass(slots=True)
class Settlement:
    """What a stocktake changed: new losses and repairs, the number of lost pieces found again, and quantities."""

    outages: list[LetterOutage] = field(default_factory=list[LetterOutage])
    found: int = 0
    quantities: list[ChangedQuantity] = field(default_factory=list[ChangedQuantity])


def finish(
    db: Session, terms: Terms, row: Stocktake, how: Differences, prices: PriceList, *, by: User, now: datetime
) -> Settlement:
    """Finish an open stocktake under the operator's lock. Letters that weren't counted don't change.

    Pieces found end losses of the letter first; the rest adds to its quantity. A missing piece that was in repair
    leaves the repair.
    """
    today = terms.today(now)
    rows = rows_of(db, row, prices, today)
    letters = {item.piece: item for item in db.scalars(select(InventoryItem))}
    result = Settlement()
    for counted in rows:
        if counted.difference and counted.piece in letters:
            _settle(db, terms, letters[counted.piece], counted, how, result, by=by, now=now)
    row.finished_at, row.finished_by, row.differences = now, by.username[:120], how
    row.report = [counted.to_json() for counted in rows]
    db.flush()
    return result


def _settle(
    db: Session,
    terms: Terms,
    item: InventoryItem,
    counted: CountRow,
    how: Differences,
    result: Settlement,
    *,
    by: User,
    now: datetime,
) -> None:
    difference, today = counted.difference or 0, terms.today(now)
    if difference > 0:
        lost = [row for row in losses(db, today) if Piece(row.size, row.letter, row.finish) == item.piece]
        found = _put_back(db, terms, lost, difference)
        result.found += found
        if found < difference:
            _set_quantity(item, item.quantity + difference - found, result)
        return
    missing = -difference
    if how == ADJUST:
        _free_repairs(db, terms, item, item.quantity - missing, today)
        _set_quantity(item, item.quantity - missing, result)
        return
    _free_repairs(db, terms, item, item.quantity - missing, today)
    outage = outages.add(
        db,
        terms,
        item,
        count=missing,
        first=today,
        last=None,
        reason=REASON,
        now=now,
        kind=MISSING if how == LOSS else REPAIR,
        reported_by=by.username,
    )
    result.outages.append(outage)


def _set_quantity(item: InventoryItem, quantity: int, result: Settlement) -> None:
    result.quantities.append(ChangedQuantity(item.piece, item.quantity, quantity))
    item.quantity = quantity


def _free_repairs(db: Session, terms: Terms, item: InventoryItem, most: int, today: date) -> None:
    """Take missing pieces out of repairs, so that at most ``most`` pieces are out of service."""
    current = [row for row in outages.of_item(db, item) if row.last_day >= today]
    beyond = outages.most_out(current, today) - most
    if beyond > 0:
        in_repair = sorted((row for row in current if row.kind == REPAIR), key=lambda row: row.id, reverse=True)
        _put_back(db, terms, in_repair, beyond)


def _put_back(db: Session, terms: Terms, rows: list[LetterOutage], count: int) -> int:
    """End outages, or parts of them, for up to ``count`` pieces. Returns the number of pieces."""
    left = count
    for row in rows:
        if left == 0:
            break
        if row.count <= left:
            left -= row.count
            repairs.end(db, terms, row, clock.now())
        else:
            outages.reduce_count(db, terms, row, left)
            left = 0
    return count - left
