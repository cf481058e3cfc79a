"""The list of bookings: filters, sort orders, pagination and counts (B7)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, cast, get_args

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Date,
    Integer,
    ScalarSelect,
    Select,
    String,
    Table,
    Text,
    and_,
    bindparam,
    case,
    exists,
    func,
    not_,
    or_,
    select,
    tuple_,
)
from sqlalchemy.orm import Session

from marqueedesk.availability.models import MISSING, LetterOutage
from marqueedesk.bookings.business_calendar import earliest_delivery
from marqueedesk.bookings.models import (
    AWAY,
    BACK,
    CANCELED,
    COMPLETED,
    CONFIRMED,
    HOLDING,
    OVERDUE,
    PENDING,
    STATUSES,
    Booking,
    Status,
)
from marqueedesk.bookings.search import first_line, matches
from marqueedesk.kit.db import paging
from marqueedesk.kit.db.db import Instant
from marqueedesk.kit.db.detached_copy import from_row
from marqueedesk.kit.db.prepared import Prepared
from marqueedesk.kit.db.tenancy import assert_tenant_filtered
from marqueedesk.kit.errors import Invalid
from marqueedesk.rentals.rental_request import clock_text

_bookings = cast("Table", Booking.__table__)
_COLUMNS = [column.name for column in _bookings.c]

MOST_AT_ONCE: Final = 5_000
"""Limit of rows of a list without a page size."""


READ_AT_ONCE: Final = 500
"""Rows of a long response kept in memory at a time."""

_TEXT_SORTED_BY = 60
"""Number of characters of a text used for sorting, to keep cursors short."""

PaidState = Literal["unpaid", "partly", "paid", "disputed", "lost"]
PAID_STATES: Final = get_args(PaidState)


@dataclass(frozen=True, slots=True)
class Filter:
    """Filters of a list (B7).

    ``day`` matches the delivery or pickup day; ``since`` and ``until`` bound either (E3a). ``delivered_since`` and
    ``delivered_until`` bound the delivery only. ``on`` is like ``day`` for pending and confirmed bookings. ``between``
    is an inclusive range of local times that contains the delivery. ``open_from`` selects pending requests, and
    bookings that end on that day or later. ``goods`` is a state of goods; goods due before the day ``due_before`` are
    overdue.
    """

    statuses: tuple[str, ...] = ()
    q: str | None = None
    day: date | None = None
    since: date | None = None
    until: date | None = None
    delivered_since: date | None = None
    delivered_until: date | None = None
    on: date | None = None
    between: tuple[datetime, datetime] | None = None
    open_from: date | None = None
    venue_id: int | None = None
    customer_id: int | None = None
    paid: tuple[str, ...] = ()
    goods: tuple[str, ...] = ()
    due_before: date | None = None
    ids: tuple[int, ...] = ()

    @property
    def usual(self) -> "Filter":
        """Return the filters with few distinct values, such as the tabs, to be used as a cache key."""
        return Filter(
            self.statuses, open_from=self.open_from, paid=self.paid, goods=self.goods, due_before=self.due_before
        )


@dataclass(frozen=True, slots=True)
class _Key:
    """One part of a sort order: the expression, and its type in a cursor (None for JSON types)."""

    expression: Any
    type: Any


# Same as `models.owed` and `models.balance`.
_owed = case(
    (
        Booking.status == CANCELED,
        func.coalesce(Booking.cancel_fee_cents, 0) + Booking.charges_cents - Booking.fee_reduced_cents,
    ),
    else_=Booking.total_cents + Booking.charges_cents - Booking.reduced_cents,
)
_come = Booking.received_cents + Booking.processing_cents
_balance = case((_owed > _come, _owed - _come), else_=0)


def _text(column: Any) -> list[_Key]:
    """Sort by text, ignoring case; null comes last.

    Uses the database's own lower(). On SQLite it handles only ASCII, but avoids a call into Python for each row.
    """
    return [
        _Key(case((column.is_(None), 1), else_=0), Integer()),
        _Key(func.substr(func.lower(func.coalesce(column, "")), 1, _TEXT_SORTED_BY), Text()),
    ]


_DELIVERY = [_Key(Booking.delivery_day, Date()), _Key(Booking.delivery_clock, String())]
_ID = _Key(Booking.id, BigInteger())
_STATUS = _Key(case(*((Booking.status == name, at) for at, name in enumerate(STATUSES)), else_=9), Integer())

DELIVERY: Final = "deliveryDate"
REQUESTS_FIRST: Final = "requestsFirst"
_ORDERS: dict[str, list[_Key]] = {
    DELIVERY: _DELIVERY,
    REQUESTS_FIRST: [_Key(case((Booking.status == PENDING, 0), else_=1), Integer()), *_DELIVERY],
    "pickupDate": [_Key(Booking.pickup_day, Date()), _Key(Booking.pickup_clock, String())],
    "createdAt": [_Key(Booking.created_at, Instant())],
    # The search text begins with the name, without case and accents.
    "customerName": [_Key(func.substr(first_line(Booking.search_text), 1, _TEXT_SORTED_BY), Text())],
    "message": _text(Booking.message),
    "venueName": _text(Booking.venue_name),
    "status": [_STATUS, *_DELIVERY],
    "total": [_Key(Booking.total_cents, BigInteger())],
    "balance": [_Key(_balance, BigInteger())],
}
SORTS: Final = tuple(name for plain in _ORDERS for name in (plain, f"-{plain}"))
"""The sort orders of a list; a minus reverses one. Ties are sorted by id."""

OF_MONEY: Final = frozenset({"total", "-total", "balance", "-balance"})
"""Sort orders that require the right to see money (A5)."""


def listed(db: Session, filters: Filter, sort: str = DELIVERY) -> list[Booking]:
    """Return all matching bookings in the given order."""
    return list(db.scalars(_ordered(select(Booking).where(*_conditions(filters)), sort)))


def newest(
    db: Session, operator_id: int, filters: Filter, sort: str, cursor: str | None, most: int
) -> tuple[Iterator[Booking], int | None, str | None]:
    """Return all matching bookings in order, up to ``most``, as a streaming iterator.

    If more match, return the newest, the total count, and the cursor of the older ones.
    """
    conditions = _conditions(filters)
    if cursor is not None:
        conditions.append(_after(cursor, "-createdAt"))
    some = _ordered(select(Booking.id, Booking.created_at).where(*conditions), "-createdAt")
    places: list[tuple[int, datetime]] = [tuple(row) for row in db.execute(some.limit(most + 1))]
    if len(places) <= most:
        total = None if cursor is None else _count(db, filters)
        return _every(db, operator_id, conditions, sort), total, None
    last_id, last_at = places[most - 1]
    after = paging.encode(["-createdAt", last_at.isoformat(), last_id])
    not_older = tuple_(Booking.created_at, Booking.id) >= tuple_(
        bindparam(None, last_at, type_=Instant()), bindparam(None, last_id, type_=BigInteger())
    )
    return _every(db, operator_id, [*conditions, not_older], sort), _count(db, filters), after


def every(db: Session, operator_id: int, filters: Filter, sort: str = DELIVERY) -> Iterator[Booking]:
    """Iterate over all matching bookings in order, without a limit, streaming."""
    return _every(db, operator_id, _conditions(filters), sort)


def _every(db: Session, operator_id: int, conditions: Sequence[ColumnElement[bool]], sort: str) -> Iterator[Booking]:
    parameters = {"operator": operator_id, "rows": READ_AT_ONCE}
    cursor: str | None = None
    while True:
        rows = _rows(db, _page(conditions, sort, cursor), parameters)
        yield from map(booking_of, rows)
        if len(rows) < READ_AT_ONCE:
            return
        cursor = _place(rows[-1], sort)


def page(
    db: Session, operator_id: int, filters: Filter, sort: str, *, limit: int, cursor: str | None
) -> tuple[list[Booking], str | None]:
    """Return up to ``limit`` bookings after a cursor, and the cursor of the next page or None.

    The bookings aren't attached to a session (`booking_of`): this is the most frequent read, and loading them with the
    ORM would double its cost.
    """
    parameters = {"operator": operator_id, "rows": limit + 1}
    if cursor is None and filters == filters.usual:
        rows = _first_page(filters, sort).all(db.connection(), parameters)
    else:
        rows = _rows(db, _page(_conditions(filters), sort, cursor), parameters)
    after = _place(rows[limit - 1], sort) if len(rows) > limit else None
    return [booking_of(row) for row in rows[:limit]], after


def _rows(db: Session, page: Select[*tuple[Any, ...]], parameters: Mapping[str, int]) -> Sequence[Sequence[Any]]:
    return db.execute(page, parameters).all()


def _place(row: Sequence[Any], sort: str) -> str:
    """Return the cursor of the page that starts after this row."""
    # The sort values follow the columns; the id comes last.
    place = [_shown(value) for value in row[len(_COLUMNS) :]]
    return paging.encode([sort, *place, booking_of(row).id])


def booking_of(row: Sequence[Any]) -> Booking:
    """Return the booking of a page's row. It isn't attached to a session, so changes to it aren't stored."""
    return from_row(Booking, row)


