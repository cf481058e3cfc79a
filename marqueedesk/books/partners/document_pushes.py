"""Plans pushes of single documents: those of each ledger entry, with the invoice that a payment is for."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import Booking
from marqueedesk.books import queries
from marqueedesk.books.chart import CHART, RECEIVABLES, AccountName
from marqueedesk.books.models import LedgerEntry, LedgerLine
from marqueedesk.books.partners.documents import Lines, Part, parts_of
from marqueedesk.books.partners.errors import BooksNotMapped
from marqueedesk.books.partners.models import (
    FAILED,
    WAITING,
    BooksConnection,
    BooksPush,
    MappedAccount,
    PushedLine,
    StoredContact,
)
from marqueedesk.books.partners.values import NAMES, DocumentKind

_BALANCE: Final = MappedAccount(id="", code=None, name="Accounts receivable")
"""The partner's own account for what customers owe, which invoices and payments move by themselves."""
_ON_BALANCE: Final[frozenset[DocumentKind]] = frozenset({"invoice", "credit", "payment"})
_FEES: Final = StoredContact(name="Card payment fees", email=None, phone=None)
_AT_ONCE: Final = 500


@dataclass(slots=True)
class _Invoices:
    """The invoices pushed for a booking, with what is left to pay of each in cents, oldest first."""

    left: dict[int, int] = field(default_factory=dict[int, int])

    def add(self, row: BooksPush) -> None:
        """Count an invoice, or a payment of one."""
        owed = sum(line["cents"] for line in row.lines if line["account"] == RECEIVABLES)
        if row.kind == "invoice":
            self.left[row.id] = self.left.get(row.id, 0) + owed
        elif row.kind == "payment" and row.pays is not None:
            self.left[row.pays] = self.left.get(row.pays, 0) + owed

    def split(self, cents: int) -> Iterator[tuple[int | None, int]]:
        """Divide a payment among the invoices. What is left has none: the rental was pushed in a day's journal."""
        for push_id, owed in self.left.items():
            paid = min(owed, cents)
            if paid > 0:
                cents -= paid
                yield push_id, paid
        if cents:
            yield None, cents


def plan(
    db: Session, connection: BooksConnection, first: date, last: date, *, but: Collection[date], now: datetime
) -> list[BooksPush]:
    """Record a push for each document of the entries between two days that has none, and return them with those that
    the partner rejected, made anew. Days in ``but`` were pushed as journals.

    Earlier entries of the same bookings come first, because a payment needs its invoice. The caller holds the
    operator's lock. Raises BooksNotMapped.
    """
    days = [row for row in queries.entries(db, first, last, currency=connection.currency) if row.entry.day not in but]
    bookings = {row.entry.booking_id for row in days if row.entry.booking_id is not None}
    entries = {row.entry.id: (row.entry, dict(row.lines)) for row in days}
    entries |= {entry.id: (entry, lines) for entry, lines in _earlier(db, connection, bookings, first, but)}
    pushed = _pushed(db, connection, entries, bookings)
    contacts = _contacts(db, bookings)
    invoices: dict[int | None, _Invoices] = defaultdict(_Invoices)
    present: dict[int | None, list[BooksPush]] = defaultdict(list)
    for row in pushed:
        present[row.entry_id].append(row)
        invoices[row.booking_id].add(row)
    planned: list[BooksPush] = []
    for entry_id in sorted(entries):
        entry, lines = entries[entry_id]
        rows = present[entry_id]
        planned += [_again(connection, row) for row in rows if row.state == FAILED]
        if rows:
            continue
        of_booking = invoices[entry.booking_id]
        for part in parts_of(lines):
            for name, pays, of_part in _divided(part, of_booking):
                row = _row(connection, entry, name, of_part, pays, contacts.get(entry.booking_id or 0), now)
                db.add(row)
                db.flush()
                of_booking.add(row)
                planned.append(row)
    return planned


def _divided(part: Part, invoices: _Invoices) -> Iterator[tuple[str, int | None, Part]]:
    """Yield a document, or for a payment one for each invoice that it pays."""
    if part.kind != "payment":
        yield part.name, None, part
        return
    owed = -part.lines[RECEIVABLES]
    money: AccountName = next(account for account in part.lines if account != RECEIVABLES)
    for number, (push_id, cents) in enumerate(list(invoices.split(owed))):
        lines: Lines = {money: cents, RECEIVABLES: -cents}
        name = part.name if number == 0 else f"{part.name}_{number + 1}"
        yield name, push_id, Part(name, "payment" if push_id is not None else "journal", lines)


