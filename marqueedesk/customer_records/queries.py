"""Queries on customers, scoped to the session's operator. Merged and erased customers are not listed."""

import json
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from sqlalchemy import ColumnElement, Text, and_, bindparam, cast, exists, or_, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute, Session

from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.search import has_text
from marqueedesk.customer_records.errors import CustomerErased
from marqueedesk.customer_records.schemas import CustomerSort
from marqueedesk.customers.contacts import e164_of
from marqueedesk.customers.errors import UnknownCustomer
from marqueedesk.customers.models import Customer
from marqueedesk.kit.db import paging
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text import search
from marqueedesk.kit.text.text_forms import folded
from marqueedesk.quotes.models import Quote

LISTED: Final = (Customer.merged_into_id.is_(None), Customer.erased_at.is_(None))
"""Conditions of customers that are shown."""


@dataclass(frozen=True, slots=True)
class _Order:
    column: InstrumentedAttribute[Any]
    is_descending: bool = False


_ORDERS: Final[dict[CustomerSort, _Order]] = {
    "name": _Order(Customer.name_key),
    "lastEvent": _Order(Customer.last_event, is_descending=True),
    "nextEvent": _Order(Customer.next_event),
    "total": _Order(Customer.booked_cents, is_descending=True),
    "balance": _Order(Customer.balance_cents, is_descending=True),
}
SORTS: Final = tuple(_ORDERS)
OF_MONEY: Final = frozenset({"total", "balance"})
"""Sorts that reveal amounts."""


def customer(db: Session, customer_id: int) -> Customer:
    """Return a customer. Raises UnknownCustomer, also for merged ones."""
    found = existing(db.scalars(select(Customer).where(Customer.id == customer_id)).one_or_none(), UnknownCustomer)
    if found.merged_into_id is not None:
        raise UnknownCustomer
    return found


def customer_for_change(db: Session, customer_id: int) -> Customer:
    """Return a customer with current values; the caller holds the operator's lock. Raises UnknownCustomer, also for
    merged ones, and CustomerErased.
    """
    found = existing(fresh(db, Customer, Customer.id == customer_id), UnknownCustomer)
    if found.merged_into_id is not None:
        raise UnknownCustomer
    if found.erased_at is not None:
        raise CustomerErased
    return found


def page(
    db: Session,
    sort: CustomerSort,
    *,
    q: str | None,
    tag: str | None,
    region: str,
    limit: int,
    cursor: str | None,
) -> tuple[list[Customer], str | None]:
    """Return a page of customers and the cursor of the next one. Raises Invalid on ``cursor``."""
    order = _ORDERS[sort]
    conditions = [*LISTED, *(_matches(q, region) if q else ())]
    if tag:
        conditions.append(_has_tag(tag))
    if cursor:
        conditions.append(_after(order, cursor))
    columns = (order.column, Customer.id)
    ordered = [column.desc() for column in columns] if order.is_descending else list(columns)
    rows = list(db.scalars(select(Customer).where(*conditions).order_by(*ordered).limit(limit + 1)))
    following = None
    if len(rows) > limit:
        rows = rows[:limit]
        place = getattr(rows[-1], order.column.key)
        following = paging.encode([place.isoformat() if isinstance(place, date) else place, rows[-1].id])
    return rows, following


def without_history(db: Session, q: str, region: str, limit: int) -> list[Customer]:
    """Return matching customers without bookings and quotes, by name. Their figures may not be computed yet."""
    unused = [
        ~exists().where(model.operator_id == Customer.operator_id, model.customer_id == Customer.id)
        for model in (Booking, Quote)
    ]
    found = select(Customer).where(*LISTED, *unused, *_matches(q, region))
    return list(db.scalars(found.order_by(Customer.name_key, Customer.id).limit(limit)))


def _after(order: _Order, cursor: str) -> ColumnElement[bool]:
    is_text = order.column.type.python_type is not int
    place, row_id = paging.decode(cursor, (str if is_text else int, int))
    value: Any = place
    if order.column.type.python_type is date:
        try:
            value = date.fromisoformat(str(place))
        except ValueError:
            raise Invalid(fields={"cursor": paging.NOT_OURS}) from None
    both, given = tuple_(order.column, Customer.id), tuple_(value, row_id)
    return both < given if order.is_descending else both > given


def _has_tag(tag: str) -> ColumnElement[bool]:
    # Tags are stored as JSON; the text of the list contains each in quotes.
    return has_text(cast(Customer.tags, Text), bindparam(None, json.dumps(tag), type_=Text()))


def _matches(q: str, region: str) -> list[ColumnElement[bool]]:
    """Return the search conditions: each word is in the customer's details or in a sign. A phone number matches in any
    notation.
    """
    parsed = e164_of(q, region)
    words = and_(*[_found(group) for group in search.read(q)])
    sign = folded(q).strip()
    ways = [words, _has(Customer.sign_text, sign)] if sign else [words]
    if parsed is not None:
        ways.append(_has(Customer.search_text, parsed[0]))
    return [or_(*ways)]


def _found(group: search.Group) -> ColumnElement[bool]:
    each = and_(*[_word_found(word) for word in group.words])
    return or_(each, _has(Customer.search_text, group.phone)) if group.phone else each


def _word_found(word: search.Word) -> ColumnElement[bool]:
    ways = [_has(Customer.search_text, word.text), _has(Customer.sign_text, word.text)]
    bare = (word.digits or "").lstrip("0")
    if bare and bare != word.text:
        ways.append(_has(Customer.search_text, bare))
    return or_(*ways)


def _has(column: Any, text: str) -> ColumnElement[bool]:
    return has_text(column, bindparam(None, text, type_=Text()))
