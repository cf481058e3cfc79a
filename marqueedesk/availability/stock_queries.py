"""The reads of stock to make once the operator's lock is taken. They are built once, here, and run as built."""

from collections.abc import Iterable
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
"""No hold spans more days than this, so a check need not look at holds that began earlier."""

inventory = cast("Table", InventoryItem.__table__)
items = cast("Table", Item.__table__)
holds = cast("Table", LetterHold.__table__)


def stock_rows() -> ScalarSelect[Any]:
    """JSON rows [size, letter, finish, quantity, price in cents] of the letters asked for. Parameters: operator,
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
    """JSON rows [id, quantity] of the counted items asked for. Parameters: operator, letters."""
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
    """Whether the operator has entered any letter at all (L7). Parameter: operator."""
    return exists(select(inventory.c.id).where(inventory.c.operator_id == bindparam("operator")))


def taken_rows(*, of_strangers: bool = False) -> ScalarSelect[Any]:
    """JSON rows [size, letter, finish, first day, last day, count] of what is taken within some days, and with
    ``of_strangers`` the part of the count that unconfirmed strangers hold.

    Parameters: operator, sizes, letters, scan_from (see `scan_from`), taken_from, taken_until, now, and own with
    own_kind: the booking or the quote whose own holds do not count against it; own is 0 for nobody.
    """
    live = or_(holds.c.expires_at.is_(None), holds.c.expires_at > bindparam("now", type_=Instant))
    what = (holds.c.size, holds.c.letter, holds.c.finish, holds.c.first_day, holds.c.last_day)
    counts = [func.sum(holds.c.count).label("count")]
    if of_strangers:
        # NULL for the holds of everybody else.
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
    """JSON rows [size, letter, finish, whether its days were over before today, count] of what bookings still hold that
    was due back before ``due_before``: it is overdue, and so is taken today and tomorrow whatever its days were. Holds
    of bookings that are completed or canceled are gone, and a request's has an end. However many bookings nobody
    completed, there are at most two rows for a piece.

    Parameters: those of `taken_rows`, due_before, today and tomorrow. Read only where a rental begins by tomorrow.
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
    """The earliest first day of a hold that can reach ``first``."""
    return first - SPAN if first > date.min + SPAN else date.min


def stock_columns(*, of_strangers: bool = False) -> list[ColumnElement[Any]]:
    """The columns from which `stock_of` makes the stock; ``of_strangers`` as for `taken_rows`. Parameters: those of
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
    """The stock from a row with `stock_columns`; ``today`` is the operator's."""
    owned = {Piece(row[0], row[1], row[2]): row[3] for row in found.stock}
    for row in found.items:
        owned[Piece.of_item(row[0])] = row[1]
    taken = [
        Taken(Piece(row[0], row[1], row[2]), int(row[5]), date.fromisoformat(row[3]), date.fromisoformat(row[4]))
        for row in found.taken
    ]
    tomorrow = today + timedelta(days=1)
    # A hold that ends today says itself that today is taken.
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
    """The stock of some pieces over some days. For a promise, only after `lock_operator` in the same transaction."""
    found = _STOCK.one(connection, parameters(terms, pieces, first, last, now, own=own))
    return stock_of(found, terms.today(now))


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
    """The stock of some pieces and of the same letters in other sizes over some days, and the raw stock rows, which
    carry the letters' prices.
    """
    values = parameters(terms, pieces, first, last, now, own=own)
    values["sizes"] = list(dict.fromkeys([*values["sizes"], *sizes]))
    row = _STOCK.one(connection, values)
    return stock_of(row, terms.today(now)), row.stock


def parameters(
    terms: Terms,
    pieces: Iterable[Piece],
    first: date,
    last: date,
    now: datetime,
    *,
    own: Holder = NOBODY,
) -> Columns:
    """The parameters of `stock_columns`."""
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
