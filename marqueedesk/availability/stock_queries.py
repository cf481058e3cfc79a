"""Stock queries to run after taking the operator's lock. The statements are built at import."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, Protocol, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    Date,
    Table,
    Text,
    and_,
    bindparam,
    case,
    exists,
    false,
    func,
    literal,
    not_,
    or_,
    select,
)
from sqlalchemy import cast as sql_cast
from sqlalchemy.sql.selectable import ScalarSelect

from marqueedesk.accounts.models import LONGEST_RENTAL_DAYS, LONGEST_TURNAROUND_DAYS
from marqueedesk.availability.borrowed import borrowed_for
from marqueedesk.availability.models import BOOKING, NOBODY, Holder, LetterHold
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stock import Stock, Taken
from marqueedesk.inventory.models import InventoryItem, Item
from marqueedesk.inventory.pieces import ITEM, Piece
from marqueedesk.kit.db.db import Instant, json_rows, one_of
from marqueedesk.kit.db.prepared import Prepared
from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.kit.db.tenancy import assert_tenant_filtered

SPAN = timedelta(days=LONGEST_RENTAL_DAYS + LONGEST_TURNAROUND_DAYS + 1)
"""The maximum length of a hold, so that a check can skip holds that began earlier."""

inventory = cast("Table", InventoryItem.__table__)
items = cast("Table", Item.__table__)
holds = cast("Table", LetterHold.__table__)


def stock_rows() -> ScalarSelect[Any]:
    """Select JSON rows [size, letter, finish, quantity, price in cents] of the given letters. Parameters: operator,
    letters.
    """
    return (
        select(
            json_rows(
                inventory.c.size,
                inventory.c.letter,
                inventory.c.finish,
                inventory.c.quantity,
                inventory.c.price_per_day_cents,
            )
        )
        .where(inventory.c.operator_id == bindparam("operator"), one_of(inventory.c.letter, "letters"))
        .scalar_subquery()
    )


def item_rows() -> ScalarSelect[Any]:
    """Select JSON rows [id, quantity] of the given counted items. Parameters: operator, letters."""
    return (
        select(json_rows(items.c.id, items.c.quantity))
        .where(
            items.c.operator_id == bindparam("operator"),
            one_of(sql_cast(items.c.id, Text), "letters"),
            one_of(literal(ITEM), "sizes"),
        )
        .scalar_subquery()
    )


def any_stock() -> Any:
    """Select whether the operator has any letter (L7). Parameter: operator."""
    return exists(select(inventory.c.id).where(inventory.c.operator_id == bindparam("operator")))


def taken_rows(*, of_strangers: bool = False) -> ScalarSelect[Any]:
    """Select JSON rows [size, letter, finish, first day, last day, count] of pieces taken within some days; with
    ``of_strangers`` also the part held by unconfirmed strangers.

    Parameters: operator, sizes, letters, scan_from (see `scan_from`), taken_from, taken_until, now, and own with
    own_kind: the booking or quote whose own holds are excluded; own is 0 for none.
    """
    live = or_(holds.c.expires_at.is_(None), holds.c.expires_at > bindparam("now", type_=Instant))
    what = (holds.c.size, holds.c.letter, holds.c.finish, holds.c.first_day, holds.c.last_day)
    counts = [func.sum(holds.c.count).label("count")]
    if of_strangers:
        # NULL for all other holds.
        waiting = case((holds.c.sender_confirmed.is_(false()), holds.c.count), else_=0)
        counts.append(func.sum(waiting).label("of_strangers"))
    rows = (
        select(*what, *counts)
        .where(
            holds.c.operator_id == bindparam("operator"),
            one_of(holds.c.size, "sizes"),
            holds.c.first_day.between(bindparam("scan_from", type_=Date), bindparam("taken_until", type_=Date)),
            holds.c.last_day >= bindparam("taken_from", type_=Date),
            one_of(holds.c.letter, "letters"),
            live,
            not_(and_(holds.c.kind == bindparam("own_kind"), holds.c.holder_id == bindparam("own"))),
        )
        .group_by(*what)
        .subquery()
    )
    return select(json_rows(*rows.c)).scalar_subquery()


def late_rows() -> ScalarSelect[Any]:
    """Select JSON rows [size, letter, finish, whether its days were over before today, count] of overdue pieces: still
    held by bookings and due before ``due_before``. They count as taken today and tomorrow.

    Completed and canceled bookings have no holds, and requests expire. However many bookings were left open, there are
    at most two rows per piece.

    Parameters: those of `taken_rows`, due_before, today and tomorrow. Only needed if a rental begins by tomorrow.
    """
    over = (holds.c.last_day < bindparam("today", type_=Date)).label("over")
    what = (holds.c.size, holds.c.letter, holds.c.finish, over)
    rows = (
        select(*what, func.sum(holds.c.count).label("count"))
        .where(
            bindparam("first", type_=Date) <= bindparam("tomorrow", type_=Date),
            holds.c.operator_id == bindparam("operator"),
            one_of(holds.c.size, "sizes"),
            holds.c.first_day < bindparam("due_before", type_=Date),
            holds.c.last_day < bindparam("tomorrow", type_=Date),
            one_of(holds.c.letter, "letters"),
            holds.c.kind == literal(BOOKING),
            holds.c.expires_at.is_(None),
            func.coalesce(holds.c.due_day, holds.c.last_day) < bindparam("due_before", type_=Date),
            not_(and_(holds.c.kind == bindparam("own_kind"), holds.c.holder_id == bindparam("own"))),
        )
        .group_by(holds.c.size, holds.c.letter, holds.c.finish, over.name)
        .subquery()
    )
    return select(json_rows(rows.c.size, rows.c.letter, rows.c.finish, rows.c.over, rows.c.count)).scalar_subquery()


def scan_from(first: date) -> date:
    """Return the earliest first day of a hold that can last until ``first``."""
    return first - SPAN if first > date.min + SPAN else date.min


def stock_columns(*, of_strangers: bool = False) -> list[ColumnElement[Any]]:
    """Return the columns that `stock_of` reads; ``of_strangers`` is the same as for `taken_rows`. Parameters: those of
    `parameters`.
    """
    return [
        stock_rows().label("stock"),
        item_rows().label("items"),
        any_stock().label("any_stock"),
        taken_rows(of_strangers=of_strangers).label("taken"),
        late_rows().label("late"),
    ]


class StockRow(Protocol):
    """A row with `stock_columns`."""

    stock: list[list[Any]]
    items: list[list[Any]]
    any_stock: bool
    taken: list[list[Any]]
    late: list[list[Any]]


def stock_of(found: StockRow, today: date) -> Stock:
    """Build the stock from a row with `stock_columns`; ``today`` is the operator's day."""
    owned = {Piece(row[0], row[1], row[2]): row[3] for row in found.stock}
    for row in found.items:
        owned[Piece.of_item(row[0])] = row[1]
    taken = [
        Taken(Piece(row[0], row[1], row[2]), int(row[5]), date.fromisoformat(row[3]), date.fromisoformat(row[4]))
        for row in found.taken
    ]
    tomorrow = today + timedelta(days=1)
    # If the hold ends today, its own row already covers today.
    taken += [
        Taken(Piece(size, letter, finish), int(count), today if over else tomorrow, tomorrow)
        for size, letter, finish, over, count in found.late
    ]
    return Stock(owned, tuple(taken), checked=bool(found.any_stock))


