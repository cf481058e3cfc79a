"""Reads the ledger: entries with their lines, balances and figures for the reports, of the session's operator."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import ColumnElement, Select, func, not_, or_, select, tuple_
from sqlalchemy.orm import Session

from marqueedesk.books import figures
from marqueedesk.books.chart import AccountName
from marqueedesk.books.figures import Subject, Sums
from marqueedesk.books.models import AccountNumber, BookPeriod, LedgerEntry, LedgerLine, StoredFigures

_ROWS_AT_ONCE = 1000
_MONEY_SOURCES: Final = ("payment:", "refund:", "dispute:")
"""Sources of entries that move money; a dispute's fee is none of them."""


@dataclass(frozen=True, slots=True)
class EntryWithLines:
    """An entry and its lines: accounts with amounts in cents, positive for a debit."""

    entry: LedgerEntry
    lines: list[tuple[AccountName, int]]


def entries(
    db: Session,
    first: date | None,
    last: date | None,
    *,
    account: AccountName | None = None,
    booking_id: int | None = None,
    currency: str | None = None,
    after: tuple[date, int] | None = None,
    most: int | None = None,
) -> Iterator[EntryWithLines]:
    """Yield the entries between two days, both included, by day and in the order they were written.

    ``account`` restricts them to entries with a line on it, ``currency`` to those in this currency. ``after`` is the
    day and id of the last entry already read.
    """
    # Entries without lines only divide money received into sales and tax.
    has_lines = select(LedgerLine.id).where(LedgerLine.entry_id == LedgerEntry.id).exists()
    asked = select(LedgerEntry).where(has_lines).order_by(LedgerEntry.day, LedgerEntry.id)
    if first is not None:
        asked = asked.where(LedgerEntry.day >= first)
    if last is not None:
        asked = asked.where(LedgerEntry.day <= last)
    if booking_id is not None:
        asked = asked.where(LedgerEntry.booking_id == booking_id)
    if currency is not None:
        asked = asked.where(LedgerEntry.currency == currency)
    if account is not None:
        on_it = select(LedgerLine.entry_id).where(LedgerLine.account == account)
        asked = asked.where(LedgerEntry.id.in_(on_it))
    left = most
    while left is None or left > 0:
        rows = _page(db, asked, after, min(_ROWS_AT_ONCE, left or _ROWS_AT_ONCE))
        yield from rows
        if len(rows) < _ROWS_AT_ONCE:
            return
        left = None if left is None else left - len(rows)
        after = (rows[-1].entry.day, rows[-1].entry.id)


def _page(db: Session, asked: Select[LedgerEntry], after: tuple[date, int] | None, most: int) -> list[EntryWithLines]:
    if after is not None:
        asked = asked.where(tuple_(LedgerEntry.day, LedgerEntry.id) > after)
    found = list(db.scalars(asked.limit(most)))
    lines: dict[int, list[tuple[AccountName, int]]] = {}
    for line in db.execute(
        select(LedgerLine.entry_id, LedgerLine.account, LedgerLine.cents)
        .where(LedgerLine.entry_id.in_([entry.id for entry in found]))
        .order_by(LedgerLine.id)
    ):
        lines.setdefault(line.entry_id, []).append((line.account, line.cents))
    return [EntryWithLines(entry, lines.get(entry.id, [])) for entry in found]


def in_currency(currency: str) -> ColumnElement[bool]:
    """Return the condition of lines in the business's currency.

    Only payouts can be in another one, so that this reads the few entries without a booking.
    """
    others = select(LedgerEntry.id).where(LedgerEntry.booking_id.is_(None), LedgerEntry.currency != currency)
    return LedgerLine.entry_id.not_in(others)


def balances(db: Session, last: date, currency: str) -> dict[AccountName, int]:
    """Return the balance of each account at the end of a day in cents, positive for a debit. Accounts that never moved
    are missing, and so is what entries in other currencies moved.
    """
    # An index alone has the sums over all currencies. The few lines in others are deducted.
    asked = select(LedgerLine.account, func.sum(LedgerLine.cents)).where(LedgerLine.day <= last)
    found: dict[AccountName, int] = {}
    for account, cents in db.execute(asked.group_by(LedgerLine.account)):
        found[account] = int(cents)
    for amounts in balances_in_others(db, last, currency).values():
        for account, cents in amounts.items():
            found[account] -= cents
    return found


def balances_in_others(db: Session, last: date, currency: str) -> dict[str, dict[AccountName, int]]:
    """Return the same of entries in other currencies than ``currency``, by currency in alphabetical order."""
    asked = (
        select(LedgerEntry.currency, LedgerLine.account, func.sum(LedgerLine.cents))
        .join(LedgerLine, LedgerLine.entry_id == LedgerEntry.id)
        .where(LedgerEntry.booking_id.is_(None), LedgerEntry.currency != currency, LedgerLine.day <= last)
        .group_by(LedgerEntry.currency, LedgerLine.account)
        .order_by(LedgerEntry.currency)
    )
    found: dict[str, dict[AccountName, int]] = {}
    for other, account, cents in db.execute(asked):
        if cents:
            found.setdefault(other, {})[account] = int(cents)
    return found


def monthly_figures(db: Session, first: date, last: date, *, of_money: bool = False) -> dict[tuple[str, Subject], Sums]:
    """Return the figures of the entries between two days, by month ("2027-06") and subject: those of sales, or with
    ``of_money``, those of the money received for them.
    """
    moves_money = or_(*[LedgerEntry.source.startswith(name) for name in _MONEY_SOURCES])
    asked = select(LedgerEntry.day, LedgerEntry.figures).where(
        LedgerEntry.day.between(first, last), moves_money if of_money else not_(moves_money)
    )
    rows = db.execute(asked.order_by(LedgerEntry.day, LedgerEntry.id), execution_options={"yield_per": _ROWS_AT_ONCE})
    by_month: dict[str, list[StoredFigures]] = {}
    for day, stored in rows:
        by_month.setdefault(f"{day:%Y-%m}", []).extend(stored)
    return {
        (month, subject): sums for month, stored in by_month.items() for subject, sums in figures.read(stored).items()
    }


def span(db: Session) -> tuple[date, date] | None:
    """Return the days of the first and the last entry; None without entries."""
    first = db.scalar(select(func.min(LedgerEntry.day)))
    last = db.scalar(select(func.max(LedgerEntry.day)))
    return (first, last) if first is not None and last is not None else None


def account_numbers() -> Select[AccountNumber]:
    """Select the business's own account numbers."""
    return select(AccountNumber)


def numbers(db: Session) -> dict[AccountName, str]:
    """Return the business's own account numbers."""
    return {row.account: row.number for row in db.scalars(account_numbers())}


@dataclass(frozen=True, slots=True)
class NumbersByDay:
    """The business's own account numbers: those of today, and those that closed months keep."""

    present: dict[AccountName, str]
    closed: dict[str, dict[AccountName, str]]

    def of(self, account: AccountName, day: date) -> str | None:
        """Return the number of an account in a line of this day; None if it has none."""
        return self.closed.get(f"{day:%Y-%m}", self.present).get(account)


def numbers_by_day(db: Session) -> NumbersByDay:
    """Read the business's own account numbers, with those of closed months."""
    asked = select(BookPeriod.period, BookPeriod.numbers).where(BookPeriod.state == "closed")
    return NumbersByDay(numbers(db), {period: kept for period, kept in db.execute(asked) if kept is not None})
