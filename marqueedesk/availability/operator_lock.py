"""The only lock, on an operator's row, and what is read from that row with it (docs/adr/0004-holds-and-locking.md).

A transaction that promises letters locks the operator's row first and reads *then* (`stock_queries`): on PostgreSQL a
statement that locks and reads at once would take its snapshot before it waits.
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
from marqueedesk.delivery.rules import DEFAULT_RULES, DeliveryRules, rules_of
from marqueedesk.kit.db.db import generic_plans, json_rows
from marqueedesk.kit.db.engines import SPREAD
from marqueedesk.kit.db.prepared import Prepared
from marqueedesk.kit.errors import Problem
from marqueedesk.kit.text.wording import USUAL_DATE_FORMAT, USUAL_TIME_FORMAT
from marqueedesk.kit.watch.recent import Recent
from marqueedesk.kit.watch.timing import waiting

operators = cast("Table", Operator.__table__)
_public_keys = cast("Table", PublicKey.__table__)
ResultT = TypeVar("ResultT")


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
    date_format: str = USUAL_DATE_FORMAT
    # Whether it waits for an administrator's review: visitors cannot book then.
    is_held: bool = False
    currency: str = "USD"
    public_key: str = ""

    def today(self, now: datetime) -> date:
        """The operator's calendar day."""
        return now.astimezone(self.zone).date()

    def due_before(self, now: datetime) -> date:
        """The first day that is not overdue: its end plus the hours of grace has not passed. Pieces that were due back
        before it are overdue.
        """
        return not_overdue_from(now, self.zone, self.rules.overdue_grace_hours)


def not_overdue_from(now: datetime, zone: ZoneInfo, grace_hours: int) -> date:
    """The first day of which it holds that what was due back on it is not overdue: its end plus the hours of grace has
    not passed.
    """
    return (now - timedelta(hours=grace_hours)).astimezone(zone).date()


class _Row(NamedTuple):
    """The columns of the operator's row that terms are made of; ``rules`` as text."""

    id: int
    time_zone: str
    turnaround_days: int
    hold_days: int
    max_rental_days: int
    approval_required: bool | int
    rules: str
    public_key: str
    time_format: str
    date_format: str
    held_at: object
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
"""A column of a statement: the terms as they are when it reads, for `confirm`. Parameter: operator."""
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
_MOST_REMEMBERED: Final = 2_000


class _Remembered(NamedTuple):
    stored: Sequence[Any]
    terms: Terms


_remembered: Recent[int, _Remembered] = Recent(_MOST_REMEMBERED)
"""Terms by operator, with the row of which they were made. Whoever uses them confirms them."""


class TermsChangedError(Exception):
    """An operator's terms are no longer those that an answer was made with."""


def lock_operator(connection: Connection, who: int | str, *, generic: bool = False) -> Terms:
    """Take the operator's lock until the transaction ends. Everything about stock must be read after this.

    With ``generic`` the transaction's statements are planned once for a connection (see kit.db.db.generic_plans): for
    those that are sent again and again. Raises UnknownOperator for nobody and for a deactivated one.
    """
    with waiting("operator"):
        return _terms(connection, _HOT_LOCK if generic else _LOCK, who)


def read_operator(connection: Connection, who: int | str) -> Terms:
    """The operator's terms without a lock, for answers that promise nothing. Raises UnknownOperator."""
    return _terms(connection, _TERMS, who)


def answer_by_terms(connection: Connection, who: int | str, answer: Callable[[Terms], ResultT]) -> ResultT:
    """What ``answer`` says of an operator's terms. It promises nothing, and confirms them with what it reads.

    A statement less: the terms are those that this process remembers. Where they turn out to be others, or where
    ``answer`` refuses, they are read, and it is asked again. Raises UnknownOperator, and whatever ``answer`` raises.
    """
    operator_id = who if isinstance(who, int) else _known.get(who, 0)
    known = _remembered.get(operator_id)
    if known is not None and who in {operator_id, known.terms.public_key}:
        try:
            return answer(known.terms)
        except (TermsChangedError, Problem):
            # A refusal, too, may come of terms that are no longer so.
            pass
    try:
        return answer(read_operator(connection, who))
    except TermsChangedError:
        # Changed within this very millisecond, and whoever changes terms does not do it each millisecond.
        return answer(read_operator(connection, who))


def confirm(terms: Terms, stored: Sequence[Sequence[Any]]) -> None:
    """See that terms still are what a statement has read as `TERMS_NOW`. Raises TermsChangedError."""
    if not stored:
        raise TermsChangedError
    known = _remembered.get(terms.operator_id)
    if known is None or known.stored != stored[0]:
        known = _Remembered(stored[0], _terms_of(_Row(*stored[0])))
        _remembered.keep(terms.operator_id, known)
    if known.terms is not terms and known.terms != terms:
        raise TermsChangedError


def _terms(connection: Connection, statement: Prepared, who: int | str) -> Terms:
    """The terms by ``statement``, which finds an operator by id. A public key is resolved before, by a plain read of
    the directory of keys: so nothing is locked by anything but its operator's id (docs/adr/0018-keys.md).
    """
    row = _row(connection, statement, who) if isinstance(who, int) else _of_key(connection, statement, who)
    if row is None:
        raise UnknownOperator
    return _terms_of(row)


def _terms_of(row: _Row) -> Terms:
    return Terms(
        operator_id=row.id,
        zone=ZoneInfo(row.time_zone),
        turnaround_days=row.turnaround_days,
        hold_days=row.hold_days,
        max_rental_days=row.max_rental_days,
        approval_required=bool(row.approval_required),
        rules=_rules(row.rules),
        time_format=row.time_format,
        date_format=row.date_format,
        is_held=row.held_at is not None,
        currency=row.currency,
        public_key=row.public_key,
    )


@lru_cache(maxsize=1_000)
def _rules(text: str) -> DeliveryRules:
    return rules_of(json.loads(text))


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
