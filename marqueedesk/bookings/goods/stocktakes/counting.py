"""Start a stocktake, record counts, and compare them with the pieces that should be on the shelves.

All writes happen under the operator's lock. Several people can count at once, on phones without a connection: each
count is recorded once per client id, and of two counts of the same letter the later one is valid.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import borrowed, outages
from marqueedesk.availability.models import MISSING, LetterOutage
from marqueedesk.bookings.goods.models import PieceOut
from marqueedesk.bookings.goods.phone_times import check_phone_time
from marqueedesk.bookings.goods.stocktakes.models import Stocktake, StocktakeCount, StoredCountRow
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.pieces import ITEM, Piece
from marqueedesk.inventory.shelf_order import shelf_order
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.errors import Conflict, Invalid, NotFound
from marqueedesk.pricing.price_list import PriceList

MOST_OPEN = 5
"""How many stocktakes of a business can be open at once."""


class StocktakeFinished(Conflict):
    """A finished stocktake can't be changed."""

    code = "finished"
    message = "This stocktake is already finished."


class TooManyStocktakes(Conflict):
    """Phones load all open stocktakes, so their number is limited."""

    code = "too_many_open"
    message = f"{MOST_OPEN} stocktakes are open. Finish or discard one first."


@dataclass(frozen=True, slots=True)
class NewCount:
    """A count sent by a phone."""

    piece: Piece
    counted: int
    client_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CountRow:
    """A letter on its shelf: the number expected, and the number counted; None if it wasn't counted."""

    piece: Piece
    slot: str | None
    expected: int
    counted: int | None
    replacement_cents: int | None
    who: str | None

    @property
    def difference(self) -> int | None:
        """Return the count less the expected number; None if it wasn't counted."""
        return None if self.counted is None else self.counted - self.expected

    @property
    def value_cents(self) -> int | None:
        """Return the replacement price of the missing pieces; None if it isn't known."""
        missing = max(0, -(self.difference or 0))
        if missing == 0:
            return 0
        return None if self.replacement_cents is None else self.replacement_cents * missing

    def to_json(self) -> StoredCountRow:
        """Return the stored form in a report."""
        return {
            "letter": self.piece.letter,
            "size": self.piece.size,
            "finish": self.piece.finish,
            "slot": self.slot,
            "expected": self.expected,
            "counted": self.counted,
            "value_cents": self.value_cents,
            "who": self.who,
        }


def start(db: Session, sizes: Sequence[str] | None, prices: PriceList, *, by: User, now: datetime) -> Stocktake:
    """Start a stocktake of these sizes, or of all.

    Raises Invalid on ``sizes`` for an unknown size, and TooManyStocktakes.
    """
    known = [row.code for row in prices.sizes]
    unknown = [size for size in sizes or () if size not in known]
    if unknown:
        raise Invalid(fields={"sizes": f"Sizes must be of: {', '.join(known)}"})
    if len(open_stocktakes(db)) >= MOST_OPEN:
        raise TooManyStocktakes
    row = Stocktake(
        sizes=[size for size in known if size in sizes] if sizes else None,
        started_at=now,
        started_by=by.username[:120],
    )
    db.add(row)
    db.flush()
    return row


def stocktake(db: Session, stocktake_id: int) -> Stocktake:
    """Return a stocktake of the session's operator. Raises NotFound."""
    statement = select(Stocktake).where(Stocktake.id == stocktake_id)
    return existing(db.scalars(statement).one_or_none(), NotFound)


def open_stocktake(db: Session, stocktake_id: int) -> Stocktake:
    """Return a stocktake that isn't finished. Raises NotFound and StocktakeFinished."""
    row = stocktake(db, stocktake_id)
    if row.finished_at is not None:
        raise StocktakeFinished
    return row


def all_stocktakes(db: Session) -> list[Stocktake]:
    """Return the last 100 stocktakes, latest first."""
    return list(db.scalars(select(Stocktake).order_by(Stocktake.id.desc()).limit(100)))


def open_stocktakes(db: Session) -> list[Stocktake]:
    """Return the stocktakes that aren't finished, latest first; at most MOST_OPEN."""
    statement = select(Stocktake).where(Stocktake.finished_at.is_(None)).order_by(Stocktake.id.desc())
    return list(db.scalars(statement.limit(MOST_OPEN)))


def discard(db: Session, row: Stocktake) -> None:
    """Delete an open stocktake with its counts. Nothing else changes."""
    db.execute(delete(StocktakeCount).where(StocktakeCount.stocktake_id == row.id))
    db.delete(row)
    db.flush()


