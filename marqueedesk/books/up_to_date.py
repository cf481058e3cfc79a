"""Brings the ledger up to now before it is read: deliveries become due with their day, not with a request."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import date, datetime
from zoneinfo import ZoneInfo

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import reading, reading_copy, require, writing
from marqueedesk.accounts.errors import UnknownOperator
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import SEE_BOOKS
from marqueedesk.availability import service as availability
from marqueedesk.books import periods, posting
from marqueedesk.delivery.rules import rules_of
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Invalid
from marqueedesk.rentals.rental_request import read_day


@contextmanager
def reading_books(request: Request) -> Generator[tuple[Session, Operator, ZoneInfo]]:
    """Open a read session for a caller who may see the books, with the business's ledger up to date."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_BOOKS)
        today = clock.local_day(clock.now(), ZoneInfo(operator.time_zone))
        is_behind = posting.is_behind(db, operator.id, today)
    while is_behind:
        with writing(request) as (db, caller):
            operator = require(caller, SEE_BOOKS)
            availability.lock(db, operator.id)
            is_behind = not posting.catch_up(db, operator.id, clock.now())
    with reading_copy(request) as (db, caller):
        operator = require(caller, SEE_BOOKS)
        yield db, operator, ZoneInfo(operator.time_zone)


def read_span(since: str | None, until: str | None) -> tuple[date | None, date | None]:
    """Parse the first and last day of an export; None for an open end. Raises Invalid on ``from`` and ``to``."""
    first, last = (read_day(text, name) if text else None for text, name in ((since, "from"), (until, "to")))
    if first and last and last < first:
        raise Invalid(fields={"to": "The last day must be on or after the first"})
    return first, last


def enter_due(database: Database, operator_id: int, now: datetime) -> None:
    """Bring one business's ledger up to now, in short transactions, and close the months that are due.

    Whether there is something to do is read without the lock.
    """
    with database.read() as db:
        set_operator(db, operator_id)
        operator = db.get_one(Operator, operator_id)
        today = clock.local_day(now, ZoneInfo(operator.time_zone))
        is_behind = posting.is_behind(db, operator_id, today)
        is_due = periods.is_due(db, rules_of(operator.rules), today)
    if is_behind or is_due:
        _enter(database, operator_id, now)


def _enter(database: Database, operator_id: int, now: datetime) -> None:
    is_behind = True
    while is_behind:
        with database.write() as db:
            set_operator(db, operator_id)
            try:
                availability.lock(db, operator_id)
            except UnknownOperator:
                # The business is suspended or removed.
                return
            is_behind = not posting.catch_up(db, operator_id, now)
            if not is_behind:
                periods.close_due(db, operator_id, now)
