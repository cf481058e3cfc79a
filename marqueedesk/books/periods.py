"""Closed months: nothing is entered before the end of one, and its reports stay as they are."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.books import queries
from marqueedesk.books.models import BookPeriod
from marqueedesk.books.posting import period_of
from marqueedesk.delivery.rules import DeliveryRules, rules_of
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Conflict, NotFound
from marqueedesk.kit.watch import audit


class NotOver(Conflict):
    """The month isn't over yet."""

    code = "not_over"
    message = "A month can be closed once it is over."


class EarlierOpen(Conflict):
    """An earlier month is still open."""

    code = "earlier_open"
    message = "Close {period} first."


class LaterClosed(Conflict):
    """A later month is closed."""

    code = "later_closed"
    message = "Reopen {period} first."


class AlreadyClosed(Conflict):
    """The month is closed."""

    code = "already_closed"
    message = "This month is already closed."


class NotClosed(Conflict):
    """The month is open."""

    code = "not_closed"
    message = "This month is open."


PeriodState = Literal["open", "closed"]
_MONTHS: Final = 12
_MOST_YEARS: Final = 10


@dataclass(frozen=True, slots=True)
class Period:
    """A month and its state; when and by whom it was closed, or last reopened and why."""

    period: str
    state: PeriodState
    at: datetime | None = None
    by: str | None = None
    reason: str | None = None


def all_periods(db: Session, today: date) -> list[Period]:
    """Return every month from the first entry to the current one, oldest first."""
    days = queries.span(db)
    known = {row.period: row for row in db.scalars(select(BookPeriod))}
    first = min([*known, period_of(days[0] if days else today)])
    return [
        Period(period, row.state, row.at, row.by, row.reason) if (row := known.get(period)) else Period(period, "open")
        for period in _months(first, period_of(today))
    ]


def close(db: Session, period: str, *, today: date, by: str, now: datetime) -> Period:
    """Close a month. The caller holds the operator's lock and has brought the ledger up to date.

    Raises NotOver, AlreadyClosed, EarlierOpen, and NotFound for a month of another decade.
    """
    if period >= period_of(today):
        raise NotOver
    if period < period_of(today.replace(year=today.year - _MOST_YEARS, day=1)):
        raise NotFound
    for earlier in all_periods(db, today):
        if earlier.period == period and earlier.state == "closed":
            raise AlreadyClosed
        if earlier.period < period and earlier.state == "open":
            raise EarlierOpen(EarlierOpen.message.format(period=_in_words(earlier.period)))
    return _set(db, period, "closed", by=by, now=now)


def reopen(db: Session, period: str, *, reason: str, by: str, now: datetime, today: date) -> Period:
    """Reopen a month, the latest closed one first. The caller holds the operator's lock.

    Raises NotClosed and LaterClosed.
    """
    closed = [known.period for known in all_periods(db, today) if known.state == "closed"]
    if period not in closed:
        raise NotClosed
    if closed[-1] != period:
        raise LaterClosed(LaterClosed.message.format(period=_in_words(closed[-1])))
    return _set(db, period, "open", by=by, now=now, reason=reason)


def is_due(db: Session, rules: DeliveryRules, today: date) -> bool:
    """Return true if a month is to be closed by itself: it ended long enough ago and nobody has reopened it."""
    return bool(_due(db, rules, today))


def _due(db: Session, rules: DeliveryRules, today: date) -> list[str]:
    after = rules.close_month_after_days
    if after is None:
        return []
    found: list[str] = []
    for known in all_periods(db, today):
        if known.period >= period_of(today - timedelta(days=after)) or known.reason is not None:
            # Whoever reopened a month closes it again.
            break
        if known.state == "open":
            found.append(known.period)
    return found


def close_due(db: Session, operator_id: int, now: datetime) -> None:
    """Close the months that are due. The caller holds the operator's lock and has brought the ledger up to date."""
    operator = db.get_one(Operator, operator_id)
    today = clock.local_day(now, ZoneInfo(operator.time_zone))
    for period in _due(db, rules_of(operator.rules), today):
        _set(db, period, "closed", by="MarqueeDesk", now=now)
        audit.record(db, "period.closed", by=None, now=now, operator_id=operator_id, subject=(None, period))


def _set(db: Session, period: str, state: PeriodState, *, by: str, now: datetime, reason: str | None = None) -> Period:
    row = db.scalars(select(BookPeriod).where(BookPeriod.period == period)).one_or_none()
    if row is None:
        row = BookPeriod(period=period)
        db.add(row)
    row.state, row.at, row.by, row.reason = state, now, by[:120], reason
    row.numbers = queries.numbers(db) if state == "closed" else None
    db.flush()
    return Period(period, state, now, row.by, reason)


def _in_words(period: str) -> str:
    return f"{date.fromisoformat(f'{period}-01'):%B %Y}"


def _months(first: str, last: str) -> Iterator[str]:
    year, month = map(int, first.split("-"))
    while (period := f"{year:04}-{month:02}") <= last:
        yield period
        year, month = (year + month // _MONTHS, month % _MONTHS + 1)
