"""Queries for quotes, scoped to the session's operator."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from sqlalchemy import ColumnElement, and_, false, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.availability.models import BOOKING, QUOTE, LetterHold
from marqueedesk.availability.stock_queries import scan_from
from marqueedesk.bookings.models import Booking
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.db import paging
from marqueedesk.kit.db.db import contains_words
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.errors import NotFound
from marqueedesk.quotes.models import EXPIRED, OPEN, SEEN, SENT, STATUSES, Quote, QuoteHistoryEntry, QuoteVersion

MOST_COLLISIONS = 20
SEARCHED = (Quote.customer_name, Quote.customer_email, Quote.message, Quote.number)
"""Columns that a search covers."""


@dataclass(frozen=True, slots=True)
class QuoteFilter:
    """Filter of a list of quotes."""

    statuses: tuple[str, ...] = ()
    q: str | None = None
    customer_id: int | None = None


def quote(db: Session, quote_id: int) -> Quote:
    """Return one quote of the session's operator. Raises NotFound, even for another operator's quote."""
    return existing(find_quote(db, quote_id), NotFound, "This quote does not exist.")


def find_quote(db: Session, quote_id: int) -> Quote | None:
    """Like `quote`, but return None if there is none."""
    return db.scalars(select(Quote).where(Quote.id == quote_id)).one_or_none()


def version(db: Session, quote_id: int, number: int) -> QuoteVersion:
    """Return one version of a quote as sent. Raises NotFound."""
    wanted = select(QuoteVersion).where(QuoteVersion.quote_id == quote_id, QuoteVersion.version == number)
    return existing(db.scalars(wanted).one_or_none(), NotFound, "This version was never sent.")


def sent_before(db: Session, quote_id: int, number: int) -> QuoteVersion | None:
    """Return the version that was sent before the given one, or None if that was the first."""
    found = select(QuoteVersion).where(
        QuoteVersion.quote_id == quote_id, QuoteVersion.version < number, QuoteVersion.sent_at.is_not(None)
    )
    return db.scalars(found.order_by(QuoteVersion.version.desc()).limit(1)).one_or_none()


def agreed_free_hours(db: Session, booking: Booking) -> int | None:
    """Return a booking's hours of free cancellation (C3); for an older booking, those of its quote's version (Q11);
    None if neither is stored.
    """
    if booking.free_cancellation_hours is not None or booking.quote_id is None:
        return booking.free_cancellation_hours
    return _free_hours_of_quote(db, booking.quote_id)


def _free_hours_of_quote(db: Session, quote_id: int) -> int | None:
    content = db.scalars(
        select(QuoteVersion.content)
        .join(Quote, Quote.id == QuoteVersion.quote_id)
        .where(Quote.id == quote_id, QuoteVersion.version == func.coalesce(Quote.sent_version, Quote.version))
    ).one_or_none()
    return content.get("free_cancellation_hours") if content is not None else None


def history(db: Session, quote_id: int) -> list[QuoteHistoryEntry]:
    """Return a quote's history, oldest first."""
    return list(
        db.scalars(
            select(QuoteHistoryEntry).where(QuoteHistoryEntry.quote_id == quote_id).order_by(QuoteHistoryEntry.id)
        )
    )


def acceptance(db: Session, quote_id: int) -> QuoteHistoryEntry | None:
    """Return the customer's acceptance, or None."""
    return db.scalars(
        select(QuoteHistoryEntry).where(QuoteHistoryEntry.quote_id == quote_id, QuoteHistoryEntry.kind == "accepted")
    ).one_or_none()


def listed(db: Session, wanted: QuoteFilter, now: datetime) -> list[Quote]:
    """Return all matching quotes, newest first."""
    return list(db.scalars(select(Quote).where(*_matching(wanted, now)).order_by(Quote.id.desc())))


