"""Prebuilt statements of the hot path. Each reads all data for an estimate or a new booking in one round trip.

They run on bare connections without the session's tenant guard; `assert_tenant_filtered` checks at import that each
filters by operator.
"""

from typing import Any, cast

from sqlalchemy import BindParameter, Date, Table, Text, bindparam, exists, func, or_, select, union_all
from sqlalchemy import cast as sql_cast

from marqueedesk.availability.models import UnmetDemand
from marqueedesk.availability.operator_lock import TERMS_NOW, operators
from marqueedesk.availability.stock_queries import stock_columns
from marqueedesk.availability.stranger_limits import network_holds_any
from marqueedesk.bookings.models import FROM_FORM, HOLDING, PENDING, Booking, RefusedSender
from marqueedesk.customers.matching import MATCHING_KEYS, NEXT_CUSTOMER_ID
from marqueedesk.instance_settings.queries import stored_free_cancellation, stored_mail_host
from marqueedesk.kit.db.db import Instant, json_rows, next_id, one_of
from marqueedesk.kit.db.prepared import Prepared
from marqueedesk.kit.db.tables import Counter, IdempotencyKey
from marqueedesk.kit.db.tenancy import assert_tenant_filtered
from marqueedesk.pricing.models import StoredPaymentPolicy, StoredPriceList
from marqueedesk.venues.models import Venue

bookings = cast("Table", Booking.__table__)
_venues = cast("Table", Venue.__table__)
_price_lists = cast("Table", StoredPriceList.__table__)
_policies = cast("Table", StoredPaymentPolicy.__table__)
_unmet = cast("Table", UnmetDemand.__table__)
_keys = cast("Table", IdempotencyKey.__table__)
_counters = cast("Table", Counter.__table__)
_refused_senders = cast("Table", RefusedSender.__table__)


def _operator(name: str = "operator") -> BindParameter[Any]:
    return bindparam(name)


_price_list = (
    select(_price_lists.c.data).where(_price_lists.c.operator_id == _operator()).scalar_subquery().label("price_list")
)
_payment_terms = (
    select(_policies.c.data).where(_policies.c.operator_id == _operator()).scalar_subquery().label("payment_terms")
)
_own_free_hours = (
    select(operators.c.free_cancellation_hours)
    .where(operators.c.id == _operator())
    .scalar_subquery()
    .label("own_free_hours")
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
_stock = stock_columns()

_unmet_row = (
    select(json_rows(_unmet.c.size, _unmet.c.first_day, _unmet.c.last_day))
    .where(_unmet.c.operator_id == _operator(), _unmet.c.form_key == bindparam("form_key"))
    .scalar_subquery()
    .label("unmet")
)

ESTIMATE = Prepared(
    assert_tenant_filtered(
        select(
            TERMS_NOW,
            _price_list,
            _venue,
            *_stock,
            _unmet_row,
            _payment_terms,
            _own_free_hours,
            stored_free_cancellation().label("usual_free_hours"),
        )
    )
)
"""Reads the data of an estimate. Parameters: those of availability.stock_queries.parameters, venue, form_key."""

READ_AGREED = assert_tenant_filtered(
    select(
        bookings.c.message,
        bookings.c.size,
        bookings.c.color,
        bookings.c.add_ons,
        bookings.c.lines,
        bookings.c.venue_id,
        bookings.c.address,
        bookings.c.breakdown,
    ).where(bookings.c.operator_id == _operator(), bookings.c.id == bindparam("holder"))
)
"""Reads a booking's agreed price and rental. Parameters: operator, holder."""

_duplicate = exists(
    select(bookings.c.id).where(
        bookings.c.operator_id == _operator(),
        bookings.c.delivery_day == bindparam("first"),
        bookings.c.pickup_day == bindparam("pickup_day"),
        bookings.c.customer_email == bindparam("email"),
        bookings.c.message == bindparam("message"),
        bookings.c.size == bindparam("size"),
        # Not IN, because SQLAlchemy renders its list into the statement on each execution.
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
# A booking of the same customer that waits for its payment, or for the business to charge the authorized card; its
# lines and place are compared afterwards. By status and day, because addresses compare without case, which no index
# does.
_unpaid = (
    select(bookings.c.id)
    .where(
        bookings.c.operator_id == _operator(),
        bookings.c.status == PENDING,
        bookings.c.delivery_day == bindparam("first"),
        bookings.c.pickup_day == bindparam("pickup_day"),
        or_(
            bookings.c.pay_by > bindparam("now", type_=Instant),
            bookings.c.authorized_until > bindparam("now", type_=Instant),
        ),
        func.lower(bookings.c.customer_email) == bindparam("email_to_resume"),
        bookings.c.message == bindparam("message"),
    )
    .order_by(bookings.c.id.desc())
    .limit(1)
    .scalar_subquery()
    .label("unpaid")
)
# The customer's open requests: the letters are still held, or never were (bookings.unavailable_requests), and the
# delivery is in the future. Uses the index on customers.
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
        or_(
            bookings.c.hold_expires_at > bindparam("now", type_=Instant),
            bookings.c.hold_expires_at == bookings.c.created_at,
        ),
    )
    .scalar_subquery()
    .label("open_requests")
)

_refused = exists(
    select(_refused_senders.c.id).where(
        _refused_senders.c.operator_id == _operator(), one_of(_refused_senders.c.value, "sender_values")
    )
).label("refused")

# The lock ensures that no number is used twice. Undoing an import deletes bookings, whose numbers aren't reused (B17).
_numbers = union_all(
    select(func.max(bookings.c.number).label("number")).where(bookings.c.operator_id == _operator()),
    select(operators.c.booking_numbers_used).where(operators.c.id == _operator()),
).subquery("numbers")
LAST_NUMBER = select(func.coalesce(func.max(_numbers.c.number), 0))
"""Reads the last booking number. Parameter: operator."""
READ_FOR_NEW_BOOKING = Prepared(
    assert_tenant_filtered(
        select(
            next_id(bookings.name).label("id"),
            (LAST_NUMBER.scalar_subquery() + 1).label("number"),
            _price_list,
            _payment_terms,
            _venue,
            *stock_columns(of_strangers=True),
            _duplicate,
            _unpaid,
            _made,
            _counted,
            _counted_today,
            _open,
            _unmet_row,
            _refused,
            NEXT_CUSTOMER_ID,
            MATCHING_KEYS,
            network_holds_any().label("network_holds_any"),
            stored_mail_host().label("mail_host"),
            _own_free_hours,
            stored_free_cancellation().label("usual_free_hours"),
        )
    )
)
"""Reads the data of a new booking under the lock, with its new ID and number.

Parameters: those of ESTIMATE and `customers.matching.MATCHING_KEYS`, pickup_day, email, email_to_resume (None: no
visitor), message, key, counter (None: no limits), window_ends, day_ago, today, sender_values, and for_network (None: no
limits).
"""

IS_BLOCKED = Prepared(assert_tenant_filtered(select(_refused)))
"""Selects whether the business blocked the sender. Parameters: operator, sender_values."""

READ_BY_KEY = Prepared(assert_tenant_filtered(select(_made, _price_list)))
"""Reads the booking created with an idempotency key, and the price list. Parameters: operator, key."""

FORGET_UNMET = assert_tenant_filtered(
    _unmet.delete().where(_unmet.c.operator_id == _operator("u_operator"), _unmet.c.form_key == bindparam("u_form_key"))
)
