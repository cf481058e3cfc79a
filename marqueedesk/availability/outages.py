"""Letters out of service for some days (L11). They take letters through the same holds as bookings do."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select
from sqlalchemy.orm import Session

from marqueedesk.availability.errors import TooManyOut
from marqueedesk.availability.models import MISSING, OUTAGE, REPAIR, Holder, LetterHold, LetterOutage
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.service import hold_rows
from marqueedesk.availability.stock_queries import holds
from marqueedesk.inventory.models import InventoryItem, Item
from marqueedesk.inventory.pieces import ITEM, Piece
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.db.tenancy import own
from marqueedesk.kit.errors import Invalid, NotFound

LONGEST = timedelta(days=3 * 366)
FOREVER = date(9999, 12, 31)
"""The last day of an outage without an end date."""
HELD_AHEAD = timedelta(days=12 * 366)
"""How far ahead an outage without an end date holds pieces; no rental is booked that far ahead."""


IS_OPEN = LetterOutage.ended_at.is_(None)
"""Condition for outages whose pieces weren't put back in service."""


def _is_of(item: InventoryItem | Item) -> ColumnElement[bool]:
    """Return the condition for outages of a letter or of an item, whose IDs are numbered separately."""
    kind = LetterOutage.size == ITEM if isinstance(item, Item) else LetterOutage.size != ITEM
    return and_(LetterOutage.inventory_id == item.id, kind)


def of_item(db: Session, item: InventoryItem | Item) -> list[LetterOutage]:
    """Return the outages of a letter or item, soonest first."""
    rows = select(LetterOutage).where(_is_of(item), IS_OPEN)
    return list(db.scalars(rows.order_by(LetterOutage.first_day, LetterOutage.id)))


def in_repair(db: Session, first: date, last: date) -> list[LetterOutage]:
    """Return repairs that overlap the given days, most recently reported first."""
    touches = and_(LetterOutage.first_day <= last, LetterOutage.last_day >= first, LetterOutage.kind == REPAIR, IS_OPEN)
    return list(db.scalars(select(LetterOutage).where(touches).order_by(LetterOutage.id.desc())))


def within(db: Session, item: InventoryItem | Item, spans: list[tuple[date, date]]) -> list[LetterOutage]:
    """Return the outages of a letter that overlap any of the given periods, soonest first."""
    return [
        row
        for row in of_item(db, item)
        if any(row.first_day <= last and row.last_day >= first for first, last in spans)
    ]


def add(
    db: Session,
    terms: Terms,
    item: InventoryItem | Item,
    *,
    count: int,
    first: date,
    last: date | None,
    reason: str | None,
    now: datetime,
    kind: str = REPAIR,
    booking_id: int | None = None,
    reported_by: str | None = None,
    cost_cents: int | None = None,
    photo: str | None = None,
    piece_id: int | None = None,
) -> LetterOutage:
    """Take pieces out of service under the operator's lock, even if bookings hold them; the caller reports the bookings
    at risk. Without ``last``, there is no end date.

    Raises Invalid for reversed or too many days, and TooManyOut if more would be out than exist.
    """
    until = FOREVER if last is None else last
    if until < first:
        raise Invalid(fields={"lastDay": "The last day must be on or after the first"})
    if last is not None and last - first > LONGEST:
        raise Invalid(fields={"lastDay": "Letters can be out of service for at most three years"})
    _refuse_too_many(terms, of_piece(db, item.piece), item.quantity, count, first, until)
    piece = item.piece
    outage = LetterOutage(
        inventory_id=item.id,
        **piece._asdict(),
        count=count,
        first_day=first,
        last_day=until,
        reason=reason,
        kind=kind,
        booking_id=booking_id,
        reported_by=reported_by[:120] if reported_by else None,
        cost_cents=cost_cents,
        photo=photo,
        piece_id=piece_id,
        created_at=now,
    )
    db.add(outage)
    db.flush()
    _hold(db, terms, outage)
    return outage


def of_piece(db: Session, piece: Piece) -> list[LetterOutage]:
    """Return the outages of a piece, soonest first."""
    return list(
        db.scalars(
            select(LetterOutage)
            .where(
                LetterOutage.size == piece.size,
                LetterOutage.letter == piece.letter,
                LetterOutage.finish == piece.finish,
                IS_OPEN,
            )
            .order_by(LetterOutage.first_day, LetterOutage.id)
        )
    )


def change_last_day(
    db: Session, terms: Terms, item: InventoryItem | Item, outage: LetterOutage, last: date | None
) -> None:
    """Set the end date of an outage. Raises Invalid on lastDay, and TooManyOut."""
    until = FOREVER if last is None else last
    if until < outage.first_day:
        raise Invalid(fields={"lastDay": "The last day must be on or after the first"})
    others = [row for row in of_piece(db, item.piece) if row.id != outage.id]
    _refuse_too_many(terms, others, item.quantity, outage.count, outage.first_day, until)
    _free(db, terms, outage)
    outage.last_day = until
    _hold(db, terms, outage)


def most_out(outages: list[LetterOutage], since: date) -> int:
    """Return the largest number of pieces out of service on any day from ``since`` on."""
    days = {since, *[row.first_day for row in outages if row.first_day > since]}
    return max(sum([row.count for row in outages if row.first_day <= day <= row.last_day]) for day in days)