def page(
    db: Session, wanted: QuoteFilter, now: datetime, *, limit: int, cursor: str | None
) -> tuple[list[Quote], str | None]:
    """Return up to ``limit`` quotes after a cursor, newest first, and the cursor of the next page or None."""
    statement = select(Quote).where(*_matching(wanted, now)).order_by(Quote.id.desc())
    if cursor is not None:
        (last_id,) = paging.decode(cursor, (int,))
        statement = statement.where(Quote.id < last_id)
    rows = list(db.scalars(statement.limit(limit + 1)))
    return rows[:limit], paging.encode([rows[limit - 1].id]) if len(rows) > limit else None


def counts(db: Session, wanted: QuoteFilter, now: datetime) -> dict[str, int]:
    """Count matching quotes by status, ignoring the filter's statuses."""
    conditions = _matching(replace(wanted, statuses=()), now)
    columns = [func.count().filter(_has_status(status, now)) for status in STATUSES]
    row = db.execute(select(*columns).select_from(Quote).where(*conditions)).one()
    return dict(zip(STATUSES, row, strict=True))


def _matching(wanted: QuoteFilter, now: datetime) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.statuses:
        conditions.append(or_(false(), *[_has_status(status, now) for status in wanted.statuses]))
    if wanted.customer_id is not None:
        conditions.append(Quote.customer_id == wanted.customer_id)
    if wanted.q:
        conditions += contains_words(SEARCHED, wanted.q)
    return conditions


def _has_status(status: str, now: datetime) -> ColumnElement[bool]:
    """Return the condition that selects quotes by displayed status: a sent quote past its expiry counts as expired
    (Q4).
    """
    if status == EXPIRED:
        return and_(Quote.status.in_((SENT, SEEN)), Quote.expires_at <= now)
    if status in {SENT, SEEN}:
        return and_(Quote.status == status, Quote.expires_at > now)
    return Quote.status == status


def holders(
    db: Session, pieces: Collection[Piece], first: date, last: date, now: datetime
) -> dict[tuple[str, int], set[Piece]]:
    """Return the bookings and quotes that hold these pieces on these days, by kind and ID, each with the pieces it
    holds.
    """
    rows = db.execute(
        select(LetterHold.kind, LetterHold.holder_id, LetterHold.size, LetterHold.letter, LetterHold.finish)
        .where(
            LetterHold.kind.in_((BOOKING, QUOTE)),
            LetterHold.size.in_({piece.size for piece in pieces}),
            LetterHold.letter.in_({piece.letter for piece in pieces}),
            LetterHold.first_day.between(scan_from(first), last),
            LetterHold.last_day >= first,
            or_(LetterHold.expires_at.is_(None), LetterHold.expires_at > now),
        )
        .order_by(LetterHold.first_day, LetterHold.holder_id, LetterHold.letter)
    )
    found: dict[tuple[str, int], set[Piece]] = {}
    for kind, holder_id, size, letter, finish in rows:
        piece = Piece(size, letter, finish)
        if piece in pieces:
            found.setdefault((kind, holder_id), set()).add(piece)
    return found


def offers_between(db: Session, first: date, last: date, now: datetime) -> list[Quote]:
    """Return open quotes whose dates may overlap with these days, earliest first."""
    return list(
        db.scalars(
            select(Quote)
            .where(
                Quote.offer == OPEN,
                or_(Quote.expires_at.is_(None), Quote.expires_at > now),
                Quote.delivery_day.between(scan_from(first), last),
                Quote.pickup_day.is_not(None),
            )
            .order_by(Quote.delivery_day, Quote.id)
            .limit(200)
        )
    )


def quotes_of(db: Session, ids: Sequence[int]) -> dict[int, Quote]:
    """Return quotes by id."""
    return {row.id: row for row in db.scalars(select(Quote).where(Quote.id.in_(ids)))}


def bookings_of(db: Session, ids: Sequence[int]) -> dict[int, Booking]:
    """Return bookings by id."""
    return {row.id: row for row in db.scalars(select(Booking).where(Booking.id.in_(ids)))}
