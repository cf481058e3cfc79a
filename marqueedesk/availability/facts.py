"""The only lock, and what there is to know of stock once it is taken (docs/adr/0004-holds-and-locking.md).

Whoever promises letters takes the operator's row first and reads *then*: on PostgreSQL a statement that locks and reads
at once would take its snapshot before it waits. The statements are built once, here, and run as they are.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Date, Select, Table, and_, bindparam, exists, func, not_, or_, select
from sqlalchemy.sql.selectable import ScalarSelect

from marqueedesk.accounts.errors import UnknownOperator
from marqueedesk.accounts.models import LONGEST_RENTAL_DAYS, LONGEST_TURNAROUND_DAYS, Operator
from marqueedesk.availability.models import BOOKING, LetterHold
from marqueedesk.availability.stock import Stock, Taken
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.kit.db import Instant, generic_plans, json_rows, one_of
from marqueedesk.kit.tenancy import check_core

SPAN = timedelta(days=LONGEST_RENTAL_DAYS + LONGEST_TURNAROUND_DAYS + 1)
"""No hold spans more days than this, so a check need not look at holds that began earlier."""

operators = cast("Table", Operator.__table__)
inventory = cast("Table", InventoryItem.__table__)
holds = cast("Table", LetterHold.__table__)


@dataclass(frozen=True, slots=True)
class Terms:
    """What an operator's row says about how letters are promised."""

    operator_id: int
    zone: ZoneInfo
    turnaround_days: int
    hold_days: int
    max_rental_days: int
    approval_required: bool

    def today(self, now: datetime) -> date:
        """The operator's calendar day."""
        return now.astimezone(self.zone).date()


_Terms = Select[int, str, int, int, int, bool]
_TERMS = select(
    operators.c.id,
    operators.c.time_zone,
    operators.c.turnaround_days,
    operators.c.hold_days,
    operators.c.max_rental_days,
    operators.c.approval_required,
).where(operators.c.is_active)
_BY_ID = _TERMS.where(operators.c.id == bindparam("who"))
_BY_KEY = _TERMS.where(operators.c.public_key == bindparam("who"))
# FOR NO KEY UPDATE: rows that merely refer to the operator are not made to wait. SQLite has BEGIN IMMEDIATE instead.
_LOCK_BY_ID = _BY_ID.with_for_update(key_share=True)
_LOCK_BY_KEY = _BY_KEY.with_for_update(key_share=True)
# The same columns, and one behind them that nobody reads.
_HOT_LOCK_BY_ID = cast("_Terms", _LOCK_BY_ID.add_columns(generic_plans()))
_HOT_LOCK_BY_KEY = cast("_Terms", _LOCK_BY_KEY.add_columns(generic_plans()))


def lock_operator(connection: Connection, who: int | str, *, generic: bool = False) -> Terms:
    """Take the operator's lock until the transaction ends. Everything about stock must be read after this.

    With ``generic`` the transaction's statements are planned once for a connection (see kit.db.generic_plans): for
    those that are sent again and again. Raises UnknownOperator for nobody and for a deactivated one.
    """
    by_id, by_key = (_HOT_LOCK_BY_ID, _HOT_LOCK_BY_KEY) if generic else (_LOCK_BY_ID, _LOCK_BY_KEY)
    return _terms(connection, by_id if isinstance(who, int) else by_key, who)


def read_operator(connection: Connection, who: int | str) -> Terms:
    """The operator's terms without a lock, for answers that promise nothing. Raises UnknownOperator."""
    return _terms(connection, _BY_ID if isinstance(who, int) else _BY_KEY, who)


def _terms(connection: Connection, statement: _Terms, who: int | str) -> Terms:
    row = connection.execute(statement, {"who": who}).one_or_none()
    if row is None:
        raise UnknownOperator
    return Terms(row[0], ZoneInfo(row[1]), row[2], row[3], row[4], bool(row[5]))


def stock_rows() -> ScalarSelect[Any]:
    """JSON rows [size, letter, quantity, price in cents] of the letters asked for. Parameters: operator, letters."""
    return (
        select(json_rows(inventory.c.size, inventory.c.letter, inventory.c.quantity, inventory.c.price_per_day_cents))
        .where(inventory.c.operator_id == bindparam("operator"), one_of(inventory.c.letter, "letters"))
        .scalar_subquery()
    )