def _page(conditions: Sequence[ColumnElement[bool]], sort: str, cursor: str | None) -> Select[*tuple[Any, ...]]:
    """Build the statement that selects a page's rows, each with its sort values after its columns. Its parameters are
    ``operator`` and ``rows``.
    """
    after = [] if cursor is None else [_after(cursor, sort)]
    return (
        _ordered(select(Booking).where(*conditions, *after), sort)
        .with_only_columns(*_bookings.c, *[key.expression for key in _keys(sort)[:-1]])
        .where(_bookings.c.operator_id == bindparam("operator"))
        .limit(bindparam("rows", type_=Integer()))
    )


@lru_cache(maxsize=32)
def _first_page(filters: Filter, sort: str) -> Prepared:
    return Prepared(assert_tenant_filtered(_page(_conditions(filters), sort, None)))


MOST_COUNTED: Final = 10_000
"""Counts stop here, so that the tabs of a large business load as fast as those of a small one."""


def counts(db: Session, filters: Filter, *, most: int = MOST_COUNTED) -> dict[str, int]:
    """Count the matching bookings of each status, up to ``most``, regardless of the statuses in the filter."""

    def count_of(status: str) -> ScalarSelect[int]:
        matching = select(Booking.id).where(*_conditions(replace(filters, statuses=(status,)))).limit(most)
        return select(func.count()).select_from(matching.subquery()).scalar_subquery()

    row = db.execute(select(*[count_of(status).label(status) for status in STATUSES])).one()
    return dict(zip(STATUSES, row, strict=True))