def _earlier(
    db: Session, connection: BooksConnection, bookings: Collection[int], first: date, but: Collection[date]
) -> Iterator[tuple[LedgerEntry, Lines]]:
    """Yield the entries of bookings before ``first``, except those of days that were pushed as journals."""
    journals = select(BooksPush.day).where(
        BooksPush.system == connection.system,
        BooksPush.company_id == connection.company_id,
        BooksPush.entry_id.is_(None),
        BooksPush.state != FAILED,
    )
    without = {*but, *db.scalars(journals)}
    for ids in _portions(bookings):
        entries = {
            entry.id: entry
            for entry in db.scalars(
                select(LedgerEntry).where(
                    LedgerEntry.booking_id.in_(ids),
                    LedgerEntry.day < first,
                    LedgerEntry.currency == connection.currency,
                )
            )
            if entry.day not in without
        }
        lines: dict[int, Lines] = defaultdict(dict)
        of_them = select(LedgerLine.entry_id, LedgerLine.account, LedgerLine.cents).join(
            LedgerEntry, LedgerEntry.id == LedgerLine.entry_id
        )
        for entry_id, account, cents in db.execute(
            of_them.where(LedgerEntry.booking_id.in_(ids), LedgerEntry.day < first)
        ):
            lines[entry_id][account] = lines[entry_id].get(account, 0) + cents
        yield from ((entry, lines[entry_id]) for entry_id, entry in entries.items() if lines[entry_id])


def _pushed(
    db: Session, connection: BooksConnection, entries: Collection[int], bookings: Collection[int]
) -> list[BooksPush]:
    """Return the documents pushed for entries or bookings, in the order of their ids."""
    asked = select(BooksPush).where(
        BooksPush.system == connection.system, BooksPush.company_id == connection.company_id
    )
    found: dict[int, BooksPush] = {}
    for ids in _portions(entries):
        found |= {row.id: row for row in db.scalars(asked.where(BooksPush.entry_id.in_(ids)))}
    for ids in _portions(bookings):
        found |= {row.id: row for row in db.scalars(asked.where(BooksPush.booking_id.in_(ids)))}
    return [found[push_id] for push_id in sorted(found)]


def _contacts(db: Session, bookings: Collection[int]) -> dict[int, StoredContact]:
    """Return the customers of bookings as contacts. The email tells customers of the same name apart."""
    found: dict[int, StoredContact] = {}
    for ids in _portions(bookings):
        for booking_id, name, email, phone in db.execute(
            select(Booking.id, Booking.customer_name, Booking.customer_email, Booking.customer_phone).where(
                Booking.id.in_(ids)
            )
        ):
            unique = f"{name} ({email})" if email else name
            found[booking_id] = StoredContact(name=_plain(unique), email=email or None, phone=phone)
    return found


def _plain(name: str) -> str:
    """Return a name without the characters that the partners reserve."""
    return " ".join(name.replace('"', "'").replace(":", " ").split())[:100]


def _portions(ids: Collection[int]) -> Iterator[list[int]]:
    ordered = sorted(ids)
    for at in range(0, len(ordered), _AT_ONCE):
        yield ordered[at : at + _AT_ONCE]


def _row(
    connection: BooksConnection,
    entry: LedgerEntry,
    name: str,
    part: Part,
    pays: int | None,
    contact: StoredContact | None,
    now: datetime,
) -> BooksPush:
    if part.kind == "fee":
        contact = _FEES
    elif part.kind not in {"journal", "transfer"}:
        contact = contact or StoredContact(name=_plain(entry.customer) or "Customer", email=None, phone=None)
    else:
        contact = None
    return BooksPush(
        system=connection.system,
        company_id=connection.company_id,
        day=entry.day,
        correction=0,
        revision=0,
        created_at=now,
        state=WAITING,
        entry_id=entry.id,
        part=name,
        kind=part.kind,
        booking_id=entry.booking_id,
        text=entry.text,
        contact=contact,
        pays=pays,
        lines=_lines(connection, part.kind, part.lines),
    )


def _lines(connection: BooksConnection, kind: DocumentKind, lines: Lines) -> list[PushedLine]:
    return [
        PushedLine(account=account, cents=lines[account], partner=_partner_account(connection, kind, account))
        for account in CHART
        if account in lines
    ]


def _partner_account(connection: BooksConnection, kind: DocumentKind, account: AccountName) -> MappedAccount:
    if account == RECEIVABLES and kind in _ON_BALANCE:
        return _BALANCE
    if account not in connection.accounts:
        raise BooksNotMapped(
            f"Choose an account for {CHART[account].label} in {NAMES[connection.system]}.", accounts=[account]
        )
    return connection.accounts[account]


def _again(connection: BooksConnection, row: BooksPush) -> BooksPush:
    """Make a rejected document anew, on the accounts that are chosen now."""
    lines: Lines = {line["account"]: line["cents"] for line in row.lines}
    row.lines = _lines(connection, row.kind or "journal", lines)
    row.revision += 1
    row.state, row.reason = WAITING, None
    return row