def any_stock() -> Any:
    """Whether the operator has entered any letter at all (L7). Parameter: operator."""
    return exists(select(inventory.c.id).where(inventory.c.operator_id == bindparam("operator")))


def taken_rows(*, one_size: bool) -> ScalarSelect[Any]:
    """JSON rows [size, letter, first day, last day, count] of letters taken within some days.

    Parameters: operator, letters, size (with ``one_size``), scan_from (see `scan_from`), first, last, now, and own
    with own_kind: the booking or the quote whose own holds do not count against it; own is 0 for nobody.
    """
    live = or_(holds.c.expires_at.is_(None), holds.c.expires_at > bindparam("now", type_=Instant))
    found = select(
        holds.c.size, holds.c.letter, holds.c.first_day, holds.c.last_day, func.sum(holds.c.count).label("count")
    ).where(
        holds.c.operator_id == bindparam("operator"),
        holds.c.first_day.between(bindparam("scan_from", type_=Date), bindparam("last", type_=Date)),
        holds.c.last_day >= bindparam("first", type_=Date),
        one_of(holds.c.letter, "letters"),
        live,
        not_(and_(holds.c.kind == bindparam("own_kind"), holds.c.holder_id == bindparam("own"))),
    )
    if one_size:
        found = found.where(holds.c.size == bindparam("size"))
    rows = found.group_by(holds.c.size, holds.c.letter, holds.c.first_day, holds.c.last_day).subquery()
    return select(
        json_rows(rows.c.size, rows.c.letter, rows.c.first_day, rows.c.last_day, rows.c.count)
    ).scalar_subquery()


def scan_from(first: date) -> date:
    """The earliest first day of a hold that can reach ``first``."""
    return first - SPAN if first > date.min + SPAN else date.min


def stock_of(size: str, stock: Iterable[list[Any]], taken: Iterable[list[Any]], *, checked: bool) -> Stock:
    """The stock of one size from the JSON rows of `stock_rows` and `taken_rows`."""
    return Stock(
        owned={row[1]: row[2] for row in stock if row[0] == size},
        taken=tuple(
            [
                Taken(row[1], int(row[4]), date.fromisoformat(row[2]), date.fromisoformat(row[3]))
                for row in taken
                if row[0] == size
            ]
        ),
        checked=checked,
    )


_NARROW = check_core(
    select(stock_rows().label("stock"), any_stock().label("any_stock"), taken_rows(one_size=True).label("taken"))
)
_WIDE = check_core(
    select(stock_rows().label("stock"), any_stock().label("any_stock"), taken_rows(one_size=False).label("taken"))
)


def read_stock(
    connection: Connection,
    operator_id: int,
    size: str,
    letters: Mapping[str, int],
    first: date,
    last: date,
    now: datetime,
    *,
    own: int = 0,
    own_kind: str = BOOKING,
) -> Stock:
    """Stock of one size over some days. For a promise, only after `lock_operator` in the same transaction."""
    row = connection.execute(
        _NARROW, parameters(operator_id, size, letters, first, last, now, own=own, own_kind=own_kind)
    ).one()
    return stock_of(size, row.stock, row.taken, checked=bool(row.any_stock))


def read_stock_of_sizes(
    connection: Connection,
    operator_id: int,
    letters: Mapping[str, int],
    first: date,
    last: date,
    now: datetime,
    *,
    own: int = 0,
    own_kind: str = BOOKING,
) -> tuple[dict[str, Stock], list[list[Any]]]:
    """Stock of every size over some days, and the raw stock rows, which carry the letters' prices."""
    values = parameters(operator_id, "", letters, first, last, now, own=own, own_kind=own_kind)
    row = connection.execute(_WIDE, values).one()
    checked = bool(row.any_stock)
    sizes = {entry[0] for entry in row.stock}
    return {size: stock_of(size, row.stock, row.taken, checked=checked) for size in sizes}, row.stock


def parameters(
    operator_id: int,
    size: str,
    letters: Mapping[str, int],
    first: date,
    last: date,
    now: datetime,
    *,
    own: int = 0,
    own_kind: str = BOOKING,
) -> dict[str, Any]:
    """The parameters of `stock_rows`, `any_stock` and `taken_rows`."""
    return {
        "operator": operator_id,
        "size": size,
        "letters": list(letters),
        "first": first,
        "last": last,
        "scan_from": scan_from(first),
        "now": now,
        "own": own,
        "own_kind": own_kind,
    }
