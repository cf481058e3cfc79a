"""Import a file, and undo an import within a day. None of these functions commits."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, cast

from sqlalchemy import Table, delete, func, insert, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.models import BACK, COMPLETED, CONFIRMED, RESERVED, Booking
from marqueedesk.bookings.writer import delete_imported
from marqueedesk.books import posting
from marqueedesk.imports import customer_import, item_import
from marqueedesk.imports.models import BOOKINGS, ITEMS, DataImport, ImportedCustomer, ImportedRow, ImportKind
from marqueedesk.imports.new_customers import customers_of, delete_unused
from marqueedesk.imports.verdicts import Verdict, chunks
from marqueedesk.kit.db.db import Base
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.db.tenancy import OPERATOR
from marqueedesk.kit.errors import Conflict, NotFound
from marqueedesk.payments import imported as imported_payments
from marqueedesk.payments.models import BookingPayment

UNDO_FOR: Final = timedelta(days=1)
"""Time after an import during which it can be undone."""
_rows = cast("Table", ImportedRow.__table__)
_OWN_TABLES: Final = frozenset({"booking_payments", "letter_holds", "ledger_entries", "ledger_progress"})
"""Tables with rows of an untouched imported booking. Its entries in the ledger are taken back with it."""


class UnknownImport(NotFound):
    """There is no such import."""

    message = "This import was not found."


class ImportTooOld(Conflict):
    """The day for undoing an import is over."""

    code = "too_late"
    message = "An import can be undone for a day. Delete or change its rows one by one."


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A row that undoing an import kept because it was changed since: its line in the file and what it is now."""

    line: int
    row_id: int
    name: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class UndoResult:
    """The number of deleted rows, and the rows kept because they were changed since."""

    undone: int
    kept: list[KeptRow]


def record(
    db: Session,
    kind: ImportKind,
    verdicts: Sequence[Verdict[Any]],
    insert_rows: Callable[[int], Mapping[str, int]],
    *,
    by: User,
    now: datetime,
    reminds: bool = False,
) -> DataImport:
    """Store an import and its new rows. ``insert_rows`` inserts what they describe and returns IDs by fingerprint.
    With ``reminds``, customers of its bookings get reminders.
    """
    new = [verdict for verdict in verdicts if verdict.judged is not None]
    made = DataImport(kind=kind, count=len(new), who=by.username, reminds=reminds, created_at=now)
    db.add(made)
    db.flush()
    ids = insert_rows(made.id)
    db.connection().execute(
        insert(_rows),
        [
            {
                "operator_id": made.operator_id,
                "import_id": made.id,
                "kind": kind,
                "fingerprint": verdict.fingerprint,
                "line": verdict.line,
                "row_id": ids[verdict.fingerprint],
            }
            for verdict in new
        ],
    )
    return made


def undo(db: Session, operator: Operator, terms: Terms, import_id: int, now: datetime) -> UndoResult:
    """Delete the rows of an import that nobody changed since. A second call deletes no more. ``terms`` are those read
    when this transaction took the lock.

    Raises UnknownImport and ImportTooOld.
    """
    made = existing(fresh(db, DataImport, DataImport.id == import_id), UnknownImport)
    if now - made.created_at > UNDO_FOR:
        raise ImportTooOld
    rows = db.execute(select(ImportedRow.row_id, ImportedRow.line).where(ImportedRow.import_id == import_id))
    lines = {row.row_id: row.line for row in rows}
    kept = _kept(db, made, lines)
    gone = sorted(lines.keys() - {row.row_id for row in kept})
    connection = db.connection()
    for some in chunks(gone):
        customer_ids: set[int] = set()
        if made.kind == BOOKINGS:
            customer_ids = customers_of(db, Booking.customer_id, Booking.id, some)
            imported_payments.delete_all(connection, operator, some)
            delete_imported(connection, terms, some, now)
            posting.post(db, some, now)
        elif made.kind == ITEMS:
            item_import.delete_all(db, some)
        else:
            customer_ids = customers_of(db, ImportedCustomer.customer_id, ImportedCustomer.id, some)
            customer_import.delete_all(db, some)
        delete_unused(db, customer_ids, made.created_at)
        db.execute(delete(ImportedRow).where(ImportedRow.import_id == import_id, ImportedRow.row_id.in_(some)))
    if made.undone_at is None:
        made.undone_at = now
    return UndoResult(len(gone), kept)


def _kept(db: Session, made: DataImport, lines: Mapping[int, int]) -> list[KeptRow]:
    if made.kind == BOOKINGS:
        return _kept_bookings(db, made, lines)
    if made.kind == ITEMS:
        changed = item_import.changed_since(db, lines, made.created_at)
        return [KeptRow(lines[row_id], row_id, changed[row_id]) for row_id in sorted(changed, key=lines.__getitem__)]
    return []


def _kept_bookings(db: Session, made: DataImport, lines: Mapping[int, int]) -> list[KeptRow]:
    """Return the bookings of an import that were changed since, or that something else refers to."""
    touched: set[int] = set()
    for some in chunks(sorted(lines)):
        touched |= _referred_to(db, made.operator_id, some)
        payments = select(BookingPayment.booking_id).where(BookingPayment.booking_id.in_(some))
        touched.update(db.scalars(payments.group_by(BookingPayment.booking_id).having(func.count() > 1)))
    bookings = db.scalars(select(Booking).where(Booking.import_id == made.id).order_by(Booking.number))
    return [
        KeptRow(lines[booking.id], booking.id, booking.customer_name, booking.number)
        for booking in bookings
        if booking.id in touched or not _is_untouched(booking, made)
    ]


def _is_untouched(booking: Booking, made: DataImport) -> bool:
    states = {COMPLETED: (BACK, booking.total_cents), CONFIRMED: (RESERVED, 0)}
    expected = states.get(booking.status, (RESERVED, 0))
    return (
        booking.revision == 1
        and booking.updated_at <= made.created_at
        and (booking.goods, booking.received_cents) == expected
    )


def _referred_to(db: Session, operator_id: int, booking_ids: Sequence[int]) -> set[int]:
    """Return the bookings with rows in any other table: history, handovers, links, emails, assignments."""
    found: set[int] = set()
    connection = db.connection()
    for table in Base.metadata.sorted_tables:
        if table.name in _OWN_TABLES or OPERATOR not in table.c or "booking_id" not in table.c:
            continue
        column = table.c.booking_id
        found.update(
            connection.scalars(select(column).where(table.c[OPERATOR] == operator_id, column.in_(booking_ids)))
        )
    return found


def recent(db: Session, now: datetime) -> Iterable[DataImport]:
    """Return the session's imports that can still be undone, newest first."""
    since = now - UNDO_FOR
    imports = select(DataImport).where(DataImport.created_at >= since, DataImport.undone_at.is_(None))
    return db.scalars(imports.order_by(DataImport.id.desc()))
