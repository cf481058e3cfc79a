"""The only lock, on an operator's row, and what is read from that row with it (docs/adr/0004-holds-and-locking.md).

A transaction that promises letters locks the operator's row first and reads *then* (`stock_queries`): on PostgreSQL a
statement that locks and reads at once would take its snapshot before it waits.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Table, bindparam, select, update

from marqueedesk.accounts.errors import UnknownOperator
from marqueedesk.accounts.models import Operator, PublicKey
from marqueedesk.accounts.rules import DEFAULT_RULES, DeliveryRules, rules_of
from marqueedesk.kit.db import generic_plans
from marqueedesk.kit.engines import SPREAD
from marqueedesk.kit.prepared import Prepared
from marqueedesk.kit.timing import waiting
from marqueedesk.kit.wording import USUAL_TIME_FORMAT

operators = cast("Table", Operator.__table__)
_public_keys = cast("Table", PublicKey.__table__)


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
        return not_overdue_from(now, self.zone, self.rules.overdue_grace_hours)


def not_overdue_from(now: datetime, zone: ZoneInfo, grace_hours: int) -> date:
    """The first day of which it holds that what was due back on it is not overdue: its end plus the hours of grace has
    not passed.
    """
    return (now - timedelta(hours=grace_hours)).astimezone(zone).date()


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
