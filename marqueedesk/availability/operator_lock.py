"""The lock on an operator's row, and the terms read from that row (docs/adr/0004-holds-and-locking.md).

A transaction that reserves letters locks the operator's row first and reads the stock *afterwards* (`stock_queries`):
on PostgreSQL, a statement that both locks and reads takes its snapshot before it waits for the lock, and so misses what
the previous holder wrote.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar, cast
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Table, Text, bindparam, select, update
from sqlalchemy import cast as sql_cast

from marqueedesk.accounts.errors import UnknownOperator
from marqueedesk.accounts.models import Operator, PublicKey
from marqueedesk.customers.contacts import region_of
from marqueedesk.delivery.rules import DEFAULT_RULES, DeliveryRules, rules_of
from marqueedesk.kit.db.db import generic_plans, json_rows
from marqueedesk.kit.db.engines import SPREAD
from marqueedesk.kit.db.prepared import Prepared
from marqueedesk.kit.errors import Problem
from marqueedesk.kit.text.formats import USUAL_DATE_FORMAT, USUAL_TIME_FORMAT
from marqueedesk.kit.watch.lru import LruCache
from marqueedesk.kit.watch.timing import enter_business, waiting

operators = cast("Table", Operator.__table__)
_public_keys = cast("Table", PublicKey.__table__)
ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class Terms:
    """An operator's settings for reserving letters, from the operator's row."""

    operator_id: int
    zone: ZoneInfo
    turnaround_days: int
    hold_days: int
    max_rental_days: int
    # Also true if requests wait for a signed contract.
    approval_required: bool
    rules: DeliveryRules = DEFAULT_RULES
    time_format: str = USUAL_TIME_FORMAT
    date_format: str = USUAL_DATE_FORMAT
    # True while an administrator's review is pending, during which visitors can't book.
    is_under_review: bool = False
    # True while an administrator has suspended the business, during which visitors can't book.
    is_suspended: bool = False
    currency: str = "USD"
    public_key: str = ""

    @property
    def region(self) -> str:
        """Return the country in whose form phone numbers are read."""
        return region_of(self.zone.key)

    def today(self, now: datetime) -> date:
        """Return the current day in the operator's time zone."""
        return now.astimezone(self.zone).date()

    def due_before(self, now: datetime) -> date:
        """Return the first day whose due pieces aren't overdue yet: the day's end plus the grace hours hasn't
        passed.
        """
        return not_overdue_from(now, self.zone, self.rules.overdue_grace_hours)


def not_overdue_from(now: datetime, zone: ZoneInfo, grace_hours: int) -> date:
    """Return the first day whose due goods aren't overdue yet: the day's end plus the grace hours hasn't passed."""
    return (now - timedelta(hours=grace_hours)).astimezone(zone).date()


class _Row(NamedTuple):
    """The columns of the operator's row that make up the terms; ``rules`` as text."""

    id: int
    time_zone: str
    turnaround_days: int
    hold_days: int
    max_rental_days: int
    approval_required: bool | int
    waits_for_signature: bool | int
    rules: str
    public_key: str
    time_format: str
    date_format: str
    held_at: object
    stopped_at: object
    currency: str


_COLUMNS = [
    sql_cast(operators.c.rules, Text).label("rules") if name == "rules" else operators.c[name] for name in _Row._fields
]
_READ = select(*_COLUMNS).where(operators.c.is_active, operators.c.id == bindparam("who"))
TERMS_NOW = (
    select(json_rows(*_COLUMNS))
    .where(operators.c.is_active, operators.c.id == bindparam("operator"))
    .scalar_subquery()
    .label("terms")
)
"""A column with the current terms at the time of the read, for `confirm`. Parameter: operator."""
# FOR NO KEY UPDATE doesn't block rows that only reference the operator. SQLite uses BEGIN IMMEDIATE instead.
_LOCKED = _READ.with_for_update(key_share=True)
_TERMS, _LOCK = Prepared(_READ), Prepared(_LOCKED)
# The same columns plus one whose value isn't used.
_HOT_LOCK = Prepared(_LOCKED.add_columns(generic_plans().label("plans")))
_HOLD_IN_PLACE = update(operators).where(operators.c.id == bindparam("who")).values(time_zone=operators.c.time_zone)
_OF_KEY = select(_public_keys.c.operator_id).where(_public_keys.c.public_key == bindparam("public_key"))
_MOST_KNOWN = 50_000
_known: dict[str, int] = {}
"""Cache of operator IDs by public key. Entries may be outdated, so the key is checked against the operator's row."""
_MOST_REMEMBERED: Final = 2_000


class _Remembered(NamedTuple):
    stored: Sequence[Any]
    terms: Terms


_remembered: LruCache[int, _Remembered] = LruCache(_MOST_REMEMBERED)
"""Cached terms by operator, with the row they were built from. They may be outdated: callers must `confirm` them."""