def _refuse_too_many(
    terms: Terms, others: list[LetterOutage], quantity: int, count: int, first: date, last: date
) -> None:
    """Raise TooManyOut for the first day on which more pieces would be out of service than exist."""
    days = sorted({first, *[row.first_day for row in others if first < row.first_day <= last]})
    for day in days:
        out = count + sum([row.count for row in others if row.first_day <= day <= row.last_day])
        if out > quantity:
            raise TooManyOut(out, quantity, day, terms.date_format)


def _hold(db: Session, terms: Terms, outage: LetterOutage) -> None:
    last = min(outage.last_day, outage.first_day + HELD_AHEAD)
    needs = {Piece(outage.size, outage.letter, outage.finish): outage.count}
    holder = Holder(OUTAGE, outage.id)
    held = hold_rows(terms.operator_id, holder, needs=needs, first=outage.first_day, last=last, expires_at=None)
    db.connection().execute(insert(holds), held.rows)


def end(db: Session, terms: Terms, outage: LetterOutage, now: datetime) -> None:
    """Put pieces back in service."""
    _free(db, terms, outage)
    outage.ended_at = now
    db.flush()


def reopen(db: Session, terms: Terms, item: InventoryItem | Item, outage: LetterOutage) -> None:
    """Take the pieces of an ended outage out of service again. Raises TooManyOut."""
    _refuse_too_many(terms, of_piece(db, item.piece), item.quantity, outage.count, outage.first_day, outage.last_day)
    outage.ended_at = None
    _hold(db, terms, outage)
    db.flush()


def outage(db: Session, item: InventoryItem | Item, outage_id: int) -> LetterOutage:
    """Return an open outage of this letter or item. Raises NotFound."""
    statement = select(LetterOutage).where(LetterOutage.id == outage_id, _is_of(item), IS_OPEN)
    return existing(db.scalars(statement).one_or_none(), NotFound)


def reduce_count(db: Session, terms: Terms, outage: LetterOutage, by: int) -> None:
    """Put some pieces of an outage back in service. ``by`` is less than its count; `end` puts back all of them."""
    _free(db, terms, outage)
    outage.count -= by
    _hold(db, terms, outage)


def by_id(db: Session, outage_id: int) -> LetterOutage:
    """Return an outage, open or ended. Raises NotFound."""
    return existing(own(db, LetterOutage, outage_id), NotFound)


def add_photo(outage: LetterOutage, digest: str) -> None:
    """Append a photo to an outage. The caller holds the operator's lock."""
    if outage.photo is None:
        outage.photo = digest
    else:
        outage.more_photos = [*(outage.more_photos or []), digest]


def open_losses(db: Session, letters: Collection[str]) -> dict[tuple[Piece, int | None], int]:
    """Return the number of lost pieces with these letters that weren't found, by piece and booking."""
    rows = db.scalars(
        select(LetterOutage).where(LetterOutage.kind == MISSING, LetterOutage.letter.in_(letters), IS_OPEN)
    )
    losses: dict[tuple[Piece, int | None], int] = {}
    for row in rows:
        key = (Piece(row.size, row.letter, row.finish), row.booking_id)
        losses[key] = losses.get(key, 0) + row.count
    return losses


def delete_all(db: Session, terms: Terms, item: InventoryItem | Item) -> None:
    """Delete all outages of a letter or item that is being removed."""
    for row in db.scalars(select(LetterOutage).where(_is_of(item))).all():
        _free(db, terms, row)
        db.delete(row)
    db.flush()


def _free(db: Session, terms: Terms, outage: LetterOutage) -> None:
    db.connection().execute(
        delete(holds).where(
            holds.c.operator_id == terms.operator_id, holds.c.kind == OUTAGE, holds.c.holder_id == outage.id
        )
    )


@dataclass(frozen=True, slots=True)
class Excess:
    """Pieces taken beyond a quantity: the largest number on any day, the first such day, and all affected days as
    periods.
    """

    most: int
    day: date
    spans: list[tuple[date, date]]


def excess(db: Session, piece: Piece, quantity: int, since: date, now: datetime) -> Excess | None:
    """Return when more than ``quantity`` of a piece are taken from ``since`` on; None if never."""
    rows = db.execute(
        select(LetterHold.first_day, LetterHold.last_day, LetterHold.count).where(
            LetterHold.size == piece.size,
            LetterHold.letter == piece.letter,
            LetterHold.finish == piece.finish,
            LetterHold.last_day >= since,
            or_(LetterHold.expires_at.is_(None), LetterHold.expires_at > now),
        )
    ).all()
    changes: dict[date, int] = {}
    for first, last, count in rows:
        begin = max(first, since)
        changes[begin] = changes.get(begin, 0) + count
        after = last + timedelta(days=1)
        changes[after] = changes.get(after, 0) - count
    most, running, days = 0, 0, sorted(changes)
    spans: list[tuple[date, date]] = []
    for at, day in enumerate(days):
        running += changes[day]
        most = max(most, running)
        if running > quantity:
            spans.append((day, days[at + 1] - timedelta(days=1)))
    return Excess(most, spans[0][0], spans) if spans else None
