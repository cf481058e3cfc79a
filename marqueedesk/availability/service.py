"""Hold and release letters under the operator's lock. Only this module writes holds."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from marqueedesk.availability import borrowed, operator_lock, stock_queries
from marqueedesk.availability.errors import NotEnoughLetters
from marqueedesk.availability.models import BOOKING, Holder, Sender
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stock_queries import holds
from marqueedesk.inventory.pieces import Needs, Piece
from marqueedesk.kit.db.row_writer import Columns, Row, Rows


def lock(db: Session, operator_id: int, *, generic: bool = False) -> Terms:
    """Take the operator's lock in a session's transaction, with ``generic`` as in `lock_operator`. Raises
    UnknownOperator.
    """
    return operator_lock.lock_operator(db.connection(), operator_id, generic=generic)


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
    sender: Sender | None = None,
) -> None:
    """Replace the holds of a booking or quote after checking the stock without them (L3-L5). Pieces that a booking
    borrows aren't held.

    ``terms`` are those that `lock` returned in this transaction. Without ``check``, overbooking is allowed: because an
    operator gave a reason (L10), or because the holds exist already. ``due`` is the day a booking's pieces are due
    back, ``sender`` the stranger whose limits the holds count towards. Raises NotEnoughLetters.
    """
    connection = db.connection()
    if check:
        stock = stock_queries.read_stock(connection, terms, needs, first, last, now, own=holder)
        short = stock.shortages(needs, first, last)
        if short:
            raise NotEnoughLetters(short, for_operator=True, date_format=terms.date_format)
    release(db, terms, holder_id=holder.id, kind=holder.kind)
    rows: list[Row] = []
    for part in borrowed.own_parts(needs, borrowed.borrowed_for(connection, terms.operator_id, holder), first, last):
        rows += hold_rows(
            terms.operator_id,
            holder,
            needs=part.needs,
            first=part.first,
            last=part.last,
            expires_at=expires_at,
            due=due if part.last == last else borrowed.CONTINUED,
            sender=sender,
        ).rows
    if rows:
        connection.execute(insert(holds), rows)


def release(db: Session, terms: Terms, *, holder_id: int, kind: str = BOOKING) -> None:
    """Release the letters of a booking or quote. ``terms`` are those that `lock` returned in this transaction."""
    db.connection().execute(
        delete(holds).where(
            holds.c.operator_id == terms.operator_id, holds.c.kind == kind, holds.c.holder_id == holder_id
        )
    )


def release_all(connection: Connection, terms: Terms, booking_ids: Sequence[int]) -> None:
    """Release the letters of several bookings. ``terms`` are those that `lock_operator` returned in this
    transaction.
    """
    connection.execute(
        delete(holds).where(
            holds.c.operator_id == terms.operator_id, holds.c.kind == BOOKING, holds.c.holder_id.in_(booking_ids)
        )
    )


def sender_of(db: Session, operator_id: int, booking_id: int) -> Sender | None:
    """Return the stranger whose limits a booking's holds count towards."""
    row = db.execute(
        select(holds.c.sender_network, holds.c.sender_domain, holds.c.sender_confirmed)
        .where(
            holds.c.operator_id == operator_id,
            holds.c.kind == BOOKING,
            holds.c.holder_id == booking_id,
            holds.c.sender_network.is_not(None),
        )
        .limit(1)
    ).one_or_none()
    return Sender(row[0], row[1], bool(row[2])) if row is not None else None


def set_sender(db: Session, operator_id: int, booking_id: int, sender: Sender | None) -> None:
    """Count a booking's holds towards the limits of a stranger, or of none. The caller holds the operator's lock."""
    db.connection().execute(
        update(holds)
        .where(holds.c.operator_id == operator_id, holds.c.kind == BOOKING, holds.c.holder_id == booking_id)
        .values(
            sender_network=sender.network if sender else None,
            sender_domain=sender.domain if sender else None,
            sender_confirmed=sender.confirmed if sender else None,
        )
    )


