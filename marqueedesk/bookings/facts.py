"""The hot path's statements, built once: everything a price and a promise need, in one round trip each.

They run on bare connections, past the session's guard; `check_core` proves at import that each compares the operator.
"""

from typing import Any, cast

from sqlalchemy import (
    JSON,
    BindParameter,
    Date,
    Integer,
    Table,
    Text,
    bindparam,
    column,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    true,
)
from sqlalchemy import (
    cast as sql_cast,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from marqueedesk.availability.facts import any_stock, holds, stock_rows, taken_rows
from marqueedesk.availability.models import BOOKING, UnmetDemand
from marqueedesk.bookings.models import FROM_FORM, HOLDING, PENDING, Booking
from marqueedesk.kit.db import Instant, json_rows
from marqueedesk.kit.events import INSERT_EVENT
from marqueedesk.kit.tables import Counter, IdempotencyKey, Job
from marqueedesk.kit.tenancy import check_core
from marqueedesk.pricing.models import StoredPriceList
from marqueedesk.venues.models import Venue

bookings = cast("Table", Booking.__table__)
_venues = cast("Table", Venue.__table__)
_price_lists = cast("Table", StoredPriceList.__table__)
_unmet = cast("Table", UnmetDemand.__table__)
_keys = cast("Table", IdempotencyKey.__table__)
_counters = cast("Table", Counter.__table__)
_jobs = cast("Table", Job.__table__)


TOPIC = Booking.__topic__


def _operator(name: str = "operator") -> BindParameter[Any]:
    return bindparam(name)


_price_list = (
    select(_price_lists.c.data).where(_price_lists.c.operator_id == _operator()).scalar_subquery().label("price_list")
)
_venue = (
    select(
        json_rows(
            _venues.c.id,
            _venues.c.name,
            _venues.c.address,
            _venues.c.city,
            _venues.c.state,
            _venues.c.zip_code,
            _venues.c.difficulty,
            _venues.c.is_verified,
            _venues.c.surcharge_cents,
        )
    )
    .where(_venues.c.operator_id == _operator(), _venues.c.id == bindparam("venue"))
    .scalar_subquery()
    .label("venue")
)
_stock = [stock_rows().label("stock"), any_stock().label("any_stock"), taken_rows(one_size=True).label("taken")]

_unmet_row = (
    select(json_rows(_unmet.c.size, _unmet.c.first_day, _unmet.c.last_day))
    .where(_unmet.c.operator_id == _operator(), _unmet.c.form_key == bindparam("form_key"))
    .scalar_subquery()
    .label("unmet")
)

ESTIMATE = check_core(select(_price_list, _venue, *_stock, _unmet_row))
"""What an estimate needs. Parameters: those of availability.facts.parameters, venue, form_key."""

AGREED = check_core(
    select(bookings.c.breakdown).where(bookings.c.operator_id == _operator(), bookings.c.id == bindparam("booking"))
)
"""The price that a booking was agreed at. Parameters: operator, booking."""

_duplicate = exists(
    select(bookings.c.id).where(
        bookings.c.operator_id == _operator(),
        bookings.c.delivery_day == bindparam("first"),
        bookings.c.pickup_day == bindparam("pickup_day"),
        bookings.c.customer_email == bindparam("email"),
        bookings.c.message == bindparam("message"),
        bookings.c.size == bindparam("size"),
        # Not IN, whose list SQLAlchemy writes into the statement anew each time.
        or_(*[bookings.c.status == status for status in HOLDING]),
    )
).label("duplicate")
_made = (
    select(json_rows(_keys.c.made_id, _keys.c.fingerprint))
    .where(_keys.c.operator_id == _operator(), _keys.c.key == bindparam("key"))
    .scalar_subquery()
    .label("made")
)
_counted = (
    select(_counters.c.count)
    .where(_counters.c.key == bindparam("counter"), _counters.c.window_ends == bindparam("window_ends", type_=Instant))
    .scalar_subquery()
    .label("counted")
)
_counted_today = (
    select(func.sum(_counters.c.count))
    .where(_counters.c.key == bindparam("counter"), _counters.c.window_ends > bindparam("day_ago", type_=Instant))
    .scalar_subquery()
    .label("counted_today")
)
# An open request's letters are still held, and its delivery has not been: the index on customers finds it.
_open = (
    select(func.count())
    .select_from(bookings)
    .where(
        sql_cast(bindparam("counter"), Text).is_not(None),
        bookings.c.operator_id == _operator(),
        bookings.c.delivery_day >= bindparam("today", type_=Date),
        bookings.c.customer_email == bindparam("email"),
        bookings.c.status == PENDING,
        bookings.c.source == FROM_FORM,
        bookings.c.hold_expires_at > bindparam("now", type_=Instant),
    )
    .scalar_subquery()
    .label("open_requests")
)

PLACE = check_core(select(_price_list, _venue, *_stock, _duplicate, _made, _counted, _counted_today, _open, _unmet_row))
"""What placing a booking needs, read under the lock. Parameters: those of ESTIMATE, pickup_day, email, message, key,
counter (None: no limits), window_ends, day_ago, today."""

MADE = check_core(select(_made))
"""What a key has made before. Parameters: operator, key."""


def next_number(operator: Any) -> Any:
    """The number of an operator's next booking, as part of the statement that writes it (N1).

    Whoever writes a booking holds the operator's lock, so that no two take the same; and no booking is ever deleted, so
    that none is given twice. ``operator`` is the operator's id: a value, a parameter or a column.
    """
    before = bookings.alias("before")
    last = select(func.max(before.c.number)).where(before.c.operator_id == operator).scalar_subquery()
    return func.coalesce(last, 0) + 1


GIVEN_COLUMNS = [column.name for column in bookings.c if column.name not in {"id", "number"}]
INSERT_BOOKING = (
    insert(bookings).values(number=next_number(bindparam("operator"))).returning(bookings.c.id, bookings.c.number)
)
"""Parameters: the columns of `GIVEN_COLUMNS`, and operator."""
INSERT_JOB = insert(_jobs)
INSERT_KEY = insert(_keys)
_count = insert_sqlite(_counters)
COUNT_SQLITE = _count.on_conflict_do_update(
    index_elements=[_counters.c.key, _counters.c.window_ends], set_={"count": _counters.c.count + 1}
)
FORGET_UNMET = check_core(
    _unmet.delete().where(_unmet.c.operator_id == _operator("u_operator"), _unmet.c.form_key == bindparam("u_form_key"))
)


def _write_all() -> Any:
    """PostgreSQL: the booking, its holds, its job, its event, its key and its count in one statement, one round trip.

    The booking comes as one JSON document, parameter ``row``. As a parameter per column the statement would be over the
    50 up to which psycopg remembers how a statement is written, and it would be taken apart anew each time.
    """
    row = (
        func.json_to_record(sql_cast(bindparam("row"), JSON))
        .table_valued(*[column(name, bookings.c[name].type) for name in GIVEN_COLUMNS])
        .render_derived(name="given", with_types=True)
    )
    booking = (
        insert(bookings)
        .from_select(
            [*GIVEN_COLUMNS, "number"], select(*[row.c[name] for name in GIVEN_COLUMNS], next_number(row.c.operator_id))
        )
        .returning(
            bookings.c.id,
            bookings.c.number,
            bookings.c.operator_id,
            bookings.c.size,
            bookings.c.hold_expires_at,
            bookings.c.created_at,
        )
        .cte("booking")
    )
    wanted = (
        func.unnest(bindparam("letters", type_=ARRAY(Text())), bindparam("counts", type_=ARRAY(Integer())))
        .table_valued("letter", "count")
        .render_derived(name="wanted")
    )
    held = (
        insert(holds)
        .from_select(
            ["operator_id", "kind", "holder_id", "letter", "first_day", "last_day", "size", "count", "expires_at"],
            select(
                booking.c.operator_id,
                literal(BOOKING),
                booking.c.id,
                wanted.c.letter,
                bindparam("first", type_=Date),
                bindparam("last", type_=Date),
                booking.c.size,
                wanted.c.count,
                booking.c.hold_expires_at,
            ).select_from(booking.join(wanted, true())),
        )
        .cte("held")
    )
    told = INSERT_EVENT.from_select(
        ["operator_id", "topics", "at"],
        select(booking.c.operator_id, literal(TOPIC), booking.c.created_at).select_from(booking),
    ).cte("told")
    event = (
        insert(_jobs)
        .from_select(
            ["kind", "payload", "state", "run_at", "attempts", "created_at"],
            select(
                literal("booking.placed"),
                func.jsonb_build_object("bookingId", booking.c.id, "operatorId", booking.c.operator_id),
                literal("waiting"),
                booking.c.created_at,
                literal(0),
                booking.c.created_at,
            ).select_from(booking),
        )
        .cte("event")
    )
    key = sql_cast(bindparam("key"), Text)
    kept = (
        insert(_keys)
        .from_select(
            ["operator_id", "key", "fingerprint", "made_id", "created_at"],
            select(
                booking.c.operator_id, key, sql_cast(bindparam("fingerprint"), Text), booking.c.id, booking.c.created_at
            )
            .select_from(booking)
            .where(key.is_not(None)),
        )
        .cte("kept")
    )
    counter = sql_cast(bindparam("counter"), Text)
    counting = insert_postgresql(_counters).from_select(
        ["key", "window_ends", "count"],
        select(counter, sql_cast(bindparam("window_ends", type_=Instant), Instant), literal(1)).where(
            counter.is_not(None)
        ),
    )
    counted = counting.on_conflict_do_update(
        index_elements=[_counters.c.key, _counters.c.window_ends], set_={"count": _counters.c.count + 1}
    ).cte("counted")
    return select(booking.c.id, booking.c.number).add_cte(held, event, told, kept, counted)


WRITE_POSTGRESQL = _write_all()
