"""The only lock, and the reads of stock to make once it is taken (docs/adr/0004-holds-and-locking.md).

A transaction that promises letters locks the operator's row first and reads *then*: on PostgreSQL a statement that
locks and reads at once would take its snapshot before it waits. The statements are built once, here, and run as built.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Protocol, cast
from zoneinfo import ZoneInfo

from sqlalchemy import (
    ColumnElement,
    Connection,
    Date,
    Table,
    Text,
    and_,
    bindparam,
    exists,
    func,
    literal,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy import cast as sql_cast
from sqlalchemy.sql.selectable import ScalarSelect

from marqueedesk.accounts.errors import UnknownOperator
from marqueedesk.accounts.models import LONGEST_RENTAL_DAYS, LONGEST_TURNAROUND_DAYS, Operator, PublicKey
from marqueedesk.accounts.rules import DEFAULT_RULES, DeliveryRules, rules_of
from marqueedesk.availability.models import BOOKING, NOBODY, Holder, LetterHold
from marqueedesk.availability.stock import Stock, Taken
from marqueedesk.inventory.models import InventoryItem, Item
from marqueedesk.inventory.pieces import ITEM, Piece
from marqueedesk.kit.db import Instant, generic_plans, json_rows, one_of
from marqueedesk.kit.engines import SPREAD
from marqueedesk.kit.prepared import Prepared
from marqueedesk.kit.row_writer import Columns
from marqueedesk.kit.tenancy import assert_tenant_filtered
from marqueedesk.kit.timing import waiting
from marqueedesk.kit.wording import USUAL_TIME_FORMAT

SPAN = timedelta(days=LONGEST_RENTAL_DAYS + LONGEST_TURNAROUND_DAYS + 1)
"""No hold spans more days than this, so a check need not look at holds that began earlier."""

operators = cast("Table", Operator.__table__)
_public_keys = cast("Table", PublicKey.__table__)
inventory = cast("Table", InventoryItem.__table__)
items = cast("Table", Item.__table__)
holds = cast("Table", LetterHold.__table__)


@dataclass(frozen=True, slots=True)
class Terms:
    """An operator's settings for promising letters, read from the operator's row."""

    operator_id: int
    zone: ZoneInfo
    turnaround_days: int
    hold_days: int
    max_rental_days: int
    approval_required: bool
    rules: DeliveryRules = DEFAULT_RULES
    time_format: str = USUAL_TIME_FORMAT
    # Whether it waits for an administrator's review: visitors cannot book then.
    is_held: bool = False
    currency: str = "USD"

    def today(self, now: datetime) -> date:
        """The operator's calendar day."""
        return now.astimezone(self.zone).date()

    def due_before(self, now: datetime) -> date:
        """The first day that is not overdue: its end plus the hours of grace has not passed. Pieces that were due back
        before it are overdue.
        """
        return (now - timedelta(hours=self.rules.overdue_grace_hours)).astimezone(self.zone).date()


_COLUMNS = select(
    operators.c.id,
    operators.c.time_zone,
    operators.c.turnaround_days,
    operators.c.hold_days,
    operators.c.max_rental_days,
    operators.c.approval_required,
    operators.c.rules,
    operators.c.public_key,
    operators.c.time_format,
    operators.c.held_at,
).where(operators.c.is_active, operators.c.id == bindparam("who"))
_READ = _COLUMNS.add_columns(operators.c.currency)
# FOR NO KEY UPDATE: rows that merely refer to the operator are not made to wait. SQLite has BEGIN IMMEDIATE instead.
_LOCKED = _READ.with_for_update(key_share=True)
_TERMS, _LOCK = Prepared(_READ), Prepared(_LOCKED)
# The same columns, and one behind them that nobody reads.
_HOT_LOCK = Prepared(_LOCKED.add_columns(generic_plans().label("plans")))
_HOLD_IN_PLACE = update(operators).where(operators.c.id == bindparam("who")).values(time_zone=operators.c.time_zone)
_OF_KEY = select(_public_keys.c.operator_id).where(_public_keys.c.public_key == bindparam("public_key"))
_MOST_KNOWN = 50_000
_known: dict[str, int] = {}
"""A cache of the operators behind public keys: only a hint where to look. The operator's row decides."""