def _count(db: Session, filters: Filter) -> int:
    return db.scalar(select(func.count()).select_from(Booking).where(*_conditions(filters))) or 0


class CalendarRow(NamedTuple):
    """The columns of a booking that a calendar shows."""

    id: int
    number: int
    status: Status
    message: str
    size: str
    customer_name: str
    venue_name: str | None
    delivery_day: date
    delivery_clock: str
    delivery_time_given: bool
    pickup_day: date
    pickup_clock: str
    pickup_time_given: bool


def calendar(
    db: Session, operator_id: int, first: date, last: date, *, statuses: tuple[str, ...], q: str | None
) -> list[CalendarRow]:
    """Return the rentals that overlap the days ``first`` to ``last`` with the fields of a calendar, by delivery.

    Rentals have a maximum length (B2), so older deliveries are skipped.
    """
    filters = Filter(statuses=statuses, q=q, delivered_since=earliest_delivery(first), delivered_until=last)
    statement = (
        _ordered(select(Booking).where(*_conditions(filters)), DELIVERY)
        .with_only_columns(*[_bookings.c[name] for name in CalendarRow._fields])
        .where(_bookings.c.operator_id == operator_id, _bookings.c.pickup_day >= first)
    )
    return [CalendarRow._make(row) for row in db.execute(statement)]


