"""Counts of form visits and estimates, collected without delaying responses.

Each process counts in memory and writes every few seconds, all businesses in one transaction. Counts of several
processes add up: a visit is added to its day, and each form has one row by its key, whichever process served it.
Visitors aren't identified. A process that is killed loses the last few seconds.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from fastapi import Request
from sqlalchemy import BigInteger, Boolean, Connection, Date, Index, Integer, String, Table, false, or_
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import GoesWithOperator
from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.watch.metrics import log

WRITE_EVERY: Final = 5.0
"""Seconds between writes."""
_MOST_KEPT: Final = 20_000
"""Limit of forms kept in memory while the database is unavailable; more than that aren't counted."""


class FormDay(GoesWithOperator, Base):
    """Number of form visits on a day of the business's calendar."""

    __tablename__ = "form_days"

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    opened: Mapped[int] = mapped_column(Integer)


class PricedForm(GoesWithOperator, Base):
    """A form on which a visitor saw a price: the last price, and whether dates were chosen and letters were short at
    any time. One row per form.
    """

    __tablename__ = "priced_forms"
    __table_args__ = (Index("ix_priced_forms_priced_at", "operator_id", "priced_at"),)

    form_key: Mapped[str] = mapped_column(String(120), primary_key=True)
    total_cents: Mapped[int] = mapped_column(BigInteger)
    short: Mapped[bool] = mapped_column(Boolean)
    dated: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # Time of the first price.
    priced_at: Mapped[datetime] = mapped_column(Instant)


@dataclass(frozen=True, slots=True)
class Priced:
    """Estimates of a form since the last write: latest price in cents, whether letters were short and dates chosen, and
    time of the first estimate.
    """

    total_cents: int
    short: bool
    dated: bool
    at: datetime


_Opened = Counter[tuple[int, date]]
_Forms = dict[tuple[int, str], Priced]


def store(connection: Connection, opened: _Opened, forms: _Forms) -> None:
    """Add visits and upsert forms, in a fixed order so that concurrent writers don't deadlock."""
    days: list[Columns] = [
        {"operator_id": operator_id, "day": day, "opened": count}
        for (operator_id, day), count in sorted(opened.items())
    ]
    rows: list[Columns] = [
        {
            "operator_id": operator_id,
            "form_key": form_key,
            "total_cents": form.total_cents,
            "short": form.short,
            "dated": form.dated,
            "priced_at": form.at,
        }
        for (operator_id, form_key), form in sorted(forms.items(), key=lambda row: row[0])
    ]
    _upsert(connection, _days, days, ["day"])
    _upsert(connection, _forms, rows, ["form_key"])


_Store = Callable[[Connection, _Opened, _Forms], None]


class VisitCounter:
    """Counts in memory, and writes from its own thread."""

    def __init__(self, database: Database, write_counts: _Store = store) -> None:
        """Start empty; ``write_counts`` stores the counts in a transaction."""
        self._database = database
        self._store = write_counts
        self._opened: _Opened = Counter()
        self._forms: _Forms = {}
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="form-visits", daemon=True)

    def start(self) -> None:
        """Start the writer thread."""
        self._thread.start()

    def close(self) -> None:
        """Write remaining counts and stop."""
        self._stop.set()
        self._thread.join(WRITE_EVERY)
        self.write()

    def opened(self, operator_id: int, day: date) -> None:
        """Count a form visit on a calendar day of its business."""
        with self._lock:
            self._opened[operator_id, day] += 1

    def priced(
        self, operator_id: int, form_key: str, total_cents: int, now: datetime, *, short: bool, dated: bool
    ) -> None:
        """Count an estimate shown to a visitor; ``short`` is true if letters were short, ``dated`` if it was for chosen
        dates.
        """
        key = (operator_id, form_key)
        with self._lock:
            previous = self._forms.get(key)
            if previous is not None:
                self._forms[key] = replace(
                    previous, total_cents=total_cents, short=previous.short or short, dated=previous.dated or dated
                )
            elif len(self._forms) < _MOST_KEPT:
                self._forms[key] = Priced(total_cents, short, dated, now)

    def write(self) -> None:
        """Write the counts. If the database is unavailable, keep them for the next write."""
        with self._writing:
            with self._lock:
                opened, self._opened = self._opened, Counter()
                forms, self._forms = self._forms, {}
            if not opened and not forms:
                return
            try:
                self._write(opened, forms)
            except (SQLAlchemyError, Unavailable) as problem:
                log.warning("form_visits_wait_for_database", error=type(problem).__name__)
                self._keep(opened, forms)

    def _write(self, opened: _Opened, forms: _Forms) -> None:
        try:
            with self._database.write_connection() as connection:
                self._store(connection, opened, forms)
        except IntegrityError:
            # A business was deleted in the meantime. Keep the counts of the others.
            for operator_id in sorted({key[0] for key in (*opened, *forms)}):
                self._write_of(operator_id, opened, forms)

    def _write_of(self, operator_id: int, opened: _Opened, forms: _Forms) -> None:
        own_opened = Counter({key: count for key, count in opened.items() if key[0] == operator_id})
        own_forms = {key: form for key, form in forms.items() if key[0] == operator_id}
        try:
            with self._database.write_connection() as connection:
                self._store(connection, own_opened, own_forms)
        except IntegrityError:
            log.info("form_visits_of_nobody", operator_id=operator_id)

    def _keep(self, opened: _Opened, forms: _Forms) -> None:
        with self._lock:
            self._opened.update(opened)
            for key, form in forms.items():
                later = self._forms.get(key)
                self._forms[key] = (
                    form
                    if later is None
                    else replace(later, short=form.short or later.short, dated=form.dated or later.dated, at=form.at)
                )

    def _run(self) -> None:
        while not self._stop.wait(WRITE_EVERY):
            self.write()


def visits_of(request: Request) -> VisitCounter:
    """Return the process's counter."""
    return request.app.state.form_visits


def _upsert(connection: Connection, table: Table, rows: Iterable[Columns], key: list[str]) -> None:
    insert = (insert_postgresql if connection.dialect.name == "postgresql" else insert_sqlite)(table)
    new = insert.excluded
    change = (
        {"opened": table.c.opened + new.opened}
        if table is _days
        else {
            "total_cents": new.total_cents,
            "short": or_(table.c.short, new.short),
            "dated": or_(table.c.dated, new.dated),
        }
    )
    statement = insert.on_conflict_do_update(index_elements=["operator_id", *key], set_=change)
    for row in rows:
        connection.execute(statement, row)


_days: Table = FormDay.__table__  # pyright: ignore[reportAssignmentType]
_forms: Table = PricedForm.__table__  # pyright: ignore[reportAssignmentType]
