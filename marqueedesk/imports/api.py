"""Routes for importing bookings, customers and items from CSV files."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, record_action, require, writing
from marqueedesk.accounts.call_limits import CSV_FILES
from marqueedesk.accounts.dependencies import Db, Requires, check_rights
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import CHANGE_STOCK, HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.availability.operator_lock import Terms, lock_operator, read_operator
from marqueedesk.imports import booking_import, customer_import, item_import, service
from marqueedesk.imports.columns import (
    BOOKING_COLUMNS,
    CUSTOMER_COLUMNS,
    ITEM_COLUMNS,
    MappedColumns,
    read_file,
    template,
)
from marqueedesk.imports.models import BOOKINGS, CUSTOMERS, ITEMS, ImportKind
from marqueedesk.imports.schemas import (
    ColumnOut,
    FileInput,
    FileOut,
    ImportOfDay,
    KeptRowOut,
    RowCounts,
    UndoOut,
    WrongRow,
)
from marqueedesk.imports.verdicts import Verdict, wrong_rows
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import CSV, csv_answer, errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.text.csv_reading import CsvTable
from marqueedesk.kit.text.formats import counted, short_day
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["imports"], responses=errors(401, 403))


@router.post("/api/imports/bookings", responses=errors(429), dependencies=[check_rights(HANDLE_BOOKINGS, SEE_MONEY)])
def import_bookings(request: Request, body: FileInput) -> FileOut:
    """Import bookings from a CSV file, or preview the import.

    Bookings picked up before today come in completed and paid, and hold nothing. Later ones come in confirmed and
    unpaid, and hold their letters. Customers aren't emailed, and get no reminders unless ``remind`` is set. With
    wrong rows, nothing is imported unless ``partial`` is set.
    """
    CSV_FILES.spend_with(request, HANDLE_BOOKINGS)
    table = read_file(body.csv, BOOKING_COLUMNS, body.mapping)
    with (writing if body.apply else reading)(request) as (db, caller):
        operator, now = require(caller, HANDLE_BOOKINGS), clock.now()
        terms = _terms(db, operator, body)
        verdicts = booking_import.judge(db, terms, table, now)

        def insert_rows(import_id: int) -> dict[str, int]:
            return booking_import.apply(db, operator, terms, verdicts, import_id, by=caller.user, now=now)

        return _applied(db, caller, BOOKINGS, body, _answer(table, BOOKING_COLUMNS, verdicts), verdicts, insert_rows)


@router.post("/api/imports/customers", responses=errors(429), dependencies=[check_rights(HANDLE_BOOKINGS)])
def import_customers(request: Request, body: FileInput) -> FileOut:
    """Import customers from a CSV file, or preview the import.

    A customer with the same email address as one imported before is skipped; without an email address, one with the
    same name and phone number is. Customers aren't emailed. With wrong rows, nothing is imported unless ``partial`` is
    set.
    """
    CSV_FILES.spend_with(request, HANDLE_BOOKINGS)
    table = read_file(body.csv, CUSTOMER_COLUMNS, body.mapping)
    with (writing if body.apply else reading)(request) as (db, caller):
        terms = _terms(db, require(caller, HANDLE_BOOKINGS), body)
        verdicts = customer_import.judge(db, table)

        def insert_rows(_import_id: int) -> dict[str, int]:
            return customer_import.apply(db, terms, verdicts, clock.now())

        return _applied(db, caller, CUSTOMERS, body, _answer(table, CUSTOMER_COLUMNS, verdicts), verdicts, insert_rows)


@router.post("/api/imports/items", responses=errors(429), dependencies=[check_rights(HANDLE_BOOKINGS, CHANGE_STOCK)])
def import_items(request: Request, body: FileInput) -> FileOut:
    """Import items other than letters from a CSV file, or preview the import.

    An item with the same name as one imported before is skipped; one with the name of another item is a wrong row.
    With wrong rows, nothing is imported unless ``partial`` is set.
    """
    CSV_FILES.spend_with(request, HANDLE_BOOKINGS)
    table = read_file(body.csv, ITEM_COLUMNS, body.mapping)
    with (writing if body.apply else reading)(request) as (db, caller):
        _terms(db, require(caller, CHANGE_STOCK), body)
        now = clock.now()
        verdicts = item_import.judge(db, table)

        def insert_rows(_import_id: int) -> dict[str, int]:
            return item_import.apply(db, verdicts, now)

        return _applied(db, caller, ITEMS, body, _answer(table, ITEM_COLUMNS, verdicts), verdicts, insert_rows)


def _terms(db: Session, operator: Operator, body: FileInput) -> Terms:
    """Return the operator's terms, under the lock if the file is to be imported: one import at a time."""
    lock = lock_operator if body.apply else read_operator
    return lock(db.connection(), operator.id)


