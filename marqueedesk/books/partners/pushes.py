"""Pushes: which journals or documents the ledger's entries of each day amount to, and their state.

A push is recorded with its lines before it is sent. All pushes of a day together are the day's entries, so entries
that are posted later for a pushed day become a further push, a correction.
"""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from sqlalchemy import Select, func, select, tuple_
from sqlalchemy.orm import Session

from marqueedesk.books.chart import CHART, AccountName
from marqueedesk.books.models import LedgerLine
from marqueedesk.books.partners import document_pushes
from marqueedesk.books.partners.documents import MONEY
from marqueedesk.books.partners.models import FAILED, PUSHED, SENT, WAITING, BooksConnection, BooksPush, PushedLine
from marqueedesk.books.partners.values import BooksContact, BooksDocument, DocumentKind, JournalLine
from marqueedesk.books.queries import in_currency
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.jobs import jobs

PUSH: Final = "books.push"
"""Kind of the job that sends a push."""
COMPARE: Final = "books.compare"
"""Kind of the job that compares pushes with what the partner has."""
MOST_DAYS: Final = 366
Sums = dict[AccountName, int]


def plan(db: Session, connection: BooksConnection, first: date, last: date, now: datetime) -> list[BooksPush]:
    """Record pushes for what the days' entries amount to beyond earlier pushes, schedule them, and return them.

    Rejected pushes of these days are made anew, and unanswered ones without a scheduled job are scheduled again. The
    caller holds the operator's lock and has brought the ledger up to date. Entries in other currencies than the
    company's are left out.
    """
    earlier: dict[date, list[BooksPush]] = defaultdict(list)
    for row in db.scalars(of_company(connection).where(BooksPush.day.between(first, last)).order_by(BooksPush.id)):
        earlier[row.day].append(row)
    sums = ledger_sums(db, first, last, connection.currency)
    planned: list[BooksPush] = []
    days = {*sums, *earlier}
    if connection.mode == "documents":
        # A day that was pushed as a journal stays one, because its entries can't be told apart in it.
        days = {day for day, rows in earlier.items() if any(row.is_of_day and row.state != FAILED for row in rows)}
        planned += _plan_documents(db, connection, first, last, earlier, but=days, now=now)
    for day in sorted(days):
        planned += _plan_day(db, connection, day, sums.get(day, {}), earlier[day], now)
    compare(db, connection, first, last, now)
    return planned


def _plan_documents(
    db: Session,
    connection: BooksConnection,
    first: date,
    last: date,
    earlier: Mapping[date, list[BooksPush]],
    *,
    but: set[date],
    now: datetime,
) -> list[BooksPush]:
    rows = [row for day, of_day in earlier.items() if day not in but for row in of_day]
    for row in rows:
        if row.is_of_day:
            db.delete(row)
    db.flush()
    planned = document_pushes.plan(db, connection, first, last, but=but, now=now)
    planned += [row for row in rows if row.state in {WAITING, SENT} and not _is_scheduled(db, row)]
    db.flush()
    for row in sorted(planned, key=lambda row: row.id):
        schedule(db, row, now)
    return planned


def of_company(connection: BooksConnection) -> Select[BooksPush]:
    """Select the pushes to the connected company."""
    return select(BooksPush).where(BooksPush.system == connection.system, BooksPush.company_id == connection.company_id)


def ledger_sums(db: Session, first: date, last: date, currency: str) -> dict[date, Sums]:
    """Return the sums of the ledger's entries in a currency by day and account in cents, positive for a debit."""
    found: dict[date, Sums] = defaultdict(dict)
    rows = db.execute(
        select(LedgerLine.day, LedgerLine.account, func.sum(LedgerLine.cents))
        .where(LedgerLine.day.between(first, last), in_currency(currency))
        .group_by(LedgerLine.day, LedgerLine.account)
    )
    for day, account, cents in rows:
        found[day][account] = int(cents)
    return found


def _plan_day(
    db: Session, connection: BooksConnection, day: date, sums: Sums, earlier: list[BooksPush], now: datetime
) -> list[BooksPush]:
    rejected = [row for row in earlier if row.state == FAILED and row.is_of_day]
    for row in earlier:
        # What a rejected document contained is part of the day's sums.
        if row.state == FAILED and not row.is_of_day:
            db.delete(row)
    standing = [row for row in earlier if row.state != FAILED]
    planned = [row for row in standing if row.state != PUSHED and not _is_scheduled(db, row)]
    left = _left(sums, standing)
    if left:
        if rejected:
            row = rejected.pop(0)
            row.revision += 1
        else:
            row = BooksPush(
                system=connection.system, company_id=connection.company_id, day=day, revision=0, created_at=now
            )
            db.add(row)
        row.correction = sum(1 for one in standing if one.is_of_day)
        row.lines = [
            PushedLine(account=account, cents=left[account], partner=connection.accounts[account])
            for account in CHART
            if account in left
        ]
        row.state, row.reason = WAITING, None
        planned.append(row)
    for row in rejected:
        db.delete(row)
    db.flush()
    for row in planned:
        schedule(db, row, now)
    return planned


