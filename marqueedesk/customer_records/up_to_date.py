"""Brings customers up to date before they are read: rows without a customer are linked, figures computed."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Final, cast
from zoneinfo import ZoneInfo

from fastapi import Request
from sqlalchemy import Table
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, reading, require, writing
from marqueedesk.accounts.errors import UnknownOperator
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import SEE_BOOKINGS
from marqueedesk.availability import service as availability
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.models import Booking
from marqueedesk.customer_records import catch_up, figures
from marqueedesk.customers.models import Customer, CustomerKey, CustomerUpdate
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.statistics import analyze
from marqueedesk.kit.db.tenancy import set_operator

_FILLED: Final = tuple(cast("Table", model.__table__) for model in (Booking, Customer, CustomerKey, CustomerUpdate))
_MOST_PORTIONS: Final = 20
"""Number of portions that a reader brings up to date itself. The worker does the rest of a large history."""


@contextmanager
def reading_customers(request: Request) -> Generator[tuple[Session, Caller]]:
    """Open a read session for a caller who may see customers, with the business's customers up to date."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_BOOKINGS)
        is_behind = _is_behind(db, clock.local_day(clock.now(), ZoneInfo(operator.time_zone)))
    for _ in range(_MOST_PORTIONS):
        if not is_behind:
            break
        with writing(request) as (db, caller):
            terms = availability.lock(db, require(caller, SEE_BOOKINGS).id, generic=True)
            is_behind = not _do_some(db, terms, clock.now())
    with reading(request) as (db, caller):
        require(caller, SEE_BOOKINGS)
        yield db, caller


def bring_up_to_date(database: Database, operator_id: int, now: datetime) -> None:
    """Bring one business's customers up to date, in short transactions. Whether there is something to do is read
    without the lock.
    """
    with database.read() as db:
        set_operator(db, operator_id)
        operator = db.get_one(Operator, operator_id)
        is_behind = _is_behind(db, clock.local_day(now, ZoneInfo(operator.time_zone)))
    portions = 0
    while is_behind:
        with database.write() as db:
            set_operator(db, operator_id)
            try:
                terms = availability.lock(db, operator_id, generic=True)
            except UnknownOperator:
                # The business is suspended or removed.
                return
            is_behind = not _do_some(db, terms, now)
        portions += 1
        if (portions == 1) == is_behind:
            # Update the statistics after the first and the last portion of a long history. With stale ones, PostgreSQL
            # would read all of the operator's rows for each lookup of a key.
            with database.write_connection() as connection:
                analyze(connection, *_FILLED)


def _is_behind(db: Session, today: date) -> bool:
    return catch_up.is_behind(db) or figures.is_behind(db, today)


def _do_some(db: Session, terms: Terms, now: datetime) -> bool:
    return catch_up.link_some(db, terms.region, now) and figures.refresh_some(db, terms.today(now))