def _applied(
    db: Session,
    caller: Caller,
    kind: ImportKind,
    body: FileInput,
    answer: FileOut,
    verdicts: list[Verdict[Any]],
    insert_rows: Callable[[int], dict[str, int]],
) -> FileOut:
    """Import the new rows if the caller asked for it and no wrong row prevents it; return the answer."""
    if body.apply and _is_importable(body, answer):
        made = service.record(db, kind, verdicts, insert_rows, by=caller.user, now=clock.now(), reminds=body.remind)
        answer.import_id = made.id
        subject = answer.import_id, counted(answer.rows.new, kind.removesuffix("s"))
        record_action(db, caller, "import.applied", subject)
    return answer


def _is_importable(body: FileInput, answer: FileOut) -> bool:
    return answer.rows.new > 0 and (body.partial or not answer.wrong)


def _answer(table: CsvTable, columns: MappedColumns, verdicts: list[Verdict[Any]]) -> FileOut:
    meanings = {name: field for field, name in table.headings.items()}
    return FileOut(
        columns=[ColumnOut(name=name, field=meanings.get(name)) for name in table.header],
        fields=list(columns.labels),
        rows=RowCounts(
            new=sum(verdict.judged is not None for verdict in verdicts),
            same=sum(verdict.is_same for verdict in verdicts),
            wrong=sum(verdict.reason is not None for verdict in verdicts),
        ),
        wrong=[
            WrongRow(line=verdict.line, reason=verdict.reason) for verdict in verdicts if verdict.reason is not None
        ],
        wrong_csv=wrong_rows(table.header, verdicts),
    )


@router.get("/api/imports")
def list_imports(db: Db, _: Annotated[Caller, Requires(HANDLE_BOOKINGS)]) -> list[ImportOfDay]:
    """List the imports of the last day that weren't undone, newest first."""
    return [
        ImportOfDay(
            id=row.id,
            kind=row.kind,
            count=row.count,
            by=row.who,
            created_at=row.created_at.isoformat(),
            undo_until=(row.created_at + service.UNDO_FOR).isoformat(),
        )
        for row in service.recent(db, clock.now())
    ]


@router.post("/api/imports/{import_id}/undo", responses=errors(404, 409))
def undo_import(db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], import_id: PathId) -> UndoOut:
    """Delete the rows of an import, within a day. Rows changed since are kept and listed."""
    operator, now = caller.operator, clock.now()
    terms = availability.lock(db, operator.id)
    result = service.undo(db, operator, terms, import_id, now)
    record_action(db, caller, "import.undone", (import_id, counted(result.undone, "row")))
    kept = [KeptRowOut(line=row.line, id=row.row_id, number=row.number, name=row.name) for row in result.kept]
    return UndoOut(undone=result.undone, kept=kept)


@router.get("/api/imports/template.csv", responses=CSV | errors(429), dependencies=[check_rights(HANDLE_BOOKINGS)])
def download_template(request: Request, kind: ImportKind = BOOKINGS) -> Response:
    """Download a CSV file to fill in, with an example row in the business's date format."""
    CSV_FILES.spend_with(request, HANDLE_BOOKINGS)
    with reading(request) as (db, caller):
        order = require(caller, HANDLE_BOOKINGS).date_format
        size = pricing.price_list(db).sizes[-1].code
    day = date(clock.now().year - 1, 6, 5)
    first_day, next_day = short_day(day, order), short_day(day + timedelta(days=1), order)
    return csv_answer(template(kind, day=first_day, next_day=next_day, size=size), f"{kind}.csv")