_STOCK = Prepared(assert_tenant_filtered(select(*stock_columns())))


def read_stock(
    connection: Connection,
    terms: Terms,
    pieces: Iterable[Piece],
    first: date,
    last: date,
    now: datetime,
    *,
    own: Holder = NOBODY,
) -> Stock:
    """Return the stock of some pieces over some days. For a binding check, call after `lock_operator` in the same
    transaction. It includes what was borrowed for ``own``.
    """
    row = _STOCK.one(connection, parameters(terms, pieces, first, last, now, own=own))
    return with_borrowed(connection, stock_of(row, terms.today(now)), terms, own)


def with_borrowed(connection: Connection, stock: Stock, terms: Terms, own: Holder) -> Stock:
    """Return the stock with the pieces that were borrowed for ``own``."""
    lent = borrowed_for(connection, terms.operator_id, own)
    return replace(stock, taken=(*stock.taken, *(replace(row, count=-row.count) for row in lent))) if lent else stock


def read_stock_of_sizes(
    connection: Connection,
    terms: Terms,
    pieces: Iterable[Piece],
    sizes: Iterable[str],
    first: date,
    last: date,
    now: datetime,
    *,
    own: Holder = NOBODY,
) -> tuple[Stock, list[list[Any]]]:
    """Return the stock over some days of some pieces and of the same letters in other sizes, and the raw stock rows
    with the letters' prices.
    """
    values = parameters(terms, pieces, first, last, now, own=own)
    values["sizes"] = list(dict.fromkeys([*values["sizes"], *sizes]))
    row = _STOCK.one(connection, values)
    return with_borrowed(connection, stock_of(row, terms.today(now)), terms, own), row.stock


def parameters(
    terms: Terms,
    pieces: Iterable[Piece],
    first: date,
    last: date,
    now: datetime,
    *,
    own: Holder = NOBODY,
) -> Columns:
    """Return the parameters of `stock_columns`."""
    today = terms.today(now)
    sizes: dict[str, None] = {}
    letters: dict[str, None] = {}
    for piece in pieces:
        sizes[piece.size] = letters[piece.letter] = None
    return {
        "operator": terms.operator_id,
        "sizes": list(sizes),
        "letters": list(letters),
        "first": first,
        "last": last,
        "scan_from": scan_from(first),
        "taken_from": first,
        "taken_until": last,
        "now": now,
        "own": own.id,
        "own_kind": own.kind,
        "due_before": terms.due_before(now),
        "today": today,
        "tomorrow": today + timedelta(days=1),
    }
