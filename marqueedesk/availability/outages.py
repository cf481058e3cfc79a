"""Letters out of service for some days (L11): they take letters like a booking does, through the same holds."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import delete, insert, or_, select
from sqlalchemy.orm import Session

from marqueedesk.availability import facts
from marqueedesk.availability.facts import Terms, holds
from marqueedesk.availability.models import OUTAGE, Holder, LetterHold, LetterOutage
from marqueedesk.availability.service import hold_rows
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.errors import Invalid, NotFound

LONGEST = timedelta(days=3 * 366)


def of_item(db: Session, item_id: int) -> list[LetterOutage]:
    """The outages of one letter, the soonest first."""
    return list(
        db.scalars(
            select(LetterOutage)
            .where(LetterOutage.inventory_id == item_id)
            .order_by(LetterOutage.first_day, LetterOutage.id)
        )
    )


def within(db: Session, item_id: int, spans: list[tuple[date, date]]) -> list[LetterOutage]:
    """The outages of one letter that touch any of some spans of days, the soonest first."""
    return [
        row
        for row in of_item(db, item_id)
        if any(row.first_day <= last and row.last_day >= first for first, last in spans)
    ]


def add(
    db: Session,
    terms: Terms,
    item: InventoryItem,
    *,
    count: int,
    first: date,
    last: date,
    reason: str | None,
    now: datetime,
) -> LetterOutage | None:
    """Take pieces out of service, under the operator's lock; None when bookings need them on those days.

    Raises Invalid for days that are reversed or too many.
    """
    if last < first:
        raise Invalid(fields={"lastDay": "The last day must be on or after the first"})
    if last - first > LONGEST:
        raise Invalid(fields={"lastDay": "Letters can be out of service for at most three years"})
    needs = {item.piece: count}
    stock = facts.read_stock(db.connection(), terms.operator_id, needs, first, last, now)
    if not stock.fits(needs, first, last):
        return None
    outage = LetterOutage(
        inventory_id=item.id,
        letter=item.letter,
        size=item.size,
        finish=item.finish,
        count=count,
        first_day=first,
        last_day=last,
        reason=reason,
        created_at=now,
    )
    db.add(outage)
    db.flush()
    holder = Holder(OUTAGE, outage.id)
    rows = hold_rows(terms.operator_id, holder, needs=needs, first=first, last=last, expires_at=None)
    db.connection().execute(insert(holds), rows)
    return outage


def end(db: Session, terms: Terms, item_id: int, outage_id: int) -> LetterOutage:
    """Put pieces back into service, and answer what it was that has ended. Raises NotFound."""
    outage = db.scalars(
        select(LetterOutage).where(LetterOutage.id == outage_id, LetterOutage.inventory_id == item_id)
    ).one_or_none()
    if outage is None:
        raise NotFound
    _end(db, terms, outage)
    return outage


def end_all(db: Session, terms: Terms, item_id: int) -> None:
    """End every outage of a letter that is removed."""
    for outage in of_item(db, item_id):
        _end(db, terms, outage)


def _end(db: Session, terms: Terms, outage: LetterOutage) -> None:
    db.connection().execute(
        delete(holds).where(
            holds.c.operator_id == terms.operator_id, holds.c.kind == OUTAGE, holds.c.holder_id == outage.id
        )
    )
    db.delete(outage)
    db.flush()


@dataclass(frozen=True, slots=True)
class Excess:
    """More pieces taken than there would be: the most on any day, the first such day, and all days of it as spans."""

    most: int
    day: date
    spans: list[tuple[date, date]]


def excess(db: Session, piece: Piece, quantity: int, since: date, now: datetime) -> Excess | None:
    """Where more than ``quantity`` of a piece are taken on any day from ``since`` on; None when nowhere."""
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