def lock_operator(connection: Connection, who: int | str, *, generic: bool = False) -> Terms:
    """Take the operator's lock until the transaction ends. Everything about stock must be read after this.

    With ``generic`` the transaction's statements are planned once for a connection (see kit.db.generic_plans): for
    those that are sent again and again. Raises UnknownOperator for nobody and for a deactivated one.
    """
    with waiting("operator"):
        return _terms(connection, _HOT_LOCK if generic else _LOCK, who)


def read_operator(connection: Connection, who: int | str) -> Terms:
    """The operator's terms without a lock, for answers that promise nothing. Raises UnknownOperator."""
    return _terms(connection, _TERMS, who)


def _terms(connection: Connection, statement: Prepared, who: int | str) -> Terms:
    """The terms by ``statement``, which finds an operator by id. A public key is resolved before, by a plain read of
    the directory of keys: so nothing is locked by anything but its operator's id (docs/adr/0018-keys.md).
    """
    row = _row(connection, statement, who) if isinstance(who, int) else _of_key(connection, statement, who)
    if row is None:
        raise UnknownOperator
    return Terms(
        operator_id=row.id,
        zone=ZoneInfo(row.time_zone),
        turnaround_days=row.turnaround_days,
        hold_days=row.hold_days,
        max_rental_days=row.max_rental_days,
        approval_required=row.approval_required,
        rules=rules_of(row.rules),
        time_format=row.time_format,
        is_held=row.held_at is not None,
        currency=row.currency,
    )


def _row(connection: Connection, statement: Prepared, who: int) -> Any:
    if statement is not _TERMS and connection.info.get(SPREAD):
        # Citus moves rows to another machine while somebody has read them for update, not while somebody has written
        # them: whoever locks them there would not wait for whoever has locked them here.
        connection.execute(_HOLD_IN_PLACE, {"who": who})
    return statement.one_or_none(connection, {"who": who})


def _of_key(connection: Connection, statement: Prepared, key: str) -> Any:
    # A key that was renewed meanwhile, here or by another process, no longer belongs to its operator: the row shows it.
    remembered = _known.pop(key, None)
    if remembered is not None:
        row = _row(connection, statement, remembered)
        if row is not None and row.public_key == key:
            _known[key] = remembered
            return row
    found = connection.execute(_OF_KEY, {"public_key": key}).scalar_one_or_none()
    row = _row(connection, statement, found) if found is not None else None
    if row is None or row.public_key != key:
        return None
    while len(_known) >= _MOST_KNOWN:
        _known.pop(next(iter(_known), ""), None)
    _known[key] = row.id
    return row


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


def taken_rows() -> ScalarSelect[Any]:
    """JSON rows [size, letter, finish, first day, last day, count] of what is taken within some days.

    Parameters: operator, sizes, letters, scan_from (see `scan_from`), first, last, now, and own with own_kind: the
    booking or the quote whose own holds do not count against it; own is 0 for nobody.
    """
    live = or_(holds.c.expires_at.is_(None), holds.c.expires_at > bindparam("now", type_=Instant))
    what = (holds.c.size, holds.c.letter, holds.c.finish, holds.c.first_day, holds.c.last_day)
    rows = (
        select(*what, func.sum(holds.c.count).label("count"))
        .where(
            holds.c.operator_id == bindparam("operator"),
            one_of(holds.c.size, "sizes"),
            holds.c.first_day.between(bindparam("scan_from", type_=Date), bindparam("last", type_=Date)),
            holds.c.last_day >= bindparam("first", type_=Date),
            one_of(holds.c.letter, "letters"),
            live,
            not_(and_(holds.c.kind == bindparam("own_kind"), holds.c.holder_id == bindparam("own"))),
        )
        .group_by(*what)
        .subquery()
    )
    return select(
        json_rows(rows.c.size, rows.c.letter, rows.c.finish, rows.c.first_day, rows.c.last_day, rows.c.count)
    ).scalar_subquery()


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


def stock_columns() -> list[ColumnElement[Any]]:
    """The columns from which `stock_of` makes the stock. Parameters: those of `parameters`."""
    return [
        stock_rows().label("stock"),
        item_rows().label("items"),
        any_stock().label("any_stock"),
        taken_rows().label("taken"),
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
    terms: Terms, pieces: Iterable[Piece], first: date, last: date, now: datetime, *, own: Holder = NOBODY
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
        "now": now,
        "own": own.id,
        "own_kind": own.kind,
        "due_before": terms.due_before(now),
        "today": today,
        "tomorrow": today + timedelta(days=1),
    }