def forget_terms() -> None:
    """Clear this process's cached terms and public keys."""
    _remembered.clear()
    _known.clear()


class TermsChangedError(Exception):
    """The operator's terms changed after they were used."""


def lock_operator(connection: Connection, who: int | str, *, generic: bool = False) -> Terms:
    """Take the operator's lock until the transaction ends. Stock must be read after this call.

    With ``generic``, the transaction's statements use generic query plans, cached per connection, which suits frequent
    statements (see kit.db.db.generic_plans). Raises UnknownOperator for an unknown or deactivated operator.
    """
    with waiting("operator"):
        return _terms(connection, _HOT_LOCK if generic else _LOCK, who)


def read_operator(connection: Connection, who: int | str) -> Terms:
    """Return the operator's terms without a lock, for reads that aren't binding. Raises UnknownOperator."""
    return _terms(connection, _TERMS, who)


def answer_by_terms(connection: Connection, who: int | str, answer: Callable[[Terms], ResultT]) -> ResultT:
    """Call ``answer`` with the operator's terms. Not binding: takes no lock, and ``answer`` must `confirm` the terms
    with its own read.

    Saves a statement by using the terms cached in this process. If they turn out to be outdated, or if ``answer``
    raises, they are read again and ``answer`` is retried. Raises UnknownOperator, and whatever ``answer`` raises.
    """
    operator_id = who if isinstance(who, int) else _known.get(who, 0)
    cached = _remembered.get(operator_id)
    if cached is not None and who in {operator_id, cached.terms.public_key}:
        enter_business(operator_id)
        try:
            return answer(cached.terms)
        except (TermsChangedError, Problem):
            # The error may come from outdated terms, so retry with fresh ones.
            pass
    try:
        return answer(read_operator(connection, who))
    except TermsChangedError:
        # The terms changed again within the last millisecond, which doesn't happen repeatedly.
        return answer(read_operator(connection, who))


def confirm(terms: Terms, stored: Sequence[Sequence[Any]]) -> None:
    """Check that cached terms equal the ones stored now, as read with `TERMS_NOW`. Raises TermsChangedError."""
    if not stored:
        raise TermsChangedError
    cached = _remembered.get(terms.operator_id)
    if cached is None or cached.stored != stored[0]:
        cached = _Remembered(stored[0], _terms_of(_Row(*stored[0])))
        _remembered.keep(terms.operator_id, cached)
    if cached.terms is not terms and cached.terms != terms:
        raise TermsChangedError


def _terms(connection: Connection, statement: Prepared, who: int | str) -> Terms:
    """Read the terms with ``statement``, which selects by operator ID. A public key is first resolved with a plain
    read, so that rows are only ever locked by operator ID (docs/adr/0018-keys.md).
    """
    row = _row(connection, statement, who) if isinstance(who, int) else _of_key(connection, statement, who)
    if row is None:
        raise UnknownOperator
    enter_business(row.id)
    return _terms_of(row)


def _terms_of(row: _Row) -> Terms:
    return Terms(
        operator_id=row.id,
        zone=ZoneInfo(row.time_zone),
        turnaround_days=row.turnaround_days,
        hold_days=row.hold_days,
        max_rental_days=row.max_rental_days,
        approval_required=bool(row.approval_required or row.waits_for_signature),
        rules=_rules(row.rules),
        time_format=row.time_format,
        date_format=row.date_format,
        is_under_review=row.held_at is not None,
        is_suspended=row.stopped_at is not None,
        currency=row.currency,
        public_key=row.public_key,
    )


@lru_cache(maxsize=1_000)
def _rules(text: str) -> DeliveryRules:
    return rules_of(json.loads(text))


def _row(connection: Connection, statement: Prepared, who: int) -> Any:
    if statement is not _TERMS and connection.info.get(SPREAD):
        # Citus may move a row to another node while it is locked with FOR UPDATE, but not while it is being written. A
        # lock taken on the new node wouldn't wait for the one held here, so write to the row.
        connection.execute(_HOLD_IN_PLACE, {"who": who})
    return statement.one_or_none(connection, {"who": who})


def _of_key(connection: Connection, statement: Prepared, key: str) -> Any:
    # The cached operator may have replaced its key since, in any process. Use the cached ID only if its row still has
    # this key.
    remembered = _known.pop(key, None)
    if remembered is not None:
        row = _row(connection, statement, remembered)
        if row is not None and row.public_key == key:
            _known[key] = remembered
            return row
    operator_id = connection.execute(_OF_KEY, {"public_key": key}).scalar_one_or_none()
    row = _row(connection, statement, operator_id) if operator_id is not None else None
    if row is None or row.public_key != key:
        return None
    while len(_known) >= _MOST_KNOWN:
        _known.pop(next(iter(_known), ""), None)
    _known[key] = row.id
    return row