def _left(sums: Mapping[AccountName, int], standing: list[BooksPush]) -> Sums:
    """Return the part of a day's sums that its pushes don't contain."""
    left = dict(sums)
    for row in standing:
        for line in row.lines:
            left[line["account"]] = left.get(line["account"], 0) - line["cents"]
    return {account: cents for account, cents in left.items() if cents}


def compare(db: Session, connection: BooksConnection, first: date, last: date, now: datetime) -> None:
    """Compare the pushes between two days with what the partner has now, in place of an earlier comparison."""
    key = f"{COMPARE}:{connection.operator_id}"
    jobs.remove(db, key)
    payload = {"operatorId": connection.operator_id, "from": first.isoformat(), "to": last.isoformat()}
    jobs.enqueue(db, COMPARE, payload, now, dedupe_key=key)


def to_compare(db: Session, connection: BooksConnection, first: date, last: date) -> list[BooksPush]:
    """Return the pushes between two days that the partner has."""
    asked = of_company(connection).where(
        BooksPush.day.between(first, last), BooksPush.state == PUSHED, BooksPush.content.is_not(None)
    )
    return list(db.scalars(asked.order_by(BooksPush.id)))


def _job_key(row: BooksPush) -> str:
    return f"{PUSH}:{row.operator_id}:{row.id}"


def _is_scheduled(db: Session, row: BooksPush) -> bool:
    pending = Job.state.in_((jobs.WAITING, jobs.LEASED))
    return db.scalar(select(Job.id).where(Job.dedupe_key == _job_key(row), pending)) is not None


def schedule(db: Session, row: BooksPush, now: datetime) -> None:
    """Send a push as soon as possible, in place of its earlier job."""
    jobs.remove(db, _job_key(row))
    payload = {"operatorId": row.operator_id, "pushId": row.id}
    jobs.enqueue(db, PUSH, payload, now, dedupe_key=_job_key(row))


def page(db: Session, *, before: tuple[date, int] | None, most: int) -> list[BooksPush]:
    """Return pushes, latest day first. ``before`` is the day and id of the last one already read."""
    found = select(BooksPush).order_by(BooksPush.day.desc(), BooksPush.id.desc()).limit(most)
    if before is not None:
        found = found.where(tuple_(BooksPush.day, BooksPush.id) < before)
    return list(db.scalars(found))


def by_id(db: Session, operator_id: int, push_id: int) -> BooksPush | None:
    """Return a push of the business, or None."""
    return db.get(BooksPush, (operator_id, push_id))


def document_of(row: BooksPush, pays: str | None = None) -> BooksDocument:
    """Return the document to post for a push. ``pays`` is the partner's id of the invoice that it pays."""
    kind = row.kind or "journal"
    lines = [_line(line) for line in row.lines]
    money = None
    if kind in _WITH_MONEY:
        (money,) = [_line(line) for line in row.lines if line["account"] in MONEY]
        lines = [_line(line) for line in row.lines if line["account"] not in MONEY]
    contact = row.contact
    return BooksDocument(
        reference=row.reference,
        key=f"{row.reference}-{int(row.created_at.timestamp())}-{row.revision}",
        day=row.day,
        text=row.text or _text_of_day(row),
        # The partner moves the customer's balance by itself.
        lines=[line for line in lines if line.account_id],
        kind=kind,
        contact=BooksContact(contact["name"], contact["email"], contact["phone"]) if contact is not None else None,
        money=money,
        cents=sum(max(0, line["cents"]) for line in row.lines),
        pays=pays,
    )


_WITH_MONEY: Final[frozenset[DocumentKind]] = frozenset({"payment", "deposit", "refund", "fee"})
"""Kinds of documents that are paid into or out of an account."""


def _text_of_day(row: BooksPush) -> str:
    day = f"{row.day:%B} {row.day.day}, {row.day.year}"
    return f"MarqueeDesk correction {row.correction}, {day}" if row.correction else f"MarqueeDesk, {day}"


def _line(line: PushedLine) -> JournalLine:
    return JournalLine(
        account_id=line["partner"]["id"],
        account_code=line["partner"]["code"],
        cents=line["cents"],
        text=CHART[line["account"]].label,
    )
