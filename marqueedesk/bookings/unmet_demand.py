"""Demand that couldn't be met (L9). Routes record it after the refused transaction, in one of their own."""

from collections.abc import Iterable
from datetime import datetime
from functools import cache
from typing import TypedDict

from sqlalchemy import Connection, Insert, Table, delete
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from marqueedesk.availability.models import UnmetDemand
from marqueedesk.availability.stock import Shortage
from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.rentals.rental_request import RentalRequest

_unmet: Table = UnmetDemand.__table__  # pyright: ignore[reportAssignmentType]


class ShortLetter(TypedDict):
    """A letter in short supply, as stored."""

    letter: str
    size: str
    finish: str
    needed: int
    free: int


def remember(
    connection: Connection,
    *,
    operator_id: int,
    form_key: str,
    request: RentalRequest,
    shortages: Iterable[Shortage],
    total_cents: int,
    sent: bool,
    now: datetime,
) -> None:
    """Insert or update a form's row: shortages, time, and missed revenue in cents.

    ``sent`` means that the form was sent and rejected; a later estimate doesn't reset it.
    """
    days = request.when
    short: list[ShortLetter] = [
        {
            "letter": row.piece.letter,
            "size": row.piece.size,
            "finish": row.piece.finish,
            "needed": row.needed,
            "free": row.free,
        }
        for row in shortages
        if row.piece.item_id is None
    ]
    values: Columns = {
        "operator_id": operator_id,
        "form_key": form_key,
        "size": request.size,
        "message": request.message,
        "short": short,
        "needs": [[*piece, count] for piece, count in request.needs.items()],
        "first_day": days.first,
        "last_day": days.last,
        "total_cents": total_cents,
        "sent": sent,
        "seen_at": now,
    }
    connection.execute(_renewing(connection.dialect.name, sent=sent), values)


@cache
def _renewing(dialect: str, *, sent: bool) -> Insert:
    insert = insert_sqlite if dialect == "sqlite" else insert_postgresql
    statement = insert(_unmet)
    unchanged = {"operator_id", "form_key"} if sent else {"operator_id", "form_key", "sent"}
    renewed = {column.name: column for column in statement.excluded if column.name not in unchanged}
    return statement.on_conflict_do_update(index_elements=[_unmet.c.operator_id, _unmet.c.form_key], set_=renewed)


def forget(connection: Connection, *, operator_id: int, form_key: str) -> bool:
    """Delete a form's recorded shortages, because the demand was met after all: the visitor's corrected message fits,
    or the request was confirmed. Returns false if there were none.
    """
    deleted = connection.execute(
        delete(_unmet).where(_unmet.c.operator_id == operator_id, _unmet.c.form_key == form_key)
    )
    return deleted.rowcount > 0
