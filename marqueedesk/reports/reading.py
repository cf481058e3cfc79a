"""Setup shared by the report routes: a session for users who may see money, and the report's period."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import reading_copy, require
from marqueedesk.accounts.call_limits import CSV_FILES
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import SEE_MONEY, Right
from marqueedesk.kit.errors import Invalid
from marqueedesk.rentals.rental_request import read_day

_LONGEST_REPORT = timedelta(days=3 * 366)


@contextmanager
def seeing_money(request: Request, right: Right = SEE_MONEY) -> Generator[tuple[Session, Operator, ZoneInfo]]:
    """Open a read session for a caller who may see money, or has another ``right``."""
    with reading_copy(request) as (db, caller):
        operator = require(caller, right)
        yield db, operator, ZoneInfo(operator.time_zone)


@contextmanager
def saving_money(request: Request, right: Right = SEE_MONEY) -> Generator[tuple[Session, Operator, ZoneInfo]]:
    """Like `seeing_money`, for CSV downloads, which are rate-limited. Raises TooMany."""
    CSV_FILES.spend_with(request, right)
    with seeing_money(request, right) as seen:
        yield seen


def report_span(since: str | None, until: str | None, today: date) -> tuple[date, date]:
    """Return the period of a report; default: the current year. Raises Invalid."""
    first = day_of(since, "from") or date(today.year, 1, 1)
    last = day_of(until, "to") or date(today.year, 12, 31)
    if last < first:
        raise Invalid(fields={"to": "The last day must be on or after the first"})
    if last - first > _LONGEST_REPORT:
        raise Invalid(fields={"to": "A report can cover at most three years"})
    return first, last


def day_of(text: str | None, field: str) -> date | None:
    """Parse a day in a query string; None if omitted. Raises Invalid on ``field``."""
    return read_day(text, field) if text else None
