"""Routes that export the ledger and its balances as CSV and XLSX."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.call_limits import CSV_FILES
from marqueedesk.accounts.rights import SEE_BOOKS
from marqueedesk.books import queries
from marqueedesk.books.chart import CHART, AccountName
from marqueedesk.books.queries import EntryWithLines, NumbersByDay
from marqueedesk.books.up_to_date import read_span, reading_books
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import CSV, XLSX, csv_answer, errors
from marqueedesk.kit.http.streamed_response import streamed_csv, streamed_xlsx
from marqueedesk.kit.money import units
from marqueedesk.kit.text import csv_text, xlsx
from marqueedesk.rentals.rental_request import read_day

router = APIRouter(tags=["books"], responses=errors(401, 403))
Since = Annotated[str | None, Query(alias="from", max_length=10)]
Until = Annotated[str | None, Query(alias="to", max_length=10)]
On = Annotated[str | None, Query(max_length=10)]
_COLUMNS = (
    "Entry",
    "Date",
    "Own date",
    "Kind",
    "Booking",
    "Customer",
    "Description",
    "Corrects",
    "Account",
    "Number",
    "Debit",
    "Credit",
    "Currency",
)
_BALANCE_COLUMNS = ("Account", "Number", "Type", "Debit", "Credit", "Currency")
_AMOUNTS = ("Debit", "Credit")


@router.get("/api/ledger.csv", responses=errors(429) | CSV)
def ledger_csv(request: Request, since: Since = None, until: Until = None) -> Response:
    """Export the ledger as CSV, one row for each line of an entry, optionally for some days."""
    with _lines(request, since, until) as rows:
        text = csv_text.long_document(_COLUMNS, rows)
    return streamed_csv(text, "ledger.csv")


@router.get("/api/ledger.xlsx", responses=errors(429) | XLSX)
def ledger_xlsx(request: Request, since: Since = None, until: Until = None) -> Response:
    """Export the same rows as an Excel workbook."""
    with _lines(request, since, until) as rows:
        file = xlsx.document("Ledger", _COLUMNS, rows, amounts=_AMOUNTS)
    return streamed_xlsx(file, "ledger.xlsx")


@contextmanager
def _lines(request: Request, since: str | None, until: str | None) -> Generator[Iterator[list[Any]]]:
    CSV_FILES.spend_with(request, SEE_BOOKS)
    with reading_books(request) as (db, _operator, _zone):
        first, last = read_span(since, until)
        numbers = queries.numbers_by_day(db)
        yield (cells for row in queries.entries(db, first, last) for cells in _cells(row, numbers))


def _cells(row: EntryWithLines, numbers: NumbersByDay) -> list[list[Any]]:
    entry = row.entry
    return [
        [
            entry.id,
            entry.day,
            entry.of_day,
            entry.kind,
            entry.number,
            entry.customer,
            entry.text,
            entry.corrects,
            CHART[account].label,
            numbers.of(account, entry.day) or CHART[account].code,
            units(cents) if cents > 0 else None,
            units(-cents) if cents < 0 else None,
            entry.currency,
        ]
        for account, cents in row.lines
    ]


@router.get("/api/trial-balance.csv", responses=errors(429) | CSV)
def trial_balance_csv(request: Request, on: On = None) -> Response:
    """Export the balance of every account at the end of a day (default: today) as CSV."""
    with _balances(request, on) as rows:
        text = csv_text.document(_BALANCE_COLUMNS, rows)
    return csv_answer(text, "trial-balance.csv")


@router.get("/api/trial-balance.xlsx", responses=errors(429) | XLSX)
def trial_balance_xlsx(request: Request, on: On = None) -> Response:
    """Export the same rows as an Excel workbook."""
    with _balances(request, on) as rows:
        file = xlsx.document("Trial balance", _BALANCE_COLUMNS, rows, amounts=_AMOUNTS)
    return streamed_xlsx(file, "trial-balance.xlsx")


@contextmanager
def _balances(request: Request, on: str | None) -> Generator[list[list[Any]]]:
    CSV_FILES.spend_with(request, SEE_BOOKS)
    with reading_books(request) as (db, operator, zone):
        last = read_day(on, "on") if on else clock.local_day(clock.now(), zone)
        yield _balance_rows(db, last, operator.currency)


def _balance_rows(db: Session, last: date, currency: str) -> list[list[Any]]:
    found, numbers = queries.balances(db, last, currency), queries.numbers_by_day(db)
    own: list[tuple[str, AccountName, int]] = [(currency, name, found.get(name, 0)) for name in CHART]
    others: list[tuple[str, AccountName, int]] = [
        (other, name, moved[name])
        for other, moved in queries.balances_in_others(db, last, currency).items()
        for name in CHART
        if name in moved
    ]
    return [
        [
            CHART[name].label,
            numbers.of(name, last) or CHART[name].code,
            CHART[name].type,
            units(cents) if cents > 0 else None,
            units(-cents) if cents < 0 else None,
            of_row,
        ]
        for of_row, name, cents in [*own, *others]
    ]