def record_counts(
    db: Session, row: Stocktake, counts: Sequence[NewCount], today: date, *, by: User, now: datetime
) -> None:
    """Record counts of letters, each once per client id.

    Raises Invalid with the path of a count that is implausibly early or late, or whose letter isn't counted here.
    """
    letters = {item.piece: item for item in _letters(db, [row])}
    sent = [count.client_id for count in counts]
    recorded = set(
        db.scalars(
            select(StocktakeCount.client_id).where(
                StocktakeCount.stocktake_id == row.id, StocktakeCount.client_id.in_(sent)
            )
        )
    )
    expected = expected_on_shelves(db, letters.values(), today)
    for at, count in enumerate(counts):
        if count.client_id in recorded:
            continue
        recorded.add(count.client_id)
        if count.piece not in letters:
            raise Invalid(
                fields={f"counts[{at}].letter": f"{count.piece.letter} ({count.piece.size}) isn't part of this count"}
            )
        try:
            check_phone_time(count.at, now)
        except Invalid as refused:
            raise Invalid(fields={f"counts[{at}].at": refused.message}) from None
        db.add(
            StocktakeCount(
                stocktake_id=row.id,
                client_id=count.client_id,
                size=count.piece.size,
                letter=count.piece.letter,
                finish=count.piece.finish,
                counted=count.counted,
                expected=expected[count.piece],
                at=count.at,
                recorded_at=now,
                who=by.username[:120],
            )
        )
    db.flush()


def expected_on_shelves(db: Session, letters: Iterable[InventoryItem], today: date) -> dict[Piece, int]:
    """Return how many of each letter should be on the shelves: all but those out with bookings, and those missing.
    Borrowed letters that are out aren't on the shelves anyway.
    """
    away = Counter[Piece]()
    outs = db.execute(
        select(PieceOut.booking_id, PieceOut.size, PieceOut.letter, PieceOut.finish, PieceOut.count)
    ).all()
    lent = borrowed.with_bookings(db, {row.booking_id for row in outs})
    for booking_id, size, letter, finish, count in outs:
        piece = Piece(size, letter, finish)
        away[piece] += max(0, count - (lent[booking_id][piece] if booking_id in lent else 0))
    for outage in losses(db, today):
        away[Piece(outage.size, outage.letter, outage.finish)] += outage.count
    return {item.piece: max(0, item.quantity - away[item.piece]) for item in letters}


def losses(db: Session, today: date) -> list[LetterOutage]:
    """Return the losses of letters that haven't turned up, latest first."""
    statement = select(LetterOutage).where(
        LetterOutage.kind == MISSING,
        LetterOutage.size != ITEM,
        LetterOutage.first_day <= today,
        LetterOutage.last_day >= today,
        outages.IS_OPEN,
    )
    return list(db.scalars(statement.order_by(LetterOutage.id.desc())))


def rows_of(db: Session, row: Stocktake, prices: PriceList, today: date) -> list[CountRow]:
    """Return the rows of an open stocktake, along the shelves."""
    return rows_by_stocktake(db, [row], prices, today)[row.id]


def rows_by_stocktake(
    db: Session, stocktakes: Sequence[Stocktake], prices: PriceList, today: date
) -> dict[int, list[CountRow]]:
    """Return the rows of open stocktakes by their ids, along the shelves."""
    if not stocktakes:
        return {}
    order = shelf_order(prices)
    letters = sorted(_letters(db, stocktakes), key=lambda item: order(item.piece, item.slot))
    expected = expected_on_shelves(db, letters, today)
    latest: dict[tuple[int, Piece], StocktakeCount] = {}
    counts = select(StocktakeCount).where(StocktakeCount.stocktake_id.in_([row.id for row in stocktakes]))
    for count in db.scalars(counts.order_by(StocktakeCount.at, StocktakeCount.id)):
        latest[count.stocktake_id, Piece(count.size, count.letter, count.finish)] = count
    return {
        row.id: [
            _count_row(item, expected[item.piece], latest.get((row.id, item.piece)))
            for item in letters
            if row.sizes is None or item.size in row.sizes
        ]
        for row in stocktakes
    }


def _count_row(item: InventoryItem, expected: int, count: StocktakeCount | None) -> CountRow:
    return CountRow(
        item.piece,
        item.slot,
        count.expected if count else expected,
        count.counted if count else None,
        item.replacement_cents,
        count.who if count else None,
    )


def _letters(db: Session, stocktakes: Sequence[Stocktake]) -> list[InventoryItem]:
    """Return the letters that are counted in any of these stocktakes."""
    statement = select(InventoryItem)
    if all(row.sizes is not None for row in stocktakes):
        statement = statement.where(InventoryItem.size.in_({size for row in stocktakes for size in row.sizes or ()}))
    return list(db.scalars(statement))