def _conditions(filters: Filter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    statuses = filters.statuses
    if not statuses and (filters.on or filters.between):
        # Days and dashboard counts only include pending and confirmed bookings.
        statuses = HOLDING
    if statuses and set(statuses) != set(STATUSES):
        conditions.append(Booking.status.in_(statuses))
    if filters.day:
        conditions += _either_end(filters.day, filters.day)
    if filters.since or filters.until:
        conditions += _either_end(filters.since, filters.until)
    if filters.delivered_since:
        conditions.append(Booking.delivery_day >= filters.delivered_since)
    if filters.delivered_until:
        conditions.append(Booking.delivery_day <= filters.delivered_until)
    if filters.on:
        conditions += _either_end(filters.on, filters.on)
    if filters.between:
        conditions += _delivered_between(*filters.between)
    if filters.open_from:
        day = filters.open_from
        # The condition on the delivery is for the index: a rental that isn't over can't have been delivered earlier
        # than that.
        coming = and_(Booking.delivery_day >= earliest_delivery(day), Booking.pickup_day >= day)
        conditions.append(or_(Booking.status == PENDING, coming))
    if filters.venue_id is not None:
        conditions.append(Booking.venue_id == filters.venue_id)
    if filters.customer_id is not None:
        conditions.append(Booking.customer_id == filters.customer_id)
    if filters.ids:
        conditions.append(Booking.id.in_(filters.ids))
    if filters.paid:
        conditions.append(or_(*[_PAID[state] for state in filters.paid]))
    if filters.goods:
        conditions.append(or_(*[_goods(state, filters.due_before) for state in filters.goods]))
    if filters.q:
        conditions += matches(filters.q)
    return conditions


_PAID: dict[str, ColumnElement[bool]] = {
    "unpaid": and_(_come <= 0, _owed > 0),
    "partly": and_(_come > 0, _owed > _come),
    # A canceled booking without payments or balance matches none of the three, nor does one that was fully refunded or
    # whose payment was lost in a dispute.
    "paid": and_(
        _owed <= _come,
        or_(_come > 0, and_(Booking.status != CANCELED, Booking.reduced_cents == 0)),
        Booking.lost_cents == 0,
    ),
    "disputed": Booking.disputed_cents > 0,
    "lost": Booking.lost_cents > 0,
}


def _goods(state: str, due_before: date | None) -> ColumnElement[bool]:
    """Return the condition for a state of goods, as defined by `serializers.goods_of`."""
    is_due = or_(
        and_(Booking.status == CONFIRMED, Booking.goods != BACK),
        and_(Booking.status == CANCELED, Booking.goods.in_(AWAY)),
    )
    is_late = and_(is_due, Booking.pickup_day < (due_before or date.min))
    if state == OVERDUE:
        return is_late
    if state == BACK:
        # Pieces that were reported missing and haven't been found aren't back.
        lost = exists().where(
            LetterOutage.operator_id == Booking.operator_id,
            LetterOutage.booking_id == Booking.id,
            LetterOutage.kind == MISSING,
            LetterOutage.ended_at.is_(None),
        )
        return and_(or_(Booking.status == COMPLETED, Booking.goods == BACK), not_(lost))
    return and_(Booking.goods == state, Booking.status != COMPLETED, not_(is_late))


def _either_end(first: date | None, last: date | None) -> list[ColumnElement[bool]]:
    """Return the conditions for a delivery or pickup from ``first`` to ``last``, each unbounded if None."""
    # The first conditions are on the delivery, for the index.
    conditions: list[ColumnElement[bool]] = []
    if first is not None:
        conditions.append(Booking.delivery_day >= earliest_delivery(first))
        conditions.append(Booking.pickup_day >= first)
    if last is not None:
        conditions.append(Booking.delivery_day <= last)
    if first is not None and last is not None:
        conditions.append(or_(Booking.delivery_day >= first, Booking.pickup_day <= last))
    return conditions


def _delivered_between(first: datetime, last: datetime) -> list[ColumnElement[bool]]:
    place = tuple_(Booking.delivery_day, Booking.delivery_clock)
    begin, end = (
        tuple_(_bound(moment.date(), Date()), _bound(clock_text(moment.time()), String())) for moment in (first, last)
    )
    # By day first, for the index on deliveries.
    return [Booking.delivery_day.between(first.date(), last.date()), place >= begin, place <= end]


def _bound(value: Any, type_: Any) -> Any:
    return bindparam(None, value, type_=type_)


def _keys(sort: str) -> list[_Key]:
    return [*_ORDERS[sort.removeprefix("-")], _ID]


def _ordered(statement: Any, sort: str) -> Any:
    down = sort.startswith("-")
    return statement.order_by(*[key.expression.desc() if down else key.expression for key in _keys(sort)])


def _after(cursor: str, sort: str) -> ColumnElement[bool]:
    """Return the condition for rows after the cursor. Raises Invalid for a cursor of another sort order."""
    keys = _keys(sort)
    name, *place = paging.decode(cursor, (str, *[int if isinstance(key.type, Integer) else str for key in keys]))
    if name != sort:
        raise Invalid(fields={"cursor": paging.NOT_OURS})
    values = [_bound(_read(part, key.type), key.type) for part, key in zip(place, keys, strict=True)]
    left, right = tuple_(*[key.expression for key in keys]), tuple_(*values)
    return left < right if sort.startswith("-") else left > right


def _shown(value: Any) -> str | int:
    return value.isoformat() if isinstance(value, date) else value


def _read(part: str | int, type_: Any) -> Any:
    """Parse a part of a cursor for its column. Raises Invalid if the cursor was tampered with."""
    if isinstance(type_, Instant):
        return paging.moment(str(part))
    if not isinstance(type_, Date):
        return part
    try:
        return date.fromisoformat(str(part))
    except ValueError:
        raise Invalid(fields={"cursor": paging.NOT_OURS}) from None