def free_some(db: Session, terms: Terms, holder: Holder, pieces: Needs) -> None:
    """Release returned pieces of a booking. ``terms`` are those that `lock` returned in this transaction.

    Four statements for any number of pieces. Borrowed pieces count as returned first, because it isn't known whether
    the ones still out are the business's own.
    """
    connection = db.connection()
    lent = borrowed.counts_of(borrowed.borrowed_for(connection, terms.operator_id, holder))
    gone: list[Row] = []
    less: list[Row] = []
    for piece, first_day, count in _held_rows(connection, terms, holder):
        freed = pieces.get(piece, 0) - lent[piece]
        if freed > 0:
            row = _row_of(terms, holder, piece) | {"at_first_day": first_day}
            if count <= freed:
                gone.append(row)
            else:
                less.append(row | {"left": count - freed})
    if gone:
        connection.execute(delete(holds).where(*_this_row(), holds.c.first_day == bindparam("at_first_day")), gone)
    if less:
        one = update(holds).where(*_this_row(), holds.c.first_day == bindparam("at_first_day"))
        connection.execute(one.values(count=bindparam("left")), less)


def hold_more(db: Session, terms: Terms, holder: Holder, pieces: Needs, *, first: date, last: date, due: date) -> None:
    """Hold additional pieces for a booking because they went out with it. ``terms`` as for `hold`.

    Runs three statements, however many pieces there are.
    """
    connection = db.connection()
    known = {piece for piece, *_ in _held_rows(connection, terms, holder)}
    more = [_row_of(terms, holder, piece) | {"more": count} for piece, count in pieces.items() if piece in known]
    if more:
        one = update(holds).where(*_this_row())
        connection.execute(one.values(count=holds.c.count + bindparam("more")), more)
    needs = {piece: count for piece, count in pieces.items() if piece not in known}
    if needs:
        held = hold_rows(terms.operator_id, holder, needs=needs, first=first, last=last, expires_at=None, due=due)
        connection.execute(insert(holds), held.rows)


def hold_until(db: Session, terms: Terms, holder: Holder, last: date) -> None:
    """Move the last day of a booking's holds, except of those that end earlier because pieces were borrowed.

    ``terms`` are those that `lock` returned in this transaction.
    """
    db.connection().execute(
        update(holds)
        .where(
            holds.c.operator_id == terms.operator_id,
            holds.c.kind == holder.kind,
            holds.c.holder_id == holder.id,
            holds.c.first_day <= last,
            holds.c.due_day.is_distinct_from(borrowed.CONTINUED),
        )
        .values(last_day=last)
    )


def _held_rows(connection: Connection, terms: Terms, holder: Holder) -> list[tuple[Piece, date, int]]:
    """Return the holder's pieces with the first day of each row."""
    rows = connection.execute(
        select(holds.c.size, holds.c.letter, holds.c.finish, holds.c.first_day, holds.c.count).where(
            holds.c.operator_id == terms.operator_id, holds.c.kind == holder.kind, holds.c.holder_id == holder.id
        )
    )
    return [(Piece(row[0], row[1], row[2]), row[3], row[4]) for row in rows]


def _this_row() -> list[ColumnElement[bool]]:
    """Return the conditions that match a holder's rows for one piece. `_row_of` provides the values of their
    parameters.
    """
    return [
        holds.c.operator_id == bindparam("of_operator"),
        holds.c.kind == bindparam("of_kind"),
        holds.c.holder_id == bindparam("of_holder"),
        holds.c.size == bindparam("of_size"),
        holds.c.letter == bindparam("of_letter"),
        holds.c.finish == bindparam("of_finish"),
    ]


def _row_of(terms: Terms, holder: Holder, piece: Piece) -> Columns:
    return {
        "of_operator": terms.operator_id,
        "of_kind": holder.kind,
        "of_holder": holder.id,
        "of_size": piece.size,
        "of_letter": piece.letter,
        "of_finish": piece.finish,
    }


def hold_rows(
    operator_id: int,
    holder: Holder,
    *,
    needs: Needs,
    first: date,
    last: date,
    expires_at: datetime | None,
    due: date | None = None,
    sender: Sender | None = None,
) -> Rows:
    """Return the rows of a hold checked under the lock, to be inserted in the same transaction: one per piece, or
    several if the days exceed `SPAN`. ``sender`` is the same as for `hold`.
    """
    rows: list[Columns] = []
    start = first
    while start <= last:
        end = min(last, start + stock_queries.SPAN - timedelta(days=1))
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
                "sender_network": sender.network if sender else None,
                "sender_domain": sender.domain if sender else None,
                "sender_confirmed": sender.confirmed if sender else None,
            }
            for piece, count in needs.items()
        ]
        start = end + timedelta(days=1)
    return Rows(holds, rows)
