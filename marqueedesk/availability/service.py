"""The verbs that take and free letters, under the operator's lock; nothing else in the product writes holds."""

from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import delete, insert, update
from sqlalchemy.orm import Session

from marqueedesk.availability import facts
from marqueedesk.availability.errors import NotEnoughLetters
from marqueedesk.availability.facts import Terms, holds
from marqueedesk.availability.models import BOOKING, Holder
from marqueedesk.inventory.pieces import Needs
from marqueedesk.kit.row_writer import Rows


def lock(db: Session, operator_id: int) -> Terms:
    """Take the operator's lock in a session's transaction. Raises UnknownOperator."""
    return facts.lock_operator(db.connection(), operator_id)


def hold(
    db: Session,
    terms: Terms,
    holder: Holder,
    *,
    needs: Needs,
    first: date,
    last: date,
    expires_at: datetime | None,
    now: datetime,
    check: bool = True,
    due: date | None = None,
) -> None:
    """Put a booking's or a quote's holds in place of those it had, after checking the stock without them (L3-L5).

    ``terms`` come from `lock` in this transaction. With ``check`` off the letters are held over the stock: for an
    operator's stated reason (L10), or for holds that are in force already. ``due`` is the day on which a booking's
    pieces are due back. Raises NotEnoughLetters.
    """
    connection = db.connection()
    if check:
        stock = facts.read_stock(connection, terms, needs, first, last, now, own=holder)
        short = stock.shortages(needs, first, last)
        if short:
            raise NotEnoughLetters(short, for_operator=True)
    release(db, terms, holder_id=holder.id, kind=holder.kind)
    rows = hold_rows(terms.operator_id, holder, needs=needs, first=first, last=last, expires_at=expires_at, due=due)
    if rows:
        connection.execute(insert(holds), rows)


def release(db: Session, terms: Terms, *, holder_id: int, kind: str = BOOKING) -> None:
    """Free a booking's or a quote's letters. ``terms`` come from `lock` in this transaction."""
    db.connection().execute(
        delete(holds).where(
            holds.c.operator_id == terms.operator_id, holds.c.kind == kind, holds.c.holder_id == holder_id
        )
    )


def free_some(db: Session, terms: Terms, holder: Holder, pieces: Needs) -> None:
    """Free some of what a booking holds: it came back. ``terms`` come from `lock` in this transaction."""
    connection = db.connection()
    mine = (
        holds.c.operator_id == terms.operator_id,
        holds.c.kind == holder.kind,
        holds.c.holder_id == holder.id,
    )
    for piece, count in pieces.items():
        same = (*mine, holds.c.size == piece.size, holds.c.letter == piece.letter, holds.c.finish == piece.finish)
        connection.execute(delete(holds).where(*same, holds.c.count <= count))
        connection.execute(update(holds).where(*same).values(count=holds.c.count - count))


def hold_more(db: Session, terms: Terms, holder: Holder, pieces: Needs, *, first: date, last: date, due: date) -> None:
    """Hold pieces beyond what a booking holds already: they went out with it. ``terms`` as for `hold`."""
    connection = db.connection()
    for piece, count in pieces.items():
        changed = connection.execute(
            update(holds)
            .where(
                holds.c.operator_id == terms.operator_id,
                holds.c.kind == holder.kind,
                holds.c.holder_id == holder.id,
                holds.c.size == piece.size,
                holds.c.letter == piece.letter,
                holds.c.finish == piece.finish,
            )
            .values(count=holds.c.count + count)
        )
        if not changed.rowcount:
            needs = {piece: count}
            rows = hold_rows(terms.operator_id, holder, needs=needs, first=first, last=last, expires_at=None, due=due)
            connection.execute(insert(holds), rows)


def hold_rows(
    operator_id: int,
    holder: Holder,
    *,
    needs: Needs,
    first: date,
    last: date,
    expires_at: datetime | None,
    due: date | None = None,
) -> list[dict[str, Any]]:
    """The rows of a hold: one per piece, and several where the days exceed the longest span (see facts.SPAN)."""
    rows: list[dict[str, Any]] = []
    start = first
    while start <= last:
        end = min(last, start + facts.SPAN - timedelta(days=1))
        rows += [
            {
                "operator_id": operator_id,
                "kind": holder.kind,
                "holder_id": holder.id,
                "letter": piece.letter,
                "size": piece.size,
                "finish": piece.finish,
                "first_day": start,
                "last_day": end,
                "count": count,
                "expires_at": expires_at,
                "due_day": due,
            }
            for piece, count in needs.items()
        ]
        start = end + timedelta(days=1)
    return rows


def new_holds(
    operator_id: int,
    holder: Holder,
    *,
    needs: Needs,
    first: date,
    last: date,
    expires_at: datetime | None,
    due: date | None = None,
) -> Rows:
    """The holds of what is new and was checked under the lock, to be written in the same transaction."""
    return Rows(
        holds, hold_rows(operator_id, holder, needs=needs, first=first, last=last, expires_at=expires_at, due=due)
    )
